package consensus

import (
	"math/bits"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
)

// score is Ψ of a deletion as a fraction, or a bound of it. It is 0 if no DAG of positive weight has a say, so that den is 0.
// If all DAGs have the same nodes, den is the sum of the weights.
type score struct{ num, den int64 }

// compare is negative if s is the lower fraction, and 0 if both are one number.
func (s score) compare(o score) int {
	if s.den == 0 {
		s = score{0, 1}
	}
	if o.den == 0 {
		o = score{0, 1}
	}
	hi, lo := bits.Mul64(uint64(s.num), uint64(o.den))
	otherHi, otherLo := bits.Mul64(uint64(o.num), uint64(s.den))
	_, borrow := bits.Sub64(lo, otherLo, 0)
	if _, borrow = bits.Sub64(hi, otherHi, borrow); borrow != 0 {
		return -1
	}
	if hi == otherHi && lo == otherLo {
		return 0
	}
	return 1
}

func (s score) psi() float64 { return consensus.Psi(s.num, s.den) }

// scoreOf reads the sums of a deletion, or of a closed edge, of which there are width: see Terms.width. It returns the rest.
func (t *Terms) scoreOf(sums []uint64, total int64) (score, []uint64) {
	if !t.Unlike {
		return score{int64(sums[0]), total}, sums[1:]
	}
	return score{int64(sums[0]), int64(sums[1])}, sums[2:]
}

// width is how many numbers tell a score.
func (t *Terms) width() int {
	if t.Unlike {
		return 2
	}
	return 1
}

func (c *codec) score(s *score, t *Terms, total int64) {
	if number(c, &s.num); t.Unlike {
		number(c, &s.den)
	} else if c.reading {
		s.den = total
	}
}
