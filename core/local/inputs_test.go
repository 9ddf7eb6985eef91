package local

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/internal/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/oracle"
	"github.com/mcbnc/mcbnc/core/parallel"
)

func drawInputs(t *rapid.T) []oracle.Matrix {
	n := rapid.IntRange(3, 7).Draw(t, "n")
	dags := make([]oracle.Matrix, rapid.IntRange(1, 4).Draw(t, "r"))
	for i := range dags {
		dags[i] = oracle.DrawDAG(t, n, "dag")
	}
	return dags
}

func all(r int) []int32 {
	out := make([]int32, r)
	for i := range out {
		out[i] = int32(i)
	}
	return out
}

func everyDAG(r int) bitset.Set {
	out := bitset.New(r)
	out.Fill(r)
	return out
}

func ask(t *rapid.T, in *Inputs, q *consensus.Query) {
	require.NoError(t, in.Answer(context.Background(), consensus.Alone, q))
}

// Everything that crosses the seam is what the oracle says of each DAG, and after a
// pruning, of what is left of it.
func TestAnswers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dags := drawInputs(t)
		n, r := len(dags[0]), len(dags)
		in := New(n, graphtest.DAGs(dags), nil, nil)
		u, v, s := 0, n-1, []int{1}
		given := graphtest.Set(n, s...)
		for range 2 {
			joined := []bitset.Set{bitset.New(r), bitset.New(r)}
			in.Adjacent(v, graphtest.Set(n, u, 1), joined)
			q := consensus.Query{U: u, V: v, Given: given, Removed: given, Dags: everyDAG(r), Sizes: make([]uint16, r)}
			ask(t, in, &q)
			want := oracle.Critical(dags, nil, u, v, s)
			for i := range dags {
				require.Equal(t, dags[i].Adjacent(u, v), joined[0].Has(i))
				require.Equal(t, dags[i].Adjacent(1, v), joined[1].Has(i))
				require.EqualValues(t, want.PerDAG[i], q.Sizes[i])
			}
			cut, err := in.Prune(context.Background(), u, v, given, all(r), consensus.NewMarks(r, n), func() {})
			require.NoError(t, err)
			sizes := make([]int, r)
			for _, e := range cut {
				sizes[e.Dag]++
				require.Equal(t, e.Arc, dags[e.Dag].Adjacent(int(e.From), int(e.To)))
				require.Equal(t, e.Arc, dags[e.Dag][e.From][e.To])
			}
			for i := range dags {
				require.Equal(t, want.PerDAG[i], sizes[i])
				dags[i] = dags[i].Clone()
			}
			for _, e := range cut {
				dags[e.Dag][e.From][e.To] = false
			}
		}
	})
}

// A search and the cuts that rest on it answer as a question of its own would.
func TestSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dags := drawInputs(t)
		n, r := len(dags[0]), len(dags)
		in := New(n, graphtest.DAGs(dags), nil, nil)
		v, parents := n-1, []int{0, 1}
		family := graphtest.Set(n, 0, 1, v)
		reached, region := bitset.NewMatrix(r, n), bitset.NewMatrix(r, n)
		ask(t, in, &consensus.Query{
			Search: true, V: v, Given: family, Family: family, Dags: everyDAG(r), Reached: reached, Region: region,
		})
		for k, u := range parents {
			want := oracle.Critical(dags, nil, u, v, []int{parents[1-k]})
			q := consensus.Query{U: u, V: v, Family: family, Region: region, Dags: everyDAG(r), Sizes: make([]uint16, r)}
			ask(t, in, &q)
			for i := range dags {
				require.Equal(t, want.PerDAG[i] > 0, reached.Row(i).Has(u))
				require.EqualValues(t, want.PerDAG[i], q.Sizes[i])
			}
		}
	})
}

// A subset answers as inputs made from it, whatever becomes of the ones it was
// taken from; a team changes nothing.
func TestSubsetAndTeam(t *testing.T) {
	team := parallel.NewTeam(3)
	defer team.Close()
	dags := graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(7), 60, 20, 0.3))
	base := New(20, dags, nil, team)
	which, times := []int32{3, 41, 17}, []int64{2, 1, 5}
	subset := base.Subset(which, times)
	_, err := base.Prune(context.Background(), 0, 1, bitset.New(20), all(60), consensus.NewMarks(60, 20), func() {})
	require.NoError(t, err)

	chosen := make([]*graph.DAG, len(which))
	for k, i := range which {
		chosen[k] = dags[i]
	}
	made := New(20, chosen, times, nil)
	a, b := make([]int64, 20), make([]int64, 20)
	require.NoError(t, subset.SinkCosts(context.Background(), a))
	require.NoError(t, made.SinkCosts(context.Background(), b))
	require.Equal(t, b, a)
	require.NoError(t, subset.MakeSink(context.Background(), 5, a))
	require.NoError(t, made.MakeSink(context.Background(), 5, b))
	require.Equal(t, b, a)
	for k := range which {
		require.True(t, subset.graphs[k].DAG().Equal(chosen[k]))
	}
}

// Once its context has ended, nothing goes on.
func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in := New(2, graphtest.DAGs([]oracle.Matrix{oracle.New(2)}), nil, nil)
	require.ErrorIs(t, in.SinkCosts(ctx, make([]int64, 2)), context.Canceled)
	require.ErrorIs(t, in.MakeSink(ctx, 0, make([]int64, 2)), context.Canceled)
	_, err := in.MinimalIMaps(ctx, []int32{0, 1})
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorIs(t, in.Answer(ctx, consensus.Alone, &consensus.Query{}), context.Canceled)
}
