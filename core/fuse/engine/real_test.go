package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
	"github.com/mcbnc/mcbnc/core/graphs/treewidth"
	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
)

// Every run on real networks is tested in full: the order, the union, each step, each state.
func TestRealRuns(t *testing.T) {
	t.Parallel()
	for _, c := range golden.RealRuns(t, "") {
		t.Run(c.ID, func(t *testing.T) { checkRealRun(t, c) })
	}
}

func checkRealRun(t *testing.T, c golden.RealRun) {
	clients := golden.LoadClients(t, c.Clients)
	given := graphtest.DAGs(clients.Matrices(c.R))
	dags := given
	if c.Options.Canonical {
		dags = Canonicalize(given)
	}
	opt := consensus.Options{Weights: c.Options.Weights, KMax: c.Options.Cap(), ShareFrom: 1}
	if c.Options.Start == "dag" {
		opt.Start = equiv.Directed
	}
	f, run := runOn(t, dags, 2, opt)
	n := len(c.Names)
	require.Equal(t, c.Order, graphtest.Ints(f.Order))
	require.Equal(t, golden.Matrix(n, c.Union), graphtest.Matrix(f.Union))
	require.Len(t, run.Steps, len(c.Steps))
	for k, s := range run.Steps {
		got := golden.RealStep{
			U: int(s.U), V: int(s.V), Undirected: s.Undirected, H: graphtest.Ints(s.H), Score: s.Score,
		}
		require.Equal(t, c.Steps[k], got, "step %d", k)
	}

	gold := graphtest.DAG(clients.GoldMatrix()).Moralize()
	weights := opt.Weights
	if weights == nil {
		weights = ones(c.R)
	}
	morals := WeightedMorals(given, weights)
	walk := NewReplay(f.Union, opt.Start, Deletions(run.Steps))
	for _, want := range c.States {
		state, err := walk.Advance(want.Steps)
		require.NoError(t, err)
		if want.Theta != nil {
			require.Equal(t, want.Steps, stepsAt(run, *want.Theta))
		}
		moral := state.Member().Moralize()
		require.Equal(t, want.Edges, state.Edges())
		require.Equal(t, want.SMHDGold, metrics.SMHD(n, gold, moral))
		require.Equal(t, float64(want.SMHDInputs), morals.SMHD(moral).Over(1))
		triangulation, err := treewidth.Triangulate(t.Context(), n, moral, treewidth.MinFill)
		require.NoError(t, err)
		require.Equal(t, want.MinFill, triangulation.Width)
		extension, err := Extension(state, nil, nil)
		require.NoError(t, err)
		require.True(t, cpdag(golden.Matrix(n, want.DAG)).Equal(cpdag(graphtest.Matrix(extension))))
		refusion, err := Refusion(t.Context(), dags, nil, Removals(run.Steps[:want.Steps]), nil)
		require.NoError(t, err)
		require.Equal(t, golden.Matrix(n, want.Refusion), graphtest.Matrix(refusion))
	}
}

func cpdag(m [][]bool) *graph.PDAG { return equiv.FromDAG(graphtest.DAG(m), equiv.Completed).CPDAG() }
