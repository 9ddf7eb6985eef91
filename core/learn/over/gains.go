package over

import (
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

const (
	grain = 1e-7 // gains are compared as multiples of it
	least = 1e-9 // what an operator must gain more than, in natural logarithms
)

// coded makes an integer of a gain in natural logarithms, by which core/learn/ges compares operators: twice the nearest
// multiple of grain; or ±1 if that is 0 and the gain is beyond ±least. So an operator has a positive number if and only if
// it gains more than least, operators that gain the same up to rounding are ties, and the sign of a Delete is as it should
// be: coded(-gain) is -coded(gain).
func coded(gain float64) int64 {
	const most = 1 << 61 // a weight may be as large as any number
	k := max(-most, min(math.RoundToEven(gain/grain), most))
	switch {
	case k != 0:
		return 2 * int64(k)
	case gain > least:
		return 1
	case gain < -least:
		return -1
	}
	return 0
}

// Gain is about the gain in natural logarithms that the Gain of a ges.Step of this package stands for.
func Gain(code int64) float64 { return float64(code) / 2 * grain }

// rounded is a Scorer of core/learn/ges with the gains of another one, coded.
type rounded struct {
	score.Larger
	unit int
}

func (s rounded) Gains(y int, parents []int32, with bitset.Set) func(x int) int64 {
	gains := s.Larger.Gains(y, parents, with)
	return func(x int) int64 { return coded(math.Ldexp(float64(gains(x)), -s.unit)) }
}
