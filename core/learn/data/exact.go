package data

import (
	"math"
	"math/big"
	"math/bits"
)

// Exact is the sum of the products of the deviations of two columns from their means, rounded once to the given number
// of bits. The sums that it is made of are exact for any values, and so for any order of the rows.
func Exact(u, v []float64, precision uint) *big.Float {
	products, exponent := exactSum(u, v)
	sumU, exponentU := exactSum(u, nil)
	sumV, exponentV := exactSum(v, nil)
	rows := big.NewInt(int64(len(u)))
	products.Mul(products, rows).Lsh(products, uint(exponent-exponentU-exponentV))
	products.Sub(products, sumU.Mul(sumU, sumV))
	out := new(big.Float).SetPrec(precision).SetInt(products)
	out.Quo(out, new(big.Float).SetPrec(precision).SetInt(rows))
	return out.SetMantExp(out, exponentU+exponentV)
}

// exactSum is the sum of the products of the cells of two columns: sum · 2^exponent. Without a second column it is the
// sum of the cells. The exponent for two columns is the sum of those for each of them.
func exactSum(u, v []float64) (sum *big.Int, exponent int) {
	low, high := exponentsOf(u)
	if v != nil {
		lowV, highV := exponentsOf(v)
		low, high = low+lowV, high+highV
	}
	const most = 2*53 + 31 // bits of a sum of products of mantissas, of as many rows as there may be
	size := (high-low+most)/64 + 3
	positive, negative := make([]uint64, size), make([]uint64, size)
	for row, x := range u {
		mantissa, at, minus := partsOf(x)
		other := uint64(1)
		if v != nil {
			factor, exponent, otherMinus := partsOf(v[row])
			other, at, minus = factor, at+exponent, minus != otherMinus
		}
		to := positive
		if minus {
			to = negative
		}
		if mantissa != 0 && other != 0 {
			addShifted(to, mantissa, other, uint(at-low))
		}
	}
	return new(big.Int).Sub(wholeOf(positive), wholeOf(negative)), low
}

// addShifted adds the product of two mantissas, times 2^shift.
func addShifted(to []uint64, a, b uint64, shift uint) {
	high, low := bits.Mul64(a, b)
	to, shift = to[shift/64:], shift%64
	var carry uint64
	to[0], carry = bits.Add64(to[0], low<<shift, 0)
	to[1], carry = bits.Add64(to[1], high<<shift|low>>(64-shift), carry)
	to[2], carry = bits.Add64(to[2], high>>(64-shift), carry)
	for k := 3; carry != 0; k++ {
		to[k], carry = bits.Add64(to[k], 0, carry)
	}
}

// exponentsOf are the least and the largest exponent of the cells that are not 0, as partsOf has them.
func exponentsOf(column []float64) (low, high int) {
	first := true
	for _, x := range column {
		if x == 0 {
			continue
		}
		_, exponent, _ := partsOf(x)
		if first {
			low, high, first = exponent, exponent, false
		}
		low, high = min(low, exponent), max(high, exponent)
	}
	return low, high
}

// partsOf is a number as ± mantissa · 2^exponent, where the mantissa has at most 53 bits.
func partsOf(x float64) (mantissa uint64, exponent int, minus bool) {
	bits := math.Float64bits(x)
	mantissa, exponent = bits&(1<<52-1), int(bits>>52&0x7ff)
	if exponent == 0 { // 0, or below the normal range
		exponent = 1
	} else {
		mantissa |= 1 << 52
	}
	return mantissa, exponent - 1075, bits>>63 != 0
}

// wholeOf is the integer with these words, the lowest first.
func wholeOf(words []uint64) *big.Int {
	out, word := new(big.Int), new(big.Int)
	for k := len(words) - 1; k >= 0; k-- {
		out.Or(out.Lsh(out, 64), word.SetUint64(words[k]))
	}
	return out
}
