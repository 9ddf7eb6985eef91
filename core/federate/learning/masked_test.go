package learning_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/federate/learning"
	"github.com/mcbnc/mcbnc/core/federate/masked"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/internal/testkit/rowstest"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Under masks a site sends all but scores of its own rows, and of these not one.
func TestNoOwnScoresUnderMasks(t *testing.T) {
	kind, _ := score.Find("bdeu")
	site := &learning.Site{
		Data: rowstest.Sites(oracle.Rand(1), 1, []int32{2, 3, 2}, 40, 41)[0], Score: kind, Parameters: score.Parameters{ESS: 1},
		Structure: learning.Structure{DAG: graph.NewDAG(3)}, Widest: 2,
	}
	q := &learning.Question{Facts: true, Pairs: learning.Counted, Unit: 30, Tables: [][]int32{{0, 1}}}
	told, err := site.Answer(t.Context(), q)
	require.NoError(t, err)
	wider, err := site.Unmasked(t.Context(), q)
	require.NoError(t, err)
	require.Equal(t, wider, told.Numbers())
	q.Own = [][]int32{{0}}
	_, err = site.Answer(t.Context(), q)
	require.ErrorContains(t, err, "no sums over rows")
	more, err := site.Unmasked(t.Context(), q)
	require.NoError(t, err)
	require.Equal(t, wider, more[:len(more)-1])

	q.Own, q.Tables = nil, [][]int32{{0, 1, 2}}
	for _, ask := range []func() error{
		func() error { _, err := site.Answer(t.Context(), q); return err },
		func() error { _, err := site.Unmasked(t.Context(), q); return err },
	} {
		var wide *masked.WideError
		require.ErrorAs(t, ask(), &wide)
	}
}

// Ranks at a site are of numbers alone: the same score of states alone takes none.
func TestNoRanksUnderMasks(t *testing.T) {
	kind, _ := score.Find("dg")
	team := parallel.NewTeam(1)
	defer team.Close()
	q := &learning.Question{Facts: true, Products: true}
	for _, ranks := range []bool{false, true} {
		arity := []int{2, 3}
		if ranks {
			arity = []int{2, 0}
		}
		public := &learning.Public{Arity: arity, Score: kind, Parameters: score.Parameters{Penalty: 1}, Numbers: &learning.Numbers{Most: 100}}
		site := numbersSite(t, public, drawMixed(oracle.Rand(1), 40, arity))
		site.Team = team
		wider, err := site.Unmasked(t.Context(), q)
		require.NoError(t, err)
		told, err := site.Answer(t.Context(), q)
		if ranks {
			require.ErrorContains(t, err, "depend on all rows of the site")
			continue
		}
		require.NoError(t, err)
		require.Equal(t, wider, told.Numbers())
	}
}
