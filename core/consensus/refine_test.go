package consensus

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
)

// silent stands for so many DAGs that never answer anything but no.
type silent int

func (s silent) Count() int { return int(s) }

func (s silent) Adjacent(context.Context, int, bitset.Set, []bitset.Set) error { return nil }

func (s silent) Ancestral(_ context.Context, _, _ int, _, _, _ bitset.Set, in bitset.Set) error {
	in.Clear()
	return nil
}

func (s silent) Reach(context.Context, int, *ReachQuery) error { return nil }

func (s silent) MinCuts(context.Context, int, *CutQuery) error { return nil }

func (s silent) Explain(context.Context, int, int, int, bitset.Set, bitset.Set, []int32, []Cause) error {
	return nil
}

func (s silent) Prune(
	_ context.Context, _, _ int, _ bitset.Set, _ []int32, _ Marks, meanwhile func(),
) ([]CutEdge, error) {
	meanwhile()
	return nil, nil
}

// What a leaf was for another S, in a DAG that has not been asked again, is no cut of the
// edge: a bound must stand in its place.
func TestOnlyKnownLeavesBecomeCuts(t *testing.T) {
	g := graph.NewDAG(3) // all joined: no edge has a direction
	g.Add(0, 1)
	g.Add(0, 2)
	g.Add(1, 2)
	r, err := newRun(t.Context(), equiv.FromDAG(g, equiv.Completed), silent(2), Options{KMax: -1})
	require.NoError(t, err)
	d, e := r.alone, r.c.edgeBetween(0, 1)
	nd := r.c.list[e].h.nodes[0]
	nd.leaf[1] = 7
	d.asked.Add(0)
	d.sizes[0] = 2
	d.fill(aboutLeaf, e, nd, d.given)
	d.take()
	require.EqualValues(t, 2, *r.c.cutAt(e, 0))
	require.EqualValues(t, 0, *r.c.cutAt(e, 1))
	require.EqualValues(t, 2, r.c.sum[e])
	require.True(t, r.c.known.Row(e).Has(0))
	require.False(t, r.c.known.Row(e).Has(1))
}
