package metrics

import (
	"math/big"
	"math/bits"
)

// Sum is an exact sum of products of a weight and a number of edges. The weights alone may be close
// to the range of an int64, so a Sum has 128 bits, in two's complement.
type Sum struct {
	hi int64
	lo uint64
}

// Add adds x to the sum.
func (s *Sum) Add(x int64) {
	lo, carry := bits.Add64(s.lo, uint64(x), 0)
	s.lo = lo
	s.hi += x>>63 + int64(carry) // x>>63 is the upper half of x with its sign: all zeros or all ones.
}

// AddProduct adds a · b, of numbers that are not negative.
func (s *Sum) AddProduct(a, b int64) {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, lo, 0)
	s.hi += int64(hi + carry)
}

// Less reports whether s < o.
func (s Sum) Less(o Sum) bool { return s.hi < o.hi || s.hi == o.hi && s.lo < o.lo }

// Over is the quotient s / total, correctly rounded. The total must not be 0.
func (s Sum) Over(total int64) float64 {
	const exact = 1 << 53
	if s.hi == 0 && s.lo <= exact && 0 < total && total <= exact {
		return float64(s.lo) / float64(total)
	}
	all := new(big.Int).Lsh(big.NewInt(s.hi), 64)
	all.Add(all, new(big.Int).SetUint64(s.lo))
	quotient, _ := new(big.Rat).SetFrac(all, big.NewInt(total)).Float64()
	return quotient
}
