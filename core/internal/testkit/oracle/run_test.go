package oracle_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// paperExample is the example of the paper's Appendix E. The nodes w, x, y, z are 0, 1, 2, 3.
func paperExample() []oracle.Matrix {
	return []oracle.Matrix{
		oracle.FromArcs(4, [][2]int{{0, 1}, {1, 2}, {2, 3}}),
		oracle.FromArcs(4, [][2]int{{0, 1}, {0, 2}, {1, 3}}),
		oracle.FromArcs(4, [][2]int{{0, 1}, {2, 1}, {1, 3}}),
	}
}

func TestPaperExample(t *testing.T) {
	run := oracle.Run(paperExample(), oracle.Options{KMax: 10, FromDAG: true})
	require.Equal(t, []int{0, 2, 1, 3}, run.Order)
	require.Equal(t, [][2]int{{0, 1}, {0, 2}, {2, 1}, {2, 3}}, run.IMaps[0].Arcs())
	require.Equal(t, [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 1}, {2, 3}}, run.Fusion.Arcs())

	first := oracle.Candidates(run.Start, run.Inputs, nil, 10, false)
	require.Equal(t, []int64{3, 2, 2, 2, 1}, scores(first))
	require.Equal(t, [][2]int{{2, 3}}, run.Steps[0].Removed[0])

	second := oracle.Candidates(run.State(1), run.Pruned(1), nil, 10, false)
	require.Equal(t, []int64{3, 4, 2, 2, 2, 4, 2}, scores(second))
	require.Equal(t, 1, run.Prefix(0.5))
	require.Equal(t, 1, run.Prefix(1.0/3), "an edge whose score equals θ must be deleted")
	want := oracle.FromArcs(4, [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 1}})
	require.True(t, oracle.SameClass(want, run.Extension(1)))
}

func scores(list []oracle.Candidate) []int64 {
	out := []int64{}
	for _, c := range list {
		out = append(out, c.Score)
	}
	return out
}

// Each state is the CPDAG of a class, has one edge less than the state before, and d-separates u from v
// given S (Chickering 2002, definition 13). A run with the θ of a breakpoint stops there.
func TestInvariantsOfRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "n")
		dags := []oracle.Matrix{oracle.DrawDAG(t, n, "a"), oracle.DrawDAG(t, n, "b")}
		run := oracle.Run(dags, oracle.Options{KMax: -1, FromDAG: rapid.Bool().Draw(t, "from the DAG")})
		require.Len(t, run.Steps, run.Fusion.Edges())
		for k, s := range run.Steps {
			require.Equal(t, oracle.ClassCPDAG(run.Extension(k+1)), s.State)
			require.Equal(t, run.State(k).Edges()-1, s.State.Edges())
			require.True(t, oracle.DSeparated(run.Extension(k+1), s.U, s.V, s.S))
		}
		for _, k := range run.Breakpoints()[1:] {
			theta := float64(run.Steps[k-1].Score) / float64(run.TotalWeight())
			for _, s := range run.Steps[:k] {
				theta = max(theta, float64(s.Score)/float64(run.TotalWeight()))
			}
			require.Equal(t, k, run.Prefix(theta))
		}
	})
}

func TestIdenticalInputsAreKeptBelowThetaOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := oracle.DrawDAG(t, rapid.IntRange(1, 5).Draw(t, "n"), "g")
		run := oracle.Run([]oracle.Matrix{g, g, g}, oracle.Options{KMax: 10})
		require.True(t, oracle.SameClass(g, run.Fusion))
		require.Zero(t, run.Prefix(0.99))
		require.Zero(t, run.SumSMHD(run.Auto()))
	})
}

// The mean SMHD is a vote (MCBNC): it is a constant plus, for each moral edge of the graph, 1 − 2 × the
// share of inputs with that edge.
func TestSMHDIsAVote(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "n")
		dags := []oracle.Matrix{oracle.DrawDAG(t, n, "a"), oracle.DrawDAG(t, n, "b"), oracle.DrawDAG(t, n, "c")}
		g := oracle.DrawDAG(t, n, "g")
		want, got := 0, 0
		for _, d := range dags {
			want += len(oracle.Moral(d).Links())
			got += oracle.SMHD(g, d)
			for _, e := range oracle.Moral(g).Links() {
				want++
				if oracle.Moral(d)[e[0]][e[1]] {
					want -= 2
				}
			}
		}
		require.Equal(t, want, got)
	})
}

func TestSHDCountsPairsOnce(t *testing.T) {
	chain := oracle.FromArcs(3, [][2]int{{0, 1}, {1, 2}})
	collider := oracle.FromArcs(3, [][2]int{{0, 1}, {2, 1}})
	require.Equal(t, 2, oracle.SHD(chain, collider))
	require.Equal(t, 0, oracle.SHD(chain, oracle.FromArcs(3, [][2]int{{2, 1}, {1, 0}})))
	require.Equal(t, 2, oracle.SHD(oracle.New(3), collider))
	require.Equal(t, 1, oracle.SMHD(chain, collider))
}

// A tree has treewidth 1, a cycle 2, a 3 × 3 grid 3, and a clique n − 1.
func TestTreewidth(t *testing.T) {
	grid := oracle.New(9)
	for x := range 9 {
		if x%3 < 2 {
			grid[x][x+1] = true
		}
		if x < 6 {
			grid[x][x+3] = true
		}
	}
	for want, g := range map[int]oracle.Matrix{
		0: oracle.New(3),
		1: oracle.FromArcs(4, [][2]int{{0, 1}, {0, 2}, {0, 3}}),
		2: oracle.FromArcs(5, [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {0, 4}}),
		3: grid,
		4: oracle.FromArcs(5, [][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}),
	} {
		require.Equal(t, want, oracle.ExactTreewidth(g.Skeleton()))
		require.Equal(t, want, oracle.MinFill(g.Skeleton()))
	}
	rapid.Check(t, func(t *rapid.T) {
		moral := oracle.Moral(oracle.DrawDAG(t, 7, "g"))
		exact := oracle.ExactTreewidth(moral)
		require.LessOrEqual(t, exact, oracle.MinFill(moral))
		require.LessOrEqual(t, exact, oracle.MaxCardinality(moral))
	})
}
