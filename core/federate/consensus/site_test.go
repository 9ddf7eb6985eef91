package consensus

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A site answers a question with the same numbers again.
func TestSameAnswerAgain(t *testing.T) {
	for seed := range 50 {
		terms, dags := anyTerms(oracle.Rand(uint64(seed)))
		s := newSites(terms, dags)
		_, err := Coordinate(t.Context(), terms, s.ask)
		require.NoError(t, err)
		first := slices.Clone(s.sums)
		for k := len(first) - 1; k >= 0; k-- {
			sum, err := s.ask(t.Context(), s.log[k])
			require.NoError(t, err)
			require.Equal(t, first[k], sum)
		}
	}
}

// The sums that make the union show whether a site has an arc, but not how many sites have it.
// Random numbers do not repeat: not within an answer, not with another secret or another order.
func TestUnionHidesCounts(t *testing.T) {
	const n = 12
	g := graph.NewDAG(n)
	for v := range n {
		for u := range v {
			g.Add(u, v)
		}
	}
	terms := &Terms{N: n, Weights: ones(2)}
	seen, ones := map[uint64]bool{}, 0
	forward, backward := make([]int32, n), make([]int32, n)
	for i := range n {
		forward[i], backward[n-1-i] = int32(i), int32(i)
	}
	for _, order := range [][]int32{forward, backward} {
		for _, secret := range []string{"a", "b"} {
			site := &Site{Terms: terms, DAGs: []*graph.DAG{g}, Secret: []byte(secret)}
			numbers, err := site.Unmasked(t.Context(), &Question{Kind: IMaps, Order: order})
			require.NoError(t, err)
			require.Len(t, numbers, pairs(n))
			for _, x := range numbers {
				require.False(t, seen[x] || x == 0)
				seen[x] = true
				ones += bits.OnesCount64(x)
			}
		}
	}
	require.InDelta(t, 32*len(seen), ones, 6*4*16.2) // six standard deviations of 264 numbers
}

// A question about more than one state asks for no more numbers than the budget allows.
func TestBudgetIsKept(t *testing.T) {
	full := 0
	for seed := range 200 {
		terms, dags := anyTerms(oracle.Rand(uint64(seed)))
		terms.Budget = 20
		s := newSites(terms, dags)
		_, err := Coordinate(t.Context(), terms, s.ask)
		require.NoError(t, err)
		for k, q := range s.log {
			if q.Drafted > 1 {
				require.LessOrEqual(t, len(s.sums[k]), 20, "seed %d", seed)
				full++
			}
			require.LessOrEqual(t, q.Drafted, terms.draft(), "seed %d", seed)
		}
	}
	require.Greater(t, full, 100)
}

// An impossible sum is an error that names the round, and no result.
func TestBadSums(t *testing.T) {
	for seed := range 30 {
		checkBadSums(t, seed)
	}
}

func checkBadSums(t *testing.T, seed int) {
	terms, dags := anyTerms(oracle.Rand(uint64(seed)))
	whole := newSites(terms, dags)
	_, err := Coordinate(t.Context(), terms, whole.ask)
	require.NoError(t, err)
	for round, q := range whole.log {
		for _, spoil := range []func([]uint64) []uint64{
			func(sum []uint64) []uint64 { return sum[1:] },
			func(sum []uint64) []uint64 { return append(slices.Clone(sum[1:]), 1<<63) },
		} {
			sum := spoil(whole.sums[round])
			if q.Kind == IMaps && len(sum) == len(whole.sums[round]) {
				continue // any number may be a sum of random ones
			}
			_, err := Next(t.Context(), terms, nil, append(slices.Clone(whole.sums[:round]), sum))
			var bad *BadSumError
			require.ErrorAs(t, err, &bad)
			require.Equal(t, round, bad.Round)
		}
	}
}

// An edge that offers more deletions than can be asked about ends the consensus with its name.
func TestTooManyDeletions(t *testing.T) {
	const n = 6
	g := graph.NewDAG(n)
	for v := range n {
		for u := range v {
			g.Add(u, v)
		}
	}
	terms := &Terms{N: n, Weights: ones(2), Run: consensus.Options{KMax: -1}, OpenAbove: 1, mostOpened: 3}
	s := newSites(terms, []*graph.DAG{g, g})
	_, err := Coordinate(t.Context(), terms, s.ask)
	var many *TooManyError
	require.ErrorAs(t, err, &many)
	require.Less(t, many.U, many.V)
	terms.mostOpened = 16
	_, err = Coordinate(t.Context(), terms, s.ask)
	require.NoError(t, err)
}
