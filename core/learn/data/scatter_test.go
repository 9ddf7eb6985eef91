package data

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// exactScatter is the sum of the products of the deviations from the means, as a fraction.
func exactScatter(u, v []float64) *big.Rat {
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	rows := big.NewRat(int64(len(u)), 1)
	products, sumU, sumV := new(big.Rat), new(big.Rat), new(big.Rat)
	for row := range u {
		x, y := rat(u[row]), rat(v[row])
		sumU.Add(sumU, x)
		sumV.Add(sumV, y)
		products.Add(products, x.Mul(x, y))
	}
	return products.Sub(products, sumU.Quo(sumU.Mul(sumU, sumV), rows))
}

// Every sum is as near to the exact one as the comment on Scatter states: also for columns far
// from zero, with an outlier, or with values at the ends of the range.
func TestScatterIsNearTheExactOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(2, 40).Draw(t, "rows")
		rng := oracle.Rand(rapid.Uint64().Draw(t, "values"))
		d := &Numbers{Rows: rows, Columns: make([][]float64, 3)}
		for j := range d.Columns {
			at := rapid.SampledFrom([]float64{0, 1, -3e9, 1e15}).Draw(t, "at")
			outlier := rapid.SampledFrom([]float64{1, 1e6}).Draw(t, "outlier")
			scale := math.Ldexp(1, rapid.SampledFrom([]int{0, -900, 900}).Draw(t, "scale"))
			for row := range rows {
				x := at + rng.NormFloat64()
				if row == 0 {
					x = at + 3*outlier
				}
				d.Columns[j] = append(d.Columns[j], x*scale)
			}
		}
		s, err := NewScatter(context.Background(), d, nil)
		require.NoError(t, err)
		var norms [3]*big.Float // √S of each column
		var widths [3]float64   // w / √S
		for j, column := range d.Columns {
			sum := new(big.Float).SetPrec(300).SetRat(exactScatter(column, column))
			width := new(big.Float).Sub(big.NewFloat(slices.Max(column)), big.NewFloat(slices.Min(column)))
			if norms[j] = sum.Sqrt(sum); width.Sign() == 0 {
				t.Skip("a column is constant")
			}
			widths[j], _ = width.Quo(width, norms[j]).Float64()
		}
		for j, u := range d.Columns {
			for k, v := range d.Columns {
				sum, exponent := s.At(j, k)
				off := new(big.Float).SetPrec(300).SetMantExp(big.NewFloat(sum), exponent)
				off.Sub(off, new(big.Float).SetPrec(300).SetRat(exactScatter(u, v)))
				share, _ := off.Quo(off.Quo(off, norms[j]), norms[k]).Float64()
				require.LessOrEqual(t, math.Abs(share), math.Ldexp((widths[j]+widths[k])*math.Sqrt(float64(rows))+2, -51))
			}
		}
	})
}

// Whole numbers have exact sums, with any number of rows and workers.
func TestScatterOfWholeNumbersIsExact(t *testing.T) {
	const rows = 100_000
	d := &Numbers{Rows: rows, Columns: make([][]float64, 2)}
	for row := range rows {
		d.Columns[0] = append(d.Columns[0], float64(row%2))
		d.Columns[1] = append(d.Columns[1], float64(row%4))
	}
	team := parallel.NewTeam(3)
	defer team.Close()
	s, err := NewScatter(context.Background(), d, team)
	require.NoError(t, err)
	for k, want := range [][]float64{{rows / 4.0, rows / 4.0}, {rows / 4.0, rows * 5 / 4.0}} {
		for j := range want {
			sum, exponent := s.At(k, j)
			require.Equal(t, want[j], math.Ldexp(sum, exponent))
		}
	}
}
