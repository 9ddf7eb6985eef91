// Package resample draws rows of data again, with replacement. The generator is counter-based, so
// neither workers nor the order of the rows count.
package resample

import "math/bits"

// Draw draws as many rows as there are, each from all rows with equal chances. It returns how
// often each row was drawn.
//
// The draws of resample k depend on the seed, on k and on the number of rows, and on nothing
// else. The i-th draw reads word i mod 4 of philox with the key (seed, 0) and the counter
// (i / 4 + 1, k, 0, 0). A word x draws the row ⌊x · rows / 2^64⌋. With fewer than 2^31 rows, the
// chances of two rows differ by less than one part in 2^33.
func Draw(seed uint64, k, rows int) []int32 {
	times := make([]int32, rows)
	for drawn := 0; drawn < rows; {
		block := philox([2]uint64{seed, 0}, [4]uint64{uint64(drawn/4 + 1), uint64(k), 0, 0})
		for _, word := range block[:min(4, rows-drawn)] {
			row, _ := bits.Mul64(word, uint64(rows))
			times[row]++
			drawn++
		}
	}
	return times
}
