package main

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// Known values (Abramowitz and Stegun, 6.3.2, 6.3.3, 6.4.2), and the recurrences.
func TestPolygammas(t *testing.T) {
	const euler, zeta3 = 0.57721566490153286, 1.2020569031595942
	require.InEpsilon(t, -euler, digamma(1), 1e-13)
	require.InEpsilon(t, -euler-2*math.Ln2, digamma(0.5), 1e-13)
	require.InEpsilon(t, math.Pi*math.Pi/6, trigamma(1), 1e-13)
	require.InEpsilon(t, math.Pi*math.Pi/2, trigamma(0.5), 1e-13)
	require.InEpsilon(t, -2*zeta3, tetragamma(1), 1e-13)
	require.InEpsilon(t, -14*zeta3, tetragamma(0.5), 1e-13)
	for x := 1e-3; x < 1e6; x *= 1.7 {
		require.InDelta(t, digamma(x)+1/x, digamma(x+1), 1e-13*(1+1/x+math.Abs(digamma(x))))
		require.InEpsilon(t, math.Log(x+1e7), digamma(x+1e7), 1e-8)
		require.InDelta(t, trigamma(x), (digamma(x*1.0001)-digamma(x*0.9999))/(x*0.0002), 1e-6*trigamma(x))
		require.InDelta(t, tetragamma(x), (trigamma(x*1.0001)-trigamma(x*0.9999))/(x*0.0002), -1e-6*tetragamma(x))
	}
}

// The fit ends long before it is stopped, and where it ends no κ and no τ nearby has a higher bound.
func TestFitIsTheHighest(t *testing.T) {
	cells := func() []cell {
		return []cell{
			{counts: []int32{3, 0, 40}, times: 1}, {counts: []int32{1, 9, 5}, times: 1}, {counts: []int32{0, 0, 1}, times: 1}, {times: 5},
		}
	}
	rows := []int32{4, 9, 46}
	for _, h := range []hierarchy{{8, 1}, {0.5, 1}, {100, 3}} {
		b := h.fitted(cells(), rows)
		require.Less(t, b.move(), 10*exact)
		sum := 0.0
		for _, c := range b.cells {
			sum += c.times * c.kappa
		}
		require.InEpsilon(t, 1, sum, 1e-12)
		best := b.value()
		for k := range 3 {
			for _, step := range []float64{-1e-3, 1e-3} {
				other := h.fitted(cells(), rows)
				other.cells[k].kappa *= 1 + step
				other.cells[3].kappa -= step * b.cells[k].kappa / 5
				require.Less(t, other.value(), best)
				other = h.fitted(cells(), rows)
				other.tau *= 1 + 10*step
				require.Less(t, other.value(), best)
			}
		}
	}
}
