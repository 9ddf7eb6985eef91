package local

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// DAGs as lanes answer as each of them does alone, before a pruning and after it.
func TestManyDAGs(t *testing.T) {
	team := parallel.NewTeam(3)
	defer team.Close()
	for _, n := range []int{9, 32, 37, 50, 64} {
		dags := graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(uint64(n)), 600, n, 2.7/float64(n)))
		checkMany(t, newLaned(n, dags, nil, team), dags, nil)
	}
}

// Many DAGs are lanes if they have most arcs in common.
func TestWhichDAGsAreLanes(t *testing.T) {
	random := func(n, r int) []*graph.DAG {
		return graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(9), r, n, 2.7/float64(n)))
	}
	for _, c := range []struct {
		dags  []*graph.DAG
		lanes bool
	}{
		{random(9, lanesFrom), true},
		{random(9, lanesFrom-1), false},
		{random(64, lanesFrom), false},
		{slices.Repeat(random(64, 1), lanesFrom), true},
		{slices.Repeat(random(65, 1), lanesFrom), false},
	} {
		_, laned := New(c.dags[0].N, c.dags, nil, nil).(*laned)
		require.Equal(t, c.lanes, laned, "%d DAGs of %d nodes", len(c.dags), c.dags[0].N)
	}
}

// So do lanes of few DAGs, which fill some words, sparse ones and dense ones. Some count several times in the order.
func TestLanes(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n, count := rapid.IntRange(9, 20).Draw(r, "n"), rapid.IntRange(1, 130).Draw(r, "r")
		rng, density := oracle.Rand(rapid.Uint64().Draw(r, "seed")), rapid.SampledFrom([]float64{0.1, 0.3, 0.7}).Draw(r, "density")
		dags, times := graphtest.DAGs(oracle.RandomDAGs(rng, count, n, density)), make([]int64, count)
		for i := range times {
			times[i] = 1 + rng.Int64N(rapid.SampledFrom([]int64{1, 2, 9}).Draw(r, "most"))
		}
		checkMany(r, newLaned(n, dags, times, nil), dags, times)
	})
}

// tester is a T, of testing or of rapid.
type tester interface {
	require.TestingT
	Context() context.Context
}

func checkMany(t tester, many Inputs, dags []*graph.DAG, times []int64) {
	n, r := dags[0].N, len(dags)
	alone := make([]Inputs, r)
	for i := range dags {
		var own []int64
		if times != nil {
			own = times[i : i+1]
		}
		alone[i] = New(n, dags[i:i+1], own, nil)
	}
	order, union := make([]int32, n), graph.NewDAG(n)
	for k, x := range oracle.Rand(3).Perm(n) {
		order[k] = int32(x)
	}
	checkCosts(t, many, alone, order)
	for _, in := range alone {
		require.NoError(t, in.MinimalIMaps(t.Context(), order, union, nil))
	}
	united, each := graph.NewDAG(n), make([]*graph.DAG, r)
	require.NoError(t, many.MinimalIMaps(t.Context(), order, united, each))
	require.True(t, union.Equal(united))

	list := make([]int32, r)
	for i := range list {
		list[i] = int32(i)
	}
	for v := n - 1; v > n-3; v-- {
		for i, answer := range answersOf(t, many, n, v) {
			require.Equal(t, answersOf(t, alone[i], n, v)[0], answer, "%d nodes, DAG %d", n, i)
		}
		marks, one := consensus.NewMarks(r, n), consensus.NewMarks(1, n)
		cut, err := many.Prune(t.Context(), 0, v, graphtest.Set(n, 3), list, marks, func() {})
		require.NoError(t, err)
		var apart []consensus.CutEdge
		for i := range dags {
			own, err := alone[i].Prune(t.Context(), 0, v, graphtest.Set(n, 3), list[:1], one, func() {})
			require.NoError(t, err)
			for _, e := range own {
				e.Dag = int32(i)
				apart = append(apart, e)
			}
			require.Equal(t, one.Touched.Row(0), marks.Touched.Row(i))
			require.Equal(t, one.Disturbed.Row(0), marks.Disturbed.Row(i))
		}
		require.Equal(t, apart, cut)
		for i, g := range many.DAGs() {
			for _, own := range alone[i].DAGs() {
				require.True(t, g.Equal(own))
			}
		}
	}
}

// checkCosts makes every node a sink.
func checkCosts(t tester, many Inputs, alone []Inputs, order []int32) {
	got, want := make([]int64, len(order)), make([]int64, len(order))
	require.NoError(t, many.SinkCosts(t.Context(), got))
	for _, in := range alone {
		require.NoError(t, in.SinkCosts(t.Context(), want))
	}
	require.Equal(t, want, got)
	for _, x := range order {
		require.NoError(t, many.MakeSink(t.Context(), int(x), got))
		for _, in := range alone {
			require.NoError(t, in.MakeSink(t.Context(), int(x), want))
		}
		require.Equal(t, want, got, "after node %d", x)
	}
}

// answers are those of one DAG about nodes 0 and v, given 2 and 5, or more.
type answers struct {
	cut, larger, inFamily uint16
	reached               bitset.Set
	ancestral             bool
	joined                [2]bool
	cause                 [2]consensus.Cause // without a proof, and with one
}

func answersOf(t tester, in Inputs, n, v int) []answers {
	r := in.Count()
	all := bitset.Full(r)
	less, more, probe := graphtest.Set(n, 2), graphtest.Set(n, 2, 5, 6), graphtest.Set(n, 5, 6)
	sizes := func(q consensus.CutQuery) []uint16 {
		q.U, q.V, q.Dags, q.Sizes = 0, v, all, make([]uint16, r)
		require.NoError(t, in.MinCuts(t.Context(), consensus.Alone, &q))
		return q.Sizes
	}
	cut, larger := sizes(consensus.CutQuery{Given: less, Removed: more}), sizes(consensus.CutQuery{Given: more, Removed: more})
	family := graphtest.Set(n, 0, 2, 5, v)
	reach := consensus.ReachQuery{V: v, Given: family, Family: family, Dags: all, Reached: bitset.NewMatrix(r, n)}
	require.NoError(t, in.Reach(t.Context(), consensus.Alone, &reach))
	inFamily := sizes(consensus.CutQuery{Family: family, Reached: reach.Reached})
	ancestral, joined := bitset.New(r), []bitset.Set{bitset.New(r), bitset.New(r)}
	require.NoError(t, in.Ancestral(t.Context(), 0, v, less, probe, all, ancestral))
	require.NoError(t, in.Adjacent(t.Context(), v, graphtest.Set(n, 1, 3), joined))

	out := make([]answers, r)
	for i := range out {
		out[i] = answers{
			cut: cut[i], larger: larger[i], inFamily: inFamily[i], reached: reach.Reached.Row(i), ancestral: ancestral.Has(i),
			joined: [2]bool{joined[0].Has(i), joined[1].Has(i)},
		}
		if larger[i] > cut[i] {
			for k, prove := range []bool{false, true} {
				require.NoError(t, in.Explain(
					t.Context(), consensus.Alone, 0, v, less, more, prove, []int32{int32(i)}, out[i].cause[k:k+1],
				))
			}
		}
	}
	return out
}

// Some of very many DAGs are inputs of their own.
func TestSubsetOfMany(t *testing.T) {
	const n, r = 37, 600
	dags := graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(12), r, n, 0.08))
	many := newLaned(n, dags, nil, nil)
	few := many.Subset([]int32{7, 599}, []int64{1, 1})
	twice := make([]int32, r)
	for i := range twice {
		twice[i] = int32(r - 1 - i)
	}
	turned := many.Subset(twice, nil)
	answers := answersOf(t, many, n, n-1)
	require.IsType(t, &single{}, few)
	require.Equal(t, answers[7], answersOf(t, few, n, n-1)[0])
	require.Equal(t, answers[599], answersOf(t, few, n, n-1)[1])
	require.IsType(t, &laned{}, turned)
	for i, answer := range answersOf(t, turned, n, n-1) {
		require.Equal(t, answers[r-1-i], answer)
	}
}

// Arcs come with the weights of the DAGs that have them.
func TestEachArc(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng, n, count := oracle.Rand(rapid.Uint64().Draw(t, "seed")), 5, rapid.IntRange(1, 130).Draw(t, "r")
		dags, weights := graphtest.DAGs(oracle.RandomDAGs(rng, count, n, 0.4)), make([]int64, count)
		for i := range weights {
			weights[i] = rng.Int64N(4)
		}
		sums := func(in Inputs) (out [5][5]int64) {
			in.EachArc(weights, func(u, v int, weight int64) { out[u][v] += weight })
			return out
		}
		got := sums(newLaned(n, dags, nil, nil))
		require.Equal(t, sums(New(n, dags, nil, nil)), got)
		for u := range n {
			for v := range n {
				want := int64(0)
				for i, g := range dags {
					if g.Has(u, v) {
						want += weights[i]
					}
				}
				require.Equal(t, want, got[u][v])
			}
		}
	})
}

// Cuts in any graph are as large in lanes as in one DAG at a time, also where a unit has to be sent back. The ends of each edge
// of the graph have a common child, which is given and removed.
func TestCutsOfLanes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(t, "seed"))
		for range 8 {
			checkCutsOfMarriages(t, rng)
		}
	})
}

func checkCutsOfMarriages(t tester, rng *rand.Rand) {
	const nodes, edges, r = 20, 44, 64
	dags, children := make([]*graph.DAG, r), bitset.New(nodes+edges)
	for i := range dags {
		dags[i] = graph.NewDAG(nodes + edges)
	}
	for c := nodes; c < nodes+edges; c++ {
		children.Add(c)
		ends := rng.Perm(nodes)
		if end := c % 4; end < 2 && ends[1] != end { // 0 and 1 have many edges, so cuts are elsewhere
			ends[0] = end
		}
		for _, g := range dags {
			if rng.IntN(8) > 0 {
				g.Add(ends[0], c)
				g.Add(ends[1], c)
			}
		}
	}
	sizes := func(in Inputs, v int) []uint16 {
		q := consensus.CutQuery{U: 0, V: v, Given: children, Removed: children, Dags: bitset.Full(r), Sizes: make([]uint16, r)}
		require.NoError(t, in.MinCuts(t.Context(), consensus.Alone, &q))
		return q.Sizes
	}
	many, alone := newLaned(nodes+edges, dags, nil, nil), New(nodes+edges, dags, nil, nil)
	for v := 1; v < nodes; v++ {
		require.Equal(t, sizes(alone, v), sizes(many, v), "0 and %d", v)
	}
}
