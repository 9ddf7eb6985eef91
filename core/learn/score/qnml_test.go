package score

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

const digits = 2800 // binary; c of 1e700 states is 1 to 2,300 of them

// regretByBig is the formula in many digits.
func regretByBig(n int64, states *big.Float) float64 {
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(digits).SetFloat64(x) }
	one, half := number(1), number(0.5)
	a := number(0).Quo(states, number(float64(n)))
	c := number(0).Sqrt(number(0).Add(one, number(0).Quo(number(4), a)))
	c.Add(half, c.Mul(c, half))
	sum := number(0).Mul(number(0).Add(a, number(2)), logByBig(c))
	sum.Add(sum, logByBig(a))
	sum.Sub(sum, number(0).Quo(one, c))
	sum.Mul(sum, number(float64(n)))
	last := logByBig(number(0).Add(c, number(0).Quo(number(2), a)))
	value, _ := sum.Sub(sum, last.Mul(last, half)).Float64()
	return value
}

// logByBig is the logarithm of x > 0: x = m 2^k, and log m = 2 artanh((m − 1) / (m + 1)).
func logByBig(x *big.Float) *big.Float {
	new := func(v float64) *big.Float { return new(big.Float).SetPrec(digits).SetFloat64(v) }
	artanh := func(t *big.Float) *big.Float {
		square, power, sum := new(0).Mul(t, t), new(0).Set(t), new(0)
		for k := 1; power.Sign() != 0 && power.MantExp(nil) > -digits; k += 2 {
			sum.Add(sum, new(0).Quo(power, new(float64(k))))
			power.Mul(power, square)
		}
		return sum
	}
	m := new(0)
	k := x.MantExp(m)
	t := new(0).Quo(new(0).Sub(m, new(1)), new(0).Add(m, new(1)))
	log2 := artanh(new(0).Quo(new(1), new(3)))
	sum := artanh(t)
	sum.Add(sum, log2.Mul(log2, new(float64(k))))
	return sum.Mul(sum, new(2))
}

// R(n, K) keeps its digits for any number of rows and of states, also beyond float64.
func TestRegretIsItsFormula(t *testing.T) {
	for _, n := range []int64{1, 2, 3, 17, 1000, 123_457, math.MaxInt32} {
		require.Zero(t, regret(int(n), 0))
		require.Zero(t, regret(0, math.Log(float64(n+1))))
		for _, states := range []int64{2, 3, 7, 24, 1000, 99_991, 1e9, 1e12 + 39, 1e18 + 9} {
			got := regret(int(n), math.Log(float64(states)))
			want := regretByBig(n, new(big.Float).SetInt64(states))
			require.InEpsilon(t, want, got, 1e-12, "%d, %d", n, states)
		}
		for _, power := range []int{30, 60, 300, 700} {
			states, _ := new(big.Float).SetPrec(digits).SetString(fmt.Sprint("1e", power))
			got := regret(int(n), float64(power)*math.Ln10)
			require.InEpsilon(t, regretByBig(n, states), got, 1e-12, "%d, 1e%d", n, power)
		}
	}
}
