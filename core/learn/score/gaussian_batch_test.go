package score

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/learn/data"
)

// A batch evaluates each set to the same units as the set alone, however many variables it is extended by, small sets and
// sets without kept stages.
func TestGaussianBatchIsF(t *testing.T) {
	var staged, alone int
	graphtest.Check(t, func(t *rapid.T) {
		m := drawMatrix(t)
		b := newGaussianBatch(m, 1)
		values, scratch := make([]int64, m.n), []float64(nil)
		for range rapid.IntRange(1, 4).Draw(t, "sets") { // a slot is used again
			order := rapid.Permutation(listed(m.n)).Draw(t, "order")
			size := rapid.IntRange(0, m.n-1).Draw(t, "size")
			set, with := slices.Clone(order[:size]), order[size:]
			with = slices.Sorted(slices.Values(with[:rapid.IntRange(0, len(with)).Draw(t, "with")]))
			require.Equal(t, m.f(slices.Sorted(slices.Values(set)), &scratch), b.Open(0, 3, set, len(with)))
			if b.slots[3].staged {
				staged++
			} else {
				alone++
			}
			b.Extend(context.Background(), 0, 3, with, values)
			for _, x := range with {
				require.Equal(t, m.f(slices.Sorted(slices.Values(append(set, x))), &scratch), values[x], "%d to %v", x, set)
			}
		}
	}, &staged, &alone)
}

// drawMatrix draws the model of columns that are sums of others, plus a part of their own.
func drawMatrix(t *rapid.T) *gaussian {
	n := rapid.IntRange(1, 24).Draw(t, "n")
	rng := rand.New(rand.NewPCG(1, rapid.Uint64().Draw(t, "values")))
	d := &data.Numbers{Rows: 40}
	for j := range n {
		column := make([]float64, d.Rows)
		for row := range column {
			column[row] = rng.NormFloat64()
			for k := range min(j, 3) {
				column[row] += float64(k) * d.Columns[j-k-1][row]
			}
		}
		d.Columns = append(d.Columns, column)
	}
	m, err := newBICG(scatterOf(d, nil), Parameters{Penalty: 1})
	require.NoError(t, err)
	return m.(*gaussian)
}

func listed(n int) (all []int32) {
	for v := range n {
		all = append(all, int32(v))
	}
	return all
}
