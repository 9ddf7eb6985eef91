package consensus

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// several are sites of several DAGs each, with the terms that all of them know, and the same DAGs at
// sites of their own.
type several struct {
	terms, alone *Terms
	parts        [][]*graph.DAG
	dags         []*graph.DAG
	log          []*Question
}

// anySeveral draws terms and DAGs of all kinds, and deals the DAGs out.
func anySeveral(rng *rand.Rand) *several {
	terms, dags := anyTerms(rng)
	for range rng.IntN(12) {
		dags = append(dags, graphtest.DAGs(oracle.RandomDAGs(rng, 1, terms.N, 0.5))...)
		if rng.IntN(3) == 0 {
			dags[len(dags)-1] = dags[rng.IntN(len(dags))]
		}
	}
	count := 1 + rng.IntN(min(3, len(dags)))
	parts, weights := make([][]*graph.DAG, count), make([]int64, count)
	for i, g := range dags {
		to := i
		if i >= count {
			to = rng.IntN(count)
		}
		parts[to] = append(parts[to], g)
	}
	for k := range weights {
		weights[k] = []int64{0, 1, 1, 1, 3, 1 << 40}[rng.IntN(6)]
	}
	weights[0] = max(1, weights[0])
	return dealt(terms, weights, parts)
}

// dealt are sites with these DAGs, and of these weights.
func dealt(terms *Terms, weights []int64, parts [][]*graph.DAG) *several {
	terms.Weights, terms.Held = weights, make([]int64, len(weights))
	alone := *terms
	alone.Weights, alone.Held = nil, nil
	s := &several{terms: terms, alone: &alone, parts: parts}
	for k, part := range parts {
		terms.Held[k] = int64(len(part))
		s.dags = append(s.dags, part...)
		alone.Weights = append(alone.Weights, slices.Repeat([]int64{weights[k]}, len(part))...)
	}
	return s
}

func (s *several) site(k int) *Site {
	return &Site{Terms: s.terms, Number: k, DAGs: s.parts[k], Secret: []byte{byte(k)}}
}

// ask sums up what the sites answer.
func (s *several) ask(ctx context.Context, q *Question) ([]uint64, error) {
	s.log = append(s.log, q)
	var sum []uint64
	for k := range s.parts {
		numbers, err := s.site(k).Unmasked(ctx, q)
		if err != nil {
			return nil, err
		}
		sum = plus(sum, numbers)
	}
	return sum, nil
}

func plus(sum, numbers []uint64) []uint64 {
	if sum == nil {
		sum = make([]uint64, len(numbers))
	}
	for k, x := range numbers {
		sum[k] += x
	}
	return sum
}

// expected is what a site has to answer, by the definition: the sum of what sites of one DAG each answer, and for a
// closed edge the least of the sums of its deletions.
func (s *several) expected(t require.TestingT, site int, q *Question) []uint64 {
	open, first := *s.alone, 0
	open.OpenAbove = 1 << 20
	for _, part := range s.parts[:site] {
		first += len(part)
	}
	var sum []uint64
	for i, g := range s.parts[site] {
		numbers, err := (&Site{Terms: &open, Number: first + i, DAGs: []*graph.DAG{g}}).plainAnswer(context.Background(), q)
		require.NoError(t, err)
		sum = plus(sum, numbers)
	}
	if q.Kind != Cuts {
		return slices.Concat([]uint64{}, sum)
	}
	route, err := open.admit(context.Background(), q, 0)
	require.NoError(t, err)
	out := []uint64{}
	for _, class := range route.states {
		closed, _ := consensus.ListOperators(class, s.terms.Run, s.terms.listed(q.Open))
		opened, _ := consensus.ListOperators(class, open.Run, open.listed(q.Open))
		for k := range closed {
			if !q.asks(PairOf(closed[k].U, closed[k].V)) {
				continue
			}
			of := sum[:len(opened[k].Kept)]
			if sum = sum[len(of):]; closed[k].Closed {
				of = []uint64{slices.Min(of)}
			}
			out = append(out, of...)
		}
	}
	return out
}

// A consensus over sites of several DAGs is that of all DAGs in one place.
func TestSitesOfSeveralDAGsEqualARun(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(r, "seed"))
		s := anySeveral(rng)
		for _, g := range []guess{stale, wild(rng)} {
			c := &coordinator{Terms: s.terms, put: s.ask, guess: g}
			got, err := c.run(t.Context())
			require.NoError(r, err)
			require.Equal(r, plain(pooled(t, s.alone, s.dags)), plain(got))
		}
	})
}

// A site answers the questions of a run by the definition, DAG by DAG.
func TestASiteOfSeveralDAGsAnswersTheirSum(t *testing.T) {
	kinds, bounds := map[Kind]int{}, 0
	for seed := range uint64(100) {
		rng := oracle.Rand(seed)
		s := anySeveral(rng)
		s.terms.Counts, s.alone.Counts = true, true
		_, err := (&coordinator{Terms: s.terms, put: s.ask, guess: wild(rng)}).run(t.Context())
		require.NoError(t, err)
		for _, q := range s.log {
			for k := range s.parts {
				got, err := s.site(k).Unmasked(t.Context(), q)
				require.NoError(t, err)
				require.Equal(t, s.expected(t, k, q), got, "seed %d: %+v", seed, q)
			}
			kinds[q.Kind]++
			if len(q.Open) > 0 {
				bounds++
			}
		}
	}
	require.Greater(t, min(kinds[Costs], kinds[IMaps], kinds[Cuts], kinds[Morals], kinds[Arrows], bounds), 10)
}

// A union without counts hides how many DAGs of a site have an arc.
func TestSitesOfSeveralDAGsHideCounts(t *testing.T) {
	rng := oracle.Rand(5)
	terms, dags := &Terms{N: 6, Weights: ones(1)}, graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(5), 9, 6, 0.3))
	q := &Question{Kind: IMaps}
	for _, x := range rng.Perm(6) {
		q.Order = append(q.Order, int32(x))
	}
	site := &Site{Terms: terms, DAGs: dags, Secret: []byte("a")}
	marks, err := site.Unmasked(t.Context(), q)
	require.NoError(t, err)
	again, err := site.Unmasked(t.Context(), q)
	require.NoError(t, err)
	require.Equal(t, marks, again)
	terms.Counts = true
	counts, err := site.Unmasked(t.Context(), q)
	require.NoError(t, err)
	seen := map[uint64]bool{}
	for k, mark := range marks {
		require.Equal(t, counts[k] == 0, mark == 0)
		require.False(t, mark != 0 && (mark <= 9 || seen[mark]))
		seen[mark] = true
	}
	require.Greater(t, len(seen), 5)
}

// On the clients of real networks, with rows of one word and of two.
func TestSitesOfSeveralRealDAGs(t *testing.T) {
	networks := []string{"asia", "alarm"}
	if !testing.Short() {
		networks = append(networks, "hepar2")
	}
	for _, network := range networks {
		dags := graphtest.DAGs(golden.LoadClients(t, network+".json").Matrices(10))
		terms := &Terms{N: dags[0].N, OpenAbove: 8, Auto: true}
		terms.Run.KMax = 10
		s := dealt(terms, []int64{1, 2}, [][]*graph.DAG{dags[:7], dags[7:]})
		got, err := Coordinate(t.Context(), s.terms, s.ask)
		require.NoError(t, err)
		require.Equal(t, plain(pooled(t, s.alone, s.dags)), plain(got), network)
	}
}
