package metrics

import (
	"math/big"
	"math/bits"
)

// Sum is a sum of weights times numbers of edges. It has 128 bits: the weights alone
// may come near to what an int64 holds.
type Sum struct {
	hi int64
	lo uint64
}

// Add adds a term.
func (s *Sum) Add(x int64) {
	lo, carry := bits.Add64(s.lo, uint64(x), 0)
	s.lo = lo
	s.hi += x>>63 + int64(carry) // x>>63: the upper half of x, all zeros or all ones
}

// Less says whether s < o.
func (s Sum) Less(o Sum) bool { return s.hi < o.hi || s.hi == o.hi && s.lo < o.lo }

// Over is the correctly rounded quotient s / total.
func (s Sum) Over(total int64) float64 {
	all := new(big.Int).Lsh(big.NewInt(s.hi), 64)
	all.Add(all, new(big.Int).SetUint64(s.lo))
	quotient, _ := new(big.Rat).SetFrac(all, big.NewInt(total)).Float64()
	return quotient
}
