package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// In a complete fusion every edge has every other node in its NA. The first step is the best of
// all 2^(n-2) S of its edge, the smallest H first. No other edge that is looked at has a better
// one. Every S is tried, with cuts that other tests hold to the oracle.
func TestManyNeighbours(t *testing.T) {
	t.Parallel()
	sizes := []int{12, 14, 16, 20, 22}
	if testing.Short() {
		sizes = sizes[:3]
	}
	for _, n := range sizes {
		limits := []int{0, 1, 2}
		if n > 14 {
			limits = limits[:1]
		}
		for seed := range uint64(2 * len(limits)) {
			limit := limits[seed/2]
			rng := oracle.Rand(seed*100 + uint64(n))
			dags := oracle.RandomDAGs(rng, 3, n, 0.15+0.3*rng.Float64())
			complete := oracle.RandomDAGs(rng, 1, n, 1)
			inputs := graphtest.DAGs(append(dags, complete...))
			weights := []int64{1, 2, 1 << 20, 1}
			f, run := runOn(t, inputs, 2, consensus.Options{Weights: weights, Cap: limit, KMax: -1, ShareFrom: 1})
			require.Equal(t, n*(n-1)/2, f.Union.Arcs())

			step := run.Steps[0]
			score, h := bestOf(t, f.Union, inputs, weights, limit, int(step.U), int(step.V))
			require.Equal(t, score, step.Score, "n = %d", n)
			require.Len(t, step.H, h, "n = %d", n)
			for range 2 {
				u := rng.IntN(n - 1)
				v := u + 1 + rng.IntN(n-1-u)
				other, _ := bestOf(t, f.Union, inputs, weights, limit, u, v)
				require.GreaterOrEqual(t, other, step.Score, "n = %d, edge %d–%d", n, u, v)
			}
		}
	}
}

// In dense fusions a step may delete an edge between two nodes that all S of a subproblem hold. Then
// no S is left of the subproblem. In two seeds of twenty thousand, a run that kept such a
// subproblem would ask for a node that there is not.
func TestDenseRunEqualsNaiveRun(t *testing.T) {
	t.Parallel()
	seeds := []uint64{17551, 9137}
	if testing.Short() {
		seeds = seeds[:1]
	}
	for _, seed := range seeds {
		rng := oracle.Rand(seed)
		n, r := 6+rng.IntN(8), 2+rng.IntN(10)
		dags := oracle.RandomDAGs(rng, r, n, 0.3+0.7*rng.Float64())
		want := oracle.Run(dags, oracle.Options{KMax: -1})
		_, got := runOn(t, graphtest.DAGs(dags), 1, consensus.Options{KMax: -1})
		requireSteps(t, flattenNaive(want), flattenAll(r, got.Steps), "seed %d", seed)
	}
}

// bestOf tries every S of the edge u–v in the class of a complete DAG. It returns the lowest score,
// with this cap, and the size of the smallest H that has it.
func bestOf(
	t *testing.T, fusion *graph.DAG, inputs []*graph.DAG, weights []int64, limit, u, v int,
) (score int64, h int) {
	t.Helper()
	n := fusion.N
	class := equiv.FromDAG(fusion, equiv.Completed)
	na := bitset.New(n)
	class.NA(v, u, na)
	members := na.Append(nil)
	require.Len(t, members, n-2)
	graphs := make([]*flow.Graph, len(inputs))
	for i := range inputs {
		graphs[i] = flow.NewGraph(inputs[i])
	}
	space, s := flow.NewCutter(n), bitset.New(n)
	score = -1
	for mask := range 1 << len(members) {
		s.Clear()
		for k, x := range members {
			if mask>>k&1 == 1 {
				s.Add(int(x))
			}
		}
		sum := int64(0)
		for i, g := range graphs {
			cut := space.MinCut(g, u, v, s, s, flow.NoLimit)
			if limit > 0 {
				cut = min(cut, limit)
			}
			sum += weights[i] * int64(cut)
		}
		out := len(members) - s.Count()
		if score < 0 || sum < score || sum == score && out < h {
			score, h = sum, out
		}
	}
	return score, h
}
