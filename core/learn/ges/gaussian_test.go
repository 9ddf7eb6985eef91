package ges_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// drawLinear draws rows of a linear network with normal errors. Few rows make both phases gain.
func drawLinear(t *rapid.T, n int) *data.Numbers {
	rng := oracle.Rand(rapid.Uint64().Draw(t, "values"))
	rows := rapid.SampledFrom([]int{n + 2, 30, 400}).Draw(t, "rows")
	d := &data.Numbers{Rows: rows, Columns: make([][]float64, n)}
	order := rng.Perm(n)
	for i, y := range order {
		for range rows {
			d.Columns[y] = append(d.Columns[y], rng.NormFloat64())
		}
		for _, p := range order[:i] {
			if rng.IntN(2) == 0 {
				for row, x := range d.Columns[p] {
					d.Columns[y][row] += x
				}
			}
		}
	}
	return d
}

// On real-valued data, the search applies the same operators as the definition of greedy
// equivalence search, step by step, with gains that are equal to the last bit.
func TestRunOnRealValues(t *testing.T) {
	inserts, deletes := 0, 0
	check := func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		kind, _ := score.Find(rapid.SampledFrom([]string{"bic-g", "bge"}).Draw(t, "score"))
		parameters := score.Parameters{Penalty: 1, AlphaMu: 1, AlphaW: float64(n + 2)}
		model, err := kind.Continuous(scatterOf(drawLinear(t, n), nil), parameters)
		require.NoError(t, err)
		batch := model.NewBatch(1)
		arc := model.ArcPenalty(nil, 0, 0)
		local := func(y int, parents []int) int64 {
			var set []int32
			for _, p := range parents {
				set = append(set, int32(p))
			}
			without := batch.Open(0, 0, set, 0)
			return batch.Open(0, 0, append(slices.Clone(set), int32(y)), 0) - without - int64(len(parents))*arc
		}
		moves, state := oracle.GES(n, local, oracle.SearchOptions{MaxParents: -1})
		team := parallel.NewTeam(1)
		got, err := ges.Run(context.Background(), n, score.NewSets(model, team), team, ges.Options{MaxParents: -1})
		require.NoError(t, err)
		require.Equal(t, steps(moves), got.Steps)
		require.Equal(t, [][]bool(state), graphtest.PDAGMatrix(got.Class.CPDAG()))
		for _, step := range got.Steps {
			if step.Insert {
				inserts++
			} else {
				deletes++
			}
		}
	}
	rapid.Check(t, check)
	require.Positive(t, inserts)
	if testing.Short() { // a few cases may need no Delete
		return
	}
	for range 5 { // of a hundred cases one in two hundred times none needs a Delete
		rapid.Check(t, check)
	}
	require.Positive(t, deletes)
}

// scatterOf is the scatter of a table. Nothing ends it early.
func scatterOf(d *data.Numbers, team *parallel.Team) *data.Scatter {
	s, err := data.NewScatter(context.Background(), d, team)
	if err != nil {
		panic(err)
	}
	return s
}
