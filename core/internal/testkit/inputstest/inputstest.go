// Package inputstest holds any implementation of engine.Inputs to its contract, by the
// brute-force oracle. It also has inputs that fail on purpose.
//
// inputstest.go has the cases and what is asked before a run, run.go what a run asks,
// prune.go what a run commands, fail.go the inputs that fail.
package inputstest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// Make returns the inputs under test for some DAGs. Each counts once in the order.
type Make func(dags []*graph.DAG) engine.Inputs

// Run tests that the inputs keep their contract.
func Run(t *testing.T, create Make) {
	for name, of := range map[string]struct {
		check func(*rapid.T, *world)
		steps []int // between nodes
	}{
		"order":     {checkOrder, []int{1}}, // the oracle takes too long for more
		"I-maps":    {checkIMaps, []int{1}},
		"adjacent":  {checkAdjacent, anyStep},
		"ancestral": {checkAncestral, anyStep},
		"reach":     {checkReach, anyStep},
		"cuts":      {checkCuts, anyStep},
		"explain":   {checkExplain, anyStep},
		"prune":     {checkPrune, anyStep},
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				of.check(t, drawWorld(t, create, rapid.SampledFrom(of.steps).Draw(t, "step")))
			})
		})
	}
	t.Run("cancelled", func(t *testing.T) { checkCancelled(t, create) })
}

// world is a case: some DAGs, and the inputs that stand for them.
type world struct {
	n, r int
	dags []oracle.Matrix // as the inputs should be by now
	in   engine.Inputs

	u, v       int   // two nodes
	less, more []int // sets of other nodes; less is a subset of more
	asked      bitset.Set
	worker     int
}

// anyStep has the steps between nodes: 1, and one with which a set takes two words.
var anyStep = []int{1, 1, 1, 17}

func drawWorld(t *rapid.T, create Make, step int) *world {
	n, r := rapid.IntRange(3, 7).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "r")
	if step > 1 {
		n = min(n, 5)
	}
	dags := make([]oracle.Matrix, r)
	graphs := make([]*graph.DAG, r)
	for i := range dags {
		graphs[i] = graphtest.Spaced(graphtest.DAG(oracle.DrawDAG(t, n, "dag")), step)
		dags[i] = graphtest.Matrix(graphs[i])
	}
	w := &world{n: n * step, r: r, dags: dags, in: create(graphs), asked: bitset.New(r)}
	w.u = rapid.IntRange(0, n-1).Draw(t, "u")
	w.v = (w.u + rapid.IntRange(1, n-1).Draw(t, "v")) % n * step
	w.u *= step
	for x := 0; x < w.n; x += step {
		if x == w.u || x == w.v {
			continue
		}
		switch rapid.IntRange(0, 2).Draw(t, "part") {
		case 0:
			w.less, w.more = append(w.less, x), append(w.more, x)
		case 1:
			w.more = append(w.more, x)
		}
	}
	for i := range r {
		if rapid.IntRange(0, 3).Draw(t, "asked") > 0 {
			w.asked.Add(i)
		}
	}
	w.worker = rapid.SampledFrom([]int{consensus.Alone, 0}).Draw(t, "worker")
	return w
}

func (w *world) set(nodes ...int) bitset.Set { return graphtest.Set(w.n, nodes...) }

// with is the set of these nodes and of u and v.
func (w *world) with(nodes []int) bitset.Set {
	set := w.set(nodes...)
	set.Add(w.u)
	set.Add(w.v)
	return set
}

// checkOrder holds the costs to the oracle's at each turn of an order.
func checkOrder(t *rapid.T, w *world) {
	_, picks := oracle.Order(w.dags, nil)
	total := make([]int64, w.n)
	require.NoError(t, w.in.SinkCosts(t.Context(), total))
	for _, pick := range picks {
		for _, x := range pick.Tied {
			require.EqualValues(t, pick.Cost, total[x], "node %d", x)
		}
		require.NoError(t, w.in.MakeSink(t.Context(), pick.Node, total))
	}
	checkAdjacent(t, w) // an order is made in copies
}

func checkIMaps(t *rapid.T, w *world) {
	all := make([]int, w.n)
	for x := range all {
		all[x] = x
	}
	order := rapid.Permutation(all).Draw(t, "order")
	order32 := make([]int32, w.n)
	for k, x := range order {
		order32[k] = int32(x)
	}
	imaps, kept, united := make([]*graph.DAG, w.r), graph.NewDAG(w.n), graph.NewDAG(w.n)
	require.NoError(t, w.in.MinimalIMaps(t.Context(), order32, kept, imaps))
	require.NoError(t, w.in.MinimalIMaps(t.Context(), order32, united, nil))
	union := graph.NewDAG(w.n)
	for i, imap := range imaps {
		require.Equal(t, oracle.MinimalIMap(w.dags[i], order), oracle.Matrix(graphtest.Matrix(imap)), "DAG %d", i)
		union.Unite(imap)
	}
	require.True(t, union.Equal(kept))
	require.True(t, union.Equal(united))
	checkAdjacent(t, w)
}

func checkAdjacent(t *rapid.T, w *world) {
	require.Equal(t, w.r, w.in.Count())
	among := w.set(append([]int{w.u}, w.more...)...)
	nodes := graphtest.Ints(among.Append(nil))
	in := make([]bitset.Set, len(nodes))
	for k := range in {
		in[k] = bitset.New(w.r)
	}
	require.NoError(t, w.in.Adjacent(t.Context(), w.v, among, in))
	for k, x := range nodes {
		for i, g := range w.dags {
			require.Equal(t, g.Adjacent(x, w.v), in[k].Has(i), "node %d, DAG %d", x, i)
		}
	}
}

// checkCancelled asks everything of fresh inputs with a context that has ended, and then
// asks other fresh inputs.
func checkCancelled(t *testing.T, create Make) {
	graphs := graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(1), 3, 4, 0.5))
	dags := bitset.New(3)
	dags.Fill(3)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, worker := range []int{consensus.Alone, 0} {
		for name, ask := range everyMethod(worker, dags) {
			require.ErrorIs(t, ask(ended, create(graphs)), context.Canceled, "%s, worker %d", name, worker)
			require.NoError(t, ask(t.Context(), create(graphs)), "%s, worker %d", name, worker)
		}
	}
}

// everyMethod asks each method that can fail one question about three DAGs of four nodes.
func everyMethod(worker int, dags bitset.Set) map[string]func(context.Context, engine.Inputs) error {
	total, none, probe, out := make([]int64, 4), bitset.New(4), graphtest.Set(4, 2), bitset.New(3)
	return map[string]func(context.Context, engine.Inputs) error{
		"SinkCosts": func(ctx context.Context, in engine.Inputs) error { return in.SinkCosts(ctx, total) },
		"MakeSink": func(ctx context.Context, in engine.Inputs) error {
			if err := in.SinkCosts(context.Background(), total); err != nil {
				return err
			}
			return in.MakeSink(ctx, 0, total)
		},
		"MinimalIMaps": func(ctx context.Context, in engine.Inputs) error {
			return in.MinimalIMaps(ctx, []int32{2, 0, 1, 3}, graph.NewDAG(4), nil)
		},
		"Adjacent": func(ctx context.Context, in engine.Inputs) error {
			return in.Adjacent(ctx, 0, probe, []bitset.Set{out})
		},
		"Ancestral": func(ctx context.Context, in engine.Inputs) error {
			return in.Ancestral(ctx, 0, 1, none, probe, dags, out)
		},
		"Reach": func(ctx context.Context, in engine.Inputs) error {
			return in.Reach(ctx, worker, &consensus.ReachQuery{
				V: 0, Given: probe, Family: probe, Dags: dags, Reached: bitset.NewMatrix(3, 4),
			})
		},
		"MinCuts": func(ctx context.Context, in engine.Inputs) error {
			return in.MinCuts(ctx, worker, &consensus.CutQuery{
				U: 0, V: 1, Given: none, Removed: none, Dags: dags, Sizes: make([]uint16, 3),
			})
		},
		"Explain": func(ctx context.Context, in engine.Inputs) error {
			return in.Explain(ctx, worker, 0, 1, none, probe, true, nil, nil)
		},
		"Prune": func(ctx context.Context, in engine.Inputs) error {
			_, err := in.Prune(ctx, 0, 1, none, []int32{0, 2}, consensus.NewMarks(2, 4), func() {})
			return err
		},
	}
}
