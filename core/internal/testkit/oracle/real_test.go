package oracle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The runs on real networks come from a third, independent implementation. The oracle takes minutes on the
// larger networks, so the test has small ones only.
func TestRealRuns(t *testing.T) {
	runs := golden.RealRuns(t, "asia_")
	if !testing.Short() {
		runs = append(runs, golden.RealRuns(t, "insurance_r10_can")...)
	}
	for _, want := range runs {
		t.Run(want.ID, func(t *testing.T) {
			clients := golden.LoadClients(t, want.Clients)
			require.Equal(t, want.Names, clients.SortedNames())
			run := oracle.Run(graphs(clients.Matrices(want.R)), oracle.Options{
				Weights: want.Options.Weights, KMax: want.Options.Cap(),
				FromDAG: want.Options.Start == "dag", Canonical: want.Options.Canonical,
			})
			require.Equal(t, want.Order, run.Order)
			require.Equal(t, want.Union, run.Fusion.Arcs())
			var steps []golden.RealStep
			for _, s := range run.Steps {
				steps = append(steps, golden.RealStep{U: s.U, V: s.V, Undirected: s.Undirected, H: s.H, Score: s.Score})
			}
			require.Equal(t, want.Steps, steps)
			if len(want.States) > 0 {
				requireStates(t, want, run, clients.GoldMatrix())
			}
		})
	}
}

func requireStates(t *testing.T, want golden.RealRun, run oracle.Trajectory, gold oracle.Matrix) {
	require.Len(t, run.Breakpoints(), len(want.States))
	for i, k := range run.Breakpoints() {
		w, state := want.States[i], run.State(k)
		require.Equal(t, w.Steps, k)
		if w.Theta != nil {
			require.Equal(t, k, run.Prefix(*w.Theta))
		}
		require.Equal(t, w.Edges, state.Edges())
		require.Equal(t, w.SMHDGold, oracle.SMHD(state, gold))
		require.Equal(t, w.SMHDInputs, run.SumSMHD(k))
		require.Equal(t, w.MinFill, oracle.MinFill(oracle.Moral(state)))
		require.True(t, oracle.SameClass(run.Extension(k), oracle.FromArcs(len(state), w.DAG)))
		require.Equal(t, w.Refusion, run.Refusion(k).Arcs())
	}
}

func graphs(rows [][][]bool) []oracle.Matrix {
	out := make([]oracle.Matrix, len(rows))
	for i, g := range rows {
		out[i] = g
	}
	return out
}
