package consensus

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// FuzzConsensus holds a consensus from sums to one with all DAGs in one place.
func FuzzConsensus(f *testing.F) {
	for _, seed := range []string{"", "\xff\xff\xff", "sites and their sums", "0123456789abcdefghijklmnopqrstuvwxyz"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { checkConsensus(t, len(data), oracle.Bytes(data)) })
}

// FuzzAnswer asks a site anything. The site answers, or refuses the question as invalid.
func FuzzAnswer(f *testing.F) {
	for kind := range kinds {
		f.Add([]byte("terms of a session"), []byte("\x01\x02\x00\x01\x02\x03\x05"), uint8(kind))
	}
	f.Fuzz(func(t *testing.T, data, question []byte, kind uint8) {
		terms, dags := anyTerms(oracle.Bytes(data))
		terms.Unlike = len(question)%2 == 1
		s := &Site{Terms: terms, DAGs: dags[:1], Secret: []byte("secret")}
		q := anyQuestion(oracle.Bytes(question), terms.N, kinds[int(kind)%len(kinds)])
		numbers, err := s.Unmasked(t.Context(), q)
		again, errAgain := s.Unmasked(t.Context(), q)
		require.Equal(t, numbers, again)
		require.Equal(t, err, errAgain)
	})
}

var kinds = []Kind{Costs, IMaps, Cuts, Morals, Arrows, Sees, Distances, Joins, "nothing"}

// anyQuestion draws a question of the form that core/federate/ops lets through.
func anyQuestion(rng *rand.Rand, n int, kind Kind) *Question {
	q := &Question{Kind: kind, Drafted: rng.IntN(4) - 1, Fusion: graph.NewDAG(n)}
	order := rng.Perm(n)
	for _, x := range order[:rng.IntN(n+1)] {
		q.Order = append(q.Order, int32(x))
	}
	for i, v := range order {
		for _, u := range order[:i] {
			if rng.IntN(3) > 0 {
				q.Fusion.Add(u, v)
			}
		}
	}
	pair := func() (u, v int) {
		u = rng.IntN(n)
		return u, (u + 1 + rng.IntN(n-1)) % n
	}
	if n == 1 {
		return q
	}
	for range rng.IntN(4) {
		u, v := pair()
		var h []int32
		for x := range n {
			if rng.IntN(4) == 0 {
				h = append(h, int32(x))
			}
		}
		q.Steps = append(q.Steps, engine.Deletion{U: u, V: v, H: h})
	}
	for k := range rng.IntN(6) {
		if rng.IntN(2) == 0 {
			q.Prefixes = append(q.Prefixes, k)
		}
	}
	for _, list := range []*[]Pair{&q.Open, &q.Only} {
		for range rng.IntN(3) {
			u, v := pair()
			*list = append(*list, PairOf(int32(u), int32(v)))
		}
	}
	return q
}

// FuzzNext gives the coordinator one sum with other numbers, and a state that is not its own. The
// coordinator goes on, or refuses the sum as invalid; a changed state is refused.
func FuzzNext(f *testing.F) {
	f.Add([]byte("terms"), uint8(0), []byte{0}, []byte{1})
	f.Add([]byte("more terms of a session"), uint8(3), []byte("sums that nobody told"), []byte{})
	f.Fuzz(func(t *testing.T, data []byte, round uint8, sum, state []byte) {
		terms, dags := anyTerms(oracle.Bytes(data))
		s := newSites(terms, dags)
		_, err := Coordinate(t.Context(), terms, s.ask)
		require.NoError(t, err)
		if len(s.sums) == 0 {
			return
		}
		at := int(round) % len(s.sums)
		other := slices.Clone(s.sums[at])
		for k, b := range sum {
			if k < len(other) {
				other[k] += uint64(int8(b))
			} else {
				other = append(other, uint64(b))
			}
		}
		p, err := Next(t.Context(), terms, nil, append(slices.Clone(s.sums[:at]), other))
		requireAnswered(t, p, err)
		p, err = Next(t.Context(), terms, nil, s.sums[:at])
		requireAnswered(t, p, err)
		if changed := mixed(p.State, state); !bytes.Equal(changed, p.State) && len(changed) > 0 {
			_, err = Next(t.Context(), terms, changed, nil)
			require.ErrorIs(t, err, ErrState)
		}
	})
}

// mixed is a state with other bytes, or with more of them.
func mixed(state, other []byte) []byte {
	out := slices.Clone(state)
	for k, b := range other {
		if k < len(out) {
			out[k] ^= b
		} else {
			out = append(out, b)
		}
	}
	return out
}

// requireAnswered holds that there is a question, a result, or an error about the sums.
func requireAnswered(t *testing.T, p *Progress, err error) {
	t.Helper()
	var bad *BadSumError
	var many *TooManyError
	if err == nil {
		require.NotEqual(t, p.Question == nil, p.Result == nil)
		return
	}
	require.True(t, errors.As(err, &bad) || errors.As(err, &many), "%v", err)
}
