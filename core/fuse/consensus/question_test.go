package consensus

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// silent stands for a number of DAGs whose answers are all 0.
type silent int

func (s silent) Count() int { return int(s) }

func (s silent) Adjacent(context.Context, int, bitset.Set, []bitset.Set) error { return nil }

func (s silent) Ancestral(_ context.Context, _, _ int, _, _, _ bitset.Set, in bitset.Set) error {
	in.Clear()
	return nil
}

func (s silent) Reach(context.Context, int, *ReachQuery) error { return nil }

func (s silent) MinCuts(context.Context, int, *CutQuery) error { return nil }

func (s silent) Explain(context.Context, int, int, int, bitset.Set, bitset.Set, bool, []int32, []Cause) error {
	return nil
}

func (s silent) Prune(
	_ context.Context, _, _ int, _ bitset.Set, _ []int32, _ Marks, meanwhile func(),
) ([]CutEdge, error) {
	meanwhile()
	return nil, nil
}

// What a leaf was for another S is no cut of the edge, in a DAG that has not been asked again.
// A bound must stand in its place.
func TestOnlyKnownLeavesBecomeCuts(t *testing.T) {
	g := graph.NewDAG(3) // all joined: no edge has a direction
	g.Add(0, 1)
	g.Add(0, 2)
	g.Add(1, 2)
	r, err := newRun(t.Context(), equiv.FromDAG(g, equiv.Completed), silent(2), Options{KMax: -1})
	require.NoError(t, err)
	w, e := r.alone, r.table.between(0, 1)
	require.Equal(t, hsearch.Answer, w.next(e)) // about bounds, which silent makes 0
	w.record()
	require.Equal(t, hsearch.Answer, w.next(e))
	require.True(t, w.solver.Question.AboutLeaf)
	_, leaf := r.table.list[e].search.Leaf()
	leaf[1] = 7
	w.question.cut.Dags.Remove(1)
	w.sizes[0] = 2
	w.record()
	require.EqualValues(t, 2, *r.table.cutAt(e, 0))
	require.EqualValues(t, 0, *r.table.cutAt(e, 1))
	require.EqualValues(t, 2, r.table.sum[e])
	require.True(t, r.table.known.Row(e).Has(0))
	require.False(t, r.table.known.Row(e).Has(1))
}
