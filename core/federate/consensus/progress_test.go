package consensus

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A coordinator may be stopped after any round. From its state, from its first sums alone, and in
// one go it asks the same questions and has the same result.
func TestResumed(t *testing.T) {
	for seed := range 300 {
		rng := oracle.Rand(uint64(seed))
		terms, dags := anyTerms(rng)
		s := newSites(terms, dags)
		want, err := Coordinate(t.Context(), terms, s.ask)
		require.NoError(t, err)
		var state []byte
		var sums [][]uint64 // after the state
		for round := 0; ; round++ {
			got, err := Next(t.Context(), terms, state, sums)
			require.NoError(t, err)
			whole, err := Next(t.Context(), terms, nil, s.sums[:round])
			require.NoError(t, err)
			require.Equal(t, whole.State, got.State, "seed %d, round %d", seed, round)
			if round == len(s.log) {
				require.Equal(t, plain(want), plain(got.Result), "seed %d", seed)
				require.Equal(t, []any{want.Rounds, want.Numbers}, []any{got.Result.Rounds, got.Result.Numbers})
				require.Equal(t, plain(want), plain(whole.Result), "seed %d", seed)
				break
			}
			require.Equal(t, s.log[round], got.Question, "seed %d, round %d", seed, round)
			require.Equal(t, s.log[round], whole.Question, "seed %d, round %d", seed, round)
			sums = append(sums, s.sums[round])
			if rng.IntN(3) > 0 {
				state, sums = got.State, sums[len(sums)-1:]
			}
		}
	}
}

// All that the coordinator sees is the same if the sites change places.
func TestSitesChangePlaces(t *testing.T) {
	for seed := range 200 {
		rng := oracle.Rand(uint64(seed))
		terms, dags := anyTerms(rng)
		s := newSites(terms, dags)
		_, err := Coordinate(t.Context(), terms, s.ask)
		require.NoError(t, err)
		moved := *terms
		moved.Weights = slices.Clone(terms.Weights)
		m := newSites(&moved, make([]*graph.DAG, len(dags)))
		for to, from := range rng.Perm(len(dags)) {
			moved.Weights[to], m.dags[to], m.secrets[to] = terms.Weights[from], dags[from], s.secrets[from]
		}
		_, err = Coordinate(t.Context(), &moved, m.ask)
		require.NoError(t, err)
		require.Equal(t, s.log, m.log, "seed %d", seed)
		require.Equal(t, s.sums, m.sums, "seed %d", seed)
	}
}

// A state is refused if it is damaged, or of a consensus with other terms.
func TestWrongStates(t *testing.T) {
	rng := oracle.Rand(1)
	terms, dags := anyTerms(rng)
	s := newSites(terms, dags)
	first, err := Next(t.Context(), terms, nil, nil)
	require.NoError(t, err)
	sum, err := s.ask(t.Context(), first.Question)
	require.NoError(t, err)
	second, err := Next(t.Context(), terms, first.State, [][]uint64{sum})
	require.NoError(t, err)
	for _, state := range [][]byte{{1}, second.State[:len(second.State)-1], append(slices.Clone(second.State), 0)} {
		_, err = Next(t.Context(), terms, state, nil)
		require.ErrorIs(t, err, ErrState)
	}
	other := *terms
	other.Lowest = !other.Lowest
	_, err = Next(t.Context(), &other, second.State, nil)
	require.ErrorIs(t, err, ErrState)
}
