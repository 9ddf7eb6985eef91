package local

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// So many DAGs that their graphs are packed answer as each of them does alone, before a pruning and after it. Rows take four
// to eight bytes.
func TestManyDAGs(t *testing.T) {
	for _, n := range []int{9, 32, 37, 50, 64} {
		checkMany(t, n, 600)
	}
}

func checkMany(t *testing.T, n, r int) {
	t.Helper()
	team := parallel.NewTeam(3)
	defer team.Close()
	dags := graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(uint64(n)), r, n, 2.7/float64(n)))
	many, alone := New(n, dags, nil, team), make([]*Inputs, r)
	got, want := make([]int64, n), make([]int64, n)
	require.NoError(t, many.SinkCosts(t.Context(), got))
	require.NoError(t, many.MakeSink(t.Context(), 4, got))
	order, union := make([]int32, n), graph.NewDAG(n)
	for k, x := range oracle.Rand(3).Perm(n) {
		order[k] = int32(x)
	}
	for i := range dags {
		alone[i] = New(n, dags[i:i+1], nil, nil)
		require.NoError(t, alone[i].SinkCosts(t.Context(), want))
		require.NoError(t, alone[i].MakeSink(t.Context(), 4, want))
		require.NoError(t, alone[i].MinimalIMaps(t.Context(), order, union, nil))
	}
	require.Equal(t, want, got)
	united, each := graph.NewDAG(n), make([]*graph.DAG, r)
	require.NoError(t, many.MinimalIMaps(t.Context(), order, united, each))
	require.True(t, union.Equal(united))

	list := make([]int32, r)
	for i := range list {
		list[i] = int32(i)
	}
	for v := n - 1; v > n-3; v-- {
		for i, answer := range answersOf(t, many, r, v) {
			require.Equal(t, answersOf(t, alone[i], 1, v)[0], answer, "%d nodes, DAG %d", n, i)
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

// answers are those of one DAG about nodes 0 and v, given 2 and 5, or more.
type answers struct {
	cut, larger, inFamily uint16
	reached               bitset.Set
	ancestral             bool
	joined                [2]bool
	cause                 [2]consensus.Cause // without a proof, and with one
}

func answersOf(t *testing.T, in *Inputs, r, v int) []answers {
	t.Helper()
	n, all := in.n, bitset.Full(r)
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
	many := New(n, dags, nil, nil)
	few := many.Subset([]int32{7, 599}, []int64{1, 1})
	twice := make([]int32, r)
	for i := range twice {
		twice[i] = int32(r - 1 - i)
	}
	turned := many.Subset(twice, nil)
	answers := answersOf(t, many, r, n-1)
	require.Equal(t, answers[7], answersOf(t, few, 2, n-1)[0])
	require.Equal(t, answers[599], answersOf(t, few, 2, n-1)[1])
	for i, answer := range answersOf(t, turned, r, n-1) {
		require.Equal(t, answers[r-1-i], answer)
	}
}
