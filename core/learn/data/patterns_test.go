package data

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// drawGaps are rows of numbers and states that go together, of which cells have no value: in some columns of a whole block of
// rows, and here and there.
func drawGaps(rng *rand.Rand, n, rows int) *Numbers {
	d := &Numbers{Rows: rows, Gaps: true, Arity: make([]int, n)}
	for v := range n {
		if v > 0 && rng.IntN(3) == 0 {
			d.Arity[v] = 2 + rng.IntN(2)
		}
		column := make([]float64, rows)
		for row := range column {
			x := rng.NormFloat64()
			if v > 0 && d.Arity[v-1] == 0 && !math.IsNaN(d.Columns[v-1][row]) {
				x += d.Columns[v-1][row]
			}
			if d.Arity[v] > 0 {
				x = float64(rng.IntN(d.Arity[v]))
			}
			if column[row] = x; rng.IntN(12) == 0 || (row*3/rows == v%3 && rng.IntN(50) > 0) {
				column[row] = math.NaN()
			}
		}
		d.Columns = append(d.Columns, column)
	}
	return d
}

// The sums of patterns give what the rows give one by one.
func TestPatternsExpectWhatRowsDo(t *testing.T) {
	team := parallel.NewTeam(2)
	defer team.Close()
	rapid.Check(t, func(t *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(t, "rows"))
		d := drawGaps(rng, rapid.IntRange(1, 6).Draw(t, "n"), rapid.IntRange(30, 90).Draw(t, "count"))
		p, err := NewPatterns(context.Background(), d, team)
		require.NoError(t, err)
		_, wide := expanded(d, false)
		if len(wide.Columns) != p.n {
			t.Skip("a column without any value")
		}
		incomplete, err := newIncomplete(context.Background(), wide, team)
		require.NoError(t, err)
		one := newEM(incomplete)
		at := p.Independent()
		rows := float64(d.Rows)
		for range 5 {
			next := p.Expect(at, team)
			want := one.expect(at.Mean, at.Covariance, team)
			for j := range p.n {
				require.InDelta(t, want.cells[j]/rows, next.Mean[j], 1e-7)
				for k := range j + 1 {
					x := want.products[j*p.n+k]/rows - next.Mean[j]*next.Mean[k]
					require.InDelta(t, x, next.Covariance[j*p.n+k], 1e-6)
					require.Equal(t, next.Covariance[j*p.n+k], next.Covariance[k*p.n+j])
				}
			}
			at = next
		}
	})
}

// Of a complete DAG the fitted distribution is the one that it is fitted to. Of any DAG, each variable has the covariance with its
// parents, and its own, that it had; and others are as the regressions say.
func TestFittedDistributions(t *testing.T) {
	team := parallel.NewTeam(1)
	defer team.Close()
	rapid.Check(t, func(t *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(t, "rows"))
		n := rapid.IntRange(1, 6).Draw(t, "n")
		d := drawGaps(rng, n, 200)
		p, err := NewPatterns(context.Background(), d, team)
		require.NoError(t, err)
		at := p.Expect(p.Expect(p.Independent(), team), team)
		order, all, some := make([]int32, n), make([][]int32, n), make([][]int32, n)
		for v := range order {
			order[v] = int32(v)
			all[v] = order[:v]
			for u := range v {
				if rng.IntN(2) == 0 {
					some[v] = append(some[v], int32(u))
				}
			}
		}
		whole := p.Fit(at, order, all)
		for j, x := range at.Covariance {
			require.InDelta(t, x, whole.Covariance[j], 1e-3)
		}
		fitted := p.Fit(at, order, some)
		again := p.Fit(fitted, order, some)
		for j, x := range fitted.Covariance {
			require.InDelta(t, x, again.Covariance[j], 1e-3)
		}
		require.GreaterOrEqual(t, p.Information(at.Covariance, 0, int32(n-1)), 0.0)
		if n > 1 {
			none := p.Fit(at, order, make([][]int32, n))
			require.InDelta(t, 0, p.Information(none.Covariance, 0, int32(n-1)), 1e-9)
		}
	})
}
