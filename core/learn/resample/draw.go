// Package resample draws rows of data again, with replacement. The generator is counter-based, so
// neither workers nor the order of the rows count.
package resample

import "math/bits"

// Draw draws as many rows as there are, each from all rows with equal chances. It returns how
// often each row was drawn.
//
// The draws of resample k depend on the seed, on k and on the number of rows, and on nothing
// else. The i-th draw reads word i mod 4 of Philox with the key (seed, 0) and the counter
// (i / 4 + 1, k, 0, 0). A word x draws the row ⌊x · rows / 2^64⌋. With fewer than 2^31 rows, the
// chances of two rows differ by less than one part in 2^33.
func Draw(seed uint64, k, rows int) []int32 {
	times := make([]int32, rows)
	for drawn := 0; drawn < rows; {
		block := Philox([2]uint64{seed, 0}, [4]uint64{uint64(drawn/4 + 1), uint64(k), 0, 0})
		for _, word := range block[:min(4, rows-drawn)] {
			row, _ := bits.Mul64(word, uint64(rows))
			times[row]++
			drawn++
		}
	}
	return times
}

// The constants of Philox 4x64: two multipliers, and what each round adds to the key.
const (
	rounds      = 10
	multiplier0 = 0xD2E7470EE14C6C93
	multiplier1 = 0xCA5A826395121157
	weyl0       = 0x9E3779B97F4A7C15
	weyl1       = 0xBB67AE8584CAA73B
)

// Philox is Philox 4x64-10, a bijection of counters for each key (J. Salmon, M. Moraes, R. Dror
// and D. Shaw, Parallel random numbers: as easy as 1, 2, 3, SC 2011). numpy.random.Philox is the
// same generator. It adds 1 to the first word of its counter before each block.
func Philox(key [2]uint64, counter [4]uint64) [4]uint64 {
	for range rounds {
		high0, low0 := bits.Mul64(multiplier0, counter[0])
		high1, low1 := bits.Mul64(multiplier1, counter[2])
		counter = [4]uint64{high1 ^ counter[1] ^ key[0], low1, high0 ^ counter[3] ^ key[1], low0}
		key[0], key[1] = key[0]+weyl0, key[1]+weyl1
	}
	return counter
}
