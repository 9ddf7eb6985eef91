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

// So many DAGs that graphs are made when they are asked answer as each of them does alone, before a pruning and after it.
func TestManyDAGs(t *testing.T) {
	const n, r = 9, 600
	team := parallel.NewTeam(3)
	defer team.Close()
	dags := graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(11), r, n, 0.3))
	many, alone := New(n, dags, nil, team), make([]*Inputs, r)
	got, want := make([]int64, n), make([]int64, n)
	require.NoError(t, many.SinkCosts(t.Context(), got))
	require.NoError(t, many.MakeSink(t.Context(), 4, got))
	order, union := []int32{3, 1, 4, 0, 5, 8, 2, 6, 7}, graph.NewDAG(n)
	for i := range dags {
		alone[i] = New(n, dags[i:i+1], nil, nil)
		require.NoError(t, alone[i].SinkCosts(t.Context(), want))
		require.NoError(t, alone[i].MakeSink(t.Context(), 4, want))
		require.NoError(t, alone[i].MinimalIMaps(t.Context(), order, union, nil))
	}
	require.Equal(t, want, got)
	united := graph.NewDAG(n)
	require.NoError(t, many.MinimalIMaps(t.Context(), order, united, nil))
	require.True(t, union.Equal(united))

	given, all, list := graphtest.Set(n, 2, 5), bitset.Full(r), make([]int32, r)
	for i := range list {
		list[i] = int32(i)
	}
	for range 2 {
		sizes, one := make([]uint16, r), make([]uint16, 1)
		ask := consensus.CutQuery{U: 0, V: 7, Given: given, Removed: given, Dags: all, Sizes: sizes}
		require.NoError(t, many.MinCuts(t.Context(), consensus.Alone, &ask))
		for i := range dags {
			ask.Dags, ask.Sizes = bitset.Full(1), one
			require.NoError(t, alone[i].MinCuts(t.Context(), consensus.Alone, &ask))
			require.Equal(t, one[0], sizes[i])
		}
		cut, err := many.Prune(t.Context(), 0, 8, graphtest.Set(n, 3), list, consensus.NewMarks(r, n), func() {})
		require.NoError(t, err)
		var apart []consensus.CutEdge
		for i := range dags {
			own, err := alone[i].Prune(t.Context(), 0, 8, graphtest.Set(n, 3), list[:1], consensus.NewMarks(1, n), func() {})
			require.NoError(t, err)
			for _, e := range own {
				e.Dag = int32(i)
				apart = append(apart, e)
			}
		}
		for i, g := range many.DAGs() {
			for _, own := range alone[i].DAGs() {
				require.True(t, g.Equal(own))
			}
		}
		require.Equal(t, apart, cut)
	}
}
