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

// Every golden case is tested in full: those of this repository always, others where there are any.
func TestGoldenCases(t *testing.T) {
	t.Parallel()
	golden.Each(t, func(t *testing.T, c golden.Case) {
		f, run := runOn(t, graphtest.DAGs(c.Matrices()), 1, consensus.Options{Weights: c.Weights, KMax: c.Cap()})
		checkFusion(t, c, f)
		t.Run("cpdag", func(t *testing.T) { checkRun(t, c, run, c.Trajectory.CPDAG.Steps, c.Thetas.CPDAG) })
		_, run = runOn(t, graphtest.DAGs(c.Matrices()), 1,
			consensus.Options{Weights: c.Weights, KMax: c.Cap(), Start: equiv.Directed})
		t.Run("dag", func(t *testing.T) { checkRun(t, c, run, c.Trajectory.DAG.Steps, c.Thetas.DAG) })
	})
}

func checkFusion(t *testing.T, c golden.Case, f *Fusion) {
	t.Helper()
	require.Equal(t, c.Order, graphtest.Ints(f.Order))
	require.Len(t, f.IMaps, len(c.MinimalIMaps))
	for i, g := range f.IMaps {
		require.Equal(t, golden.Matrix(c.N, c.MinimalIMaps[i]), graphtest.Matrix(g), "I-map %d", i)
	}
	require.Equal(t, golden.Matrix(c.N, c.Union), graphtest.Matrix(f.Union))
	requirePDAG(t, c.N, c.CPDAG, equiv.FromDAG(f.Union, equiv.Completed).CPDAG())
	moral := f.Union.Moralize()
	triangulation, err := treewidth.Triangulate(t.Context(), c.N, moral, treewidth.MinFill)
	require.NoError(t, err)
	require.Equal(t, c.Treewidth.MinFill, triangulation.Width)
	for i, g := range graphtest.DAGs(c.Matrices()) {
		requirePDAG(t, c.N, c.InputCPDAGs[i], equiv.FromDAG(g, equiv.Completed).CPDAG())
		require.Equal(t, c.SMHDToInputs[i], metrics.SMHD(c.N, moral, g.Moralize()))
	}
}

func requirePDAG(t *testing.T, n int, want golden.PDAG, got *graph.PDAG) {
	t.Helper()
	require.Equal(t, want.Matrix(n), graphtest.PDAGMatrix(got))
}

func checkRun(t *testing.T, c golden.Case, run *consensus.Trajectory, steps []golden.Step, thetas []golden.State) {
	require.Len(t, run.Steps, len(steps))
	for k, want := range steps {
		got := run.Steps[k]
		require.Equal(t, flattenGolden(want), flatten(c.R, got), "step %d", k)
		require.Equal(t, golden.Float(want.Psi), got.Psi, "step %d", k)
		requirePDAG(t, c.N, want.CPDAG, StateOf(run, k+1).CPDAG())
	}
	dags := graphtest.DAGs(c.Matrices())
	for _, want := range thetas {
		k := stepsAt(run, golden.Float(want.Theta))
		require.Equal(t, want.StepsTaken, k, "theta %s", want.Theta)
		state := StateOf(run, k)
		requirePDAG(t, c.N, want.CPDAG, state.CPDAG())
		extension, err := Extension(state, nil, nil)
		require.NoError(t, err)
		require.Equal(t, golden.Matrix(c.N, want.Extension), graphtest.Matrix(extension))
		requirePDAG(t, c.N, want.ExtensionClass, equiv.FromDAG(extension, equiv.Completed).CPDAG())
		refusion, err := Refusion(t.Context(), dags, nil, run.Steps[:k], nil)
		require.NoError(t, err)
		require.Equal(t, golden.Matrix(c.N, want.Refusion), graphtest.Matrix(refusion), "theta %s", want.Theta)
	}
}

// The paper's worked example (Appendix E) by its numbers. Nodes are w, x, y, z.
func TestWorkedExample(t *testing.T) {
	t.Parallel()
	arcs := [][][2]int{{{0, 1}, {1, 2}, {2, 3}}, {{0, 1}, {0, 2}, {1, 3}}, {{0, 1}, {2, 1}, {1, 3}}}
	dags := make([]*graph.DAG, len(arcs))
	for i := range arcs {
		dags[i] = graphtest.DAG(golden.Matrix(4, arcs[i]))
	}
	theta := 0.5
	f, run := runOn(t, dags, 1, consensus.Options{KMax: 10, Start: equiv.Directed, Until: &theta})
	require.Equal(t, []int{0, 2, 1, 3}, graphtest.Ints(f.Order))
	require.Equal(t, golden.Matrix(4, [][2]int{{0, 1}, {0, 2}, {2, 1}, {2, 3}}), graphtest.Matrix(f.IMaps[0]))
	require.Equal(t, golden.Matrix(4, [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 1}, {2, 3}}), graphtest.Matrix(f.Union))
	require.Len(t, run.Steps, 1)
	require.Equal(t, []any{int32(2), int32(3), 1.0 / 3}, []any{run.Steps[0].U, run.Steps[0].V, run.Steps[0].Psi})
	require.Equal(t, []consensus.CutEdge{{Dag: 0, From: 2, To: 3, Arc: true}}, run.Steps[0].Cut)
	want := graphtest.DAG(golden.Matrix(4, [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 1}}))
	require.True(t, equiv.FromDAG(want, equiv.Completed).CPDAG().Equal(run.Final.CPDAG()))
}

func flattenGolden(s golden.Step) flatStep {
	return flattenParts(s.U, s.V, s.Undirected, s.H, s.S, s.Score, s.Cuts, s.Removed)
}
