package data

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The sum of products is the exact fraction, for values of any size, and it has the same bits for any order of the rows.
func TestExactIsTheFraction(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.OneOf(
			rapid.Float64Range(-10, 10), rapid.Float64Range(1e15, 1e15+100), rapid.Float64Range(-1e-300, 1e-300),
			rapid.SampledFrom([]float64{0, -0.5, 5e-324, -1.7e308, 1.7e308, 1e-310}),
		)
		rows := rapid.IntRange(1, 12).Draw(t, "rows")
		u := rapid.SliceOfN(value, rows, rows).Draw(t, "u")
		v := rapid.SliceOfN(value, rows, rows).Draw(t, "v")
		got := Exact(u, v, 300)
		want := new(big.Float).SetPrec(300).SetRat(exactScatter(u, v))
		if want.Sign() == 0 {
			require.Zero(t, got.Sign())
			return
		}
		off := new(big.Float).Quo(new(big.Float).Sub(got, want), want)
		share, _ := off.Float64()
		require.LessOrEqual(t, math.Abs(share), 0x1p-298)
		order := oracle.Rand(rapid.Uint64().Draw(t, "order")).Perm(rows)
		moved := [2][]float64{}
		for _, row := range order {
			moved[0], moved[1] = append(moved[0], u[row]), append(moved[1], v[row])
		}
		require.Zero(t, got.Cmp(Exact(moved[0], moved[1], 300)))
	})
	require.Zero(t, Exact(slices.Repeat([]float64{0.1}, 3), []float64{1, 2, 4}, 300).Sign()) // a column that does not vary
}
