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

// A subset counts each DAG as often as given. It stays what it is when the inputs that
// it was taken from are pruned. A team changes nothing.
func TestSubsetAndTeam(t *testing.T) {
	team := parallel.NewTeam(3)
	defer team.Close()
	dags := graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(7), 60, 20, 0.3))
	base := New(20, dags, nil, team)
	which, times := []int32{3, 41, 17}, []int64{2, 1, 5}
	subset := base.Subset(which, times)
	all := make([]int32, 60)
	for i := range all {
		all[i] = int32(i)
	}
	_, err := base.Prune(t.Context(), 0, 1, bitset.New(20), all, consensus.NewMarks(60, 20), func() {})
	require.NoError(t, err)

	chosen := make([]*graph.DAG, len(which))
	for k, i := range which {
		chosen[k] = dags[i]
	}
	made := New(20, chosen, times, nil)
	a, b := make([]int64, 20), make([]int64, 20)
	require.NoError(t, subset.SinkCosts(t.Context(), a))
	require.NoError(t, made.SinkCosts(t.Context(), b))
	require.Equal(t, b, a)
	require.NoError(t, subset.MakeSink(t.Context(), 5, a))
	require.NoError(t, made.MakeSink(t.Context(), 5, b))
	require.Equal(t, b, a)
	for k := range which {
		require.True(t, subset.(*single).graph(0, k).DAG().Equal(chosen[k]))
	}
}

// Where rows are long, the order is made in the memory of the DAGs. Afterwards they are what they were: also when another
// order was begun, and in a subset.
func TestOrderInTheMemoryOfTheDAGs(t *testing.T) {
	team := parallel.NewTeam(2)
	defer team.Close()
	const n, few = 2_049, 40
	small := graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(3), 4, few, 0.1))
	dags := make([]*graph.DAG, len(small))
	for i, g := range small {
		dags[i] = graphtest.Spaced(g, n/few)
	}
	n0 := dags[0].N
	in, apart := New(n0, dags, nil, team), New(few, small, nil, nil)
	total, want := make([]int64, n0), make([]int64, few)
	require.NoError(t, in.SinkCosts(t.Context(), total))
	require.NoError(t, in.MakeSink(t.Context(), 7*(n/few), total))
	total = make([]int64, n0) // anew
	require.NoError(t, in.SinkCosts(t.Context(), total))
	require.NoError(t, apart.SinkCosts(t.Context(), want))
	for x := few - 1; x >= 0; x-- {
		for y := range few {
			require.Equal(t, want[y], total[y*(n/few)], "node %d before %d is made a sink", y, x)
		}
		require.NoError(t, in.MakeSink(t.Context(), x*(n/few), total))
		require.NoError(t, apart.MakeSink(t.Context(), x, want))
	}
	subset := in.Subset([]int32{2}, []int64{1})
	require.True(t, subset.(*single).graph(0, 0).DAG().Equal(dags[2]))
	for i, g := range in.DAGs() {
		require.True(t, g.Equal(dags[i]), "DAG %d", i)
	}
}
