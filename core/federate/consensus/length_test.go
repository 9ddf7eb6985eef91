package consensus

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A site answers a question of exactly as many numbers as it may send, and refuses one of more.
func TestMost(t *testing.T) {
	kinds := map[Kind]int{}
	for seed := range 200 {
		terms, dags := anyTerms(oracle.Rand(uint64(seed)))
		s := newSites(terms, dags)
		_, err := Coordinate(t.Context(), terms, s.ask)
		require.NoError(t, err)
		for k, q := range s.log {
			site := &Site{Terms: terms, DAGs: dags[:1], Secret: s.secrets[0]}
			whole, err := site.Unmasked(t.Context(), q)
			require.NoError(t, err)
			require.Len(t, s.sums[k], len(whole))
			site.Most = len(whole)
			again, err := site.Unmasked(t.Context(), q)
			require.NoError(t, err)
			require.Equal(t, whole, again)
			if site.Most--; site.Most > 0 {
				_, err = site.Unmasked(t.Context(), q)
				var long *TooLongError
				require.ErrorAs(t, err, &long, "seed %d: %s", seed, q.Kind)
				require.Equal(t, site.Most, long.Most)
				kinds[q.Kind]++
			}
		}
	}
	require.Len(t, kinds, 5)
}

// complete is a DAG with all arcs, whose edges offer 2^(n-2) deletions each.
func complete(n int) *graph.DAG {
	g := graph.NewDAG(n)
	for v := range n {
		for u := range v {
			g.Add(u, v)
		}
	}
	return g
}

// What a question asks for is not made before it is refused. Here it would be 2^22 numbers for each of
// 1225 edges, at each of many states.
func TestNothingIsMadeOfALongQuestion(t *testing.T) {
	const n = 50
	g := complete(n)
	site := &Site{Terms: &Terms{N: n, Weights: ones(3), Run: consensus.Options{KMax: -1}}, DAGs: []*graph.DAG{graph.NewDAG(n)}, Most: 1_000_000}
	q := &Question{Kind: Cuts, Fusion: g}
	for v := range n {
		for u := range v {
			q.Open = append(q.Open, Pair{int32(u), int32(v)})
		}
	}
	var long *TooLongError
	_, err := site.Unmasked(t.Context(), q)
	require.ErrorAs(t, err, &long)
}

// A question about several states keeps to the budget, however much the site may send.
func TestBudgetHoldsTheCoordinator(t *testing.T) {
	const n = 6
	site := &Site{Terms: &Terms{N: n, Weights: ones(3), Budget: 8}, DAGs: []*graph.DAG{complete(n)}, Most: 1000}
	q := &Question{Kind: Costs, Order: []int32{5, 4}, Drafted: 2}
	_, err := site.Unmasked(t.Context(), q)
	var long *TooLongError
	require.ErrorAs(t, err, &long)
	require.Equal(t, 8, long.Most)
	site.Terms.Budget = 9
	numbers, err := site.Unmasked(t.Context(), q)
	require.NoError(t, err)
	require.Len(t, numbers, 9)
	site.Terms.Budget = 1
	q.Drafted = 1
	_, err = site.Unmasked(t.Context(), q)
	require.NoError(t, err)
}
