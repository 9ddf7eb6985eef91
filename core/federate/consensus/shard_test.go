package consensus

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// sharded are sites of several DAGs each, with the terms that all of them know, and the same DAGs at
// sites of their own.
type sharded struct {
	terms, alone *Terms
	parts        [][]*graph.DAG
	dags         []*graph.DAG
	shards       []*Shard
	log          []*Question
}

// anyShards draws terms and DAGs of all kinds, and deals the DAGs out.
func anyShards(rng *rand.Rand) *sharded {
	terms, dags := anyTerms(rng)
	n := terms.N
	for range rng.IntN(12) {
		dags = append(dags, graphtest.DAGs(oracle.RandomDAGs(rng, 1, n, 0.5))...)
		if rng.IntN(3) == 0 {
			dags[len(dags)-1] = dags[rng.IntN(len(dags))]
		}
	}
	count := 1 + rng.IntN(min(3, len(dags)))
	s := &sharded{parts: make([][]*graph.DAG, count)}
	for i, g := range dags {
		to := i
		if i >= count {
			to = rng.IntN(count)
		}
		s.parts[to] = append(s.parts[to], g)
	}
	weights := make([]int64, count)
	for k := range weights {
		weights[k] = []int64{0, 1, 1, 1, 3, 1 << 40}[rng.IntN(6)]
	}
	weights[0] = max(1, weights[0])
	s.make(terms, weights, 1+rng.IntN(3))
	return s
}

// make opens the shards.
func (s *sharded) make(terms *Terms, weights []int64, workers int) {
	terms.Weights, terms.Held = weights, make([]int64, len(weights))
	alone := *terms
	alone.Weights, alone.Held = nil, nil
	s.terms, s.alone = terms, &alone
	for k, part := range s.parts {
		terms.Held[k] = int64(len(part))
		s.dags = append(s.dags, part...)
		alone.Weights = append(alone.Weights, slices.Repeat([]int64{weights[k]}, len(part))...)
		s.shards = append(s.shards, NewShard(terms, k, part, workers))
	}
}

// ask sums up what the shards answer.
func (s *sharded) ask(ctx context.Context, q *Question) ([]uint64, error) {
	s.log = append(s.log, q)
	var sum []uint64
	for k, shard := range s.shards {
		numbers, err := shard.Answer(ctx, q, []byte{byte(k)}, 0)
		if err != nil {
			return nil, err
		}
		if sum == nil {
			sum = make([]uint64, len(numbers))
		}
		for i, x := range numbers {
			sum[i] += x
		}
	}
	return sum, nil
}

// expected is what a shard has to answer: the sum of what sites of one DAG each answer, and for a
// closed edge the least of the sums of its deletions.
func (s *sharded) expected(t require.TestingT, shard int, q *Question) []uint64 {
	open, first := *s.alone, 0
	open.OpenAbove = 1 << 20
	for _, part := range s.parts[:shard] {
		first += len(part)
	}
	var sum []uint64
	for i, g := range s.parts[shard] {
		numbers, err := (&Site{Terms: &open, Number: first + i, DAG: g}).plainAnswer(context.Background(), q)
		require.NoError(t, err)
		if sum == nil {
			sum = make([]uint64, len(numbers))
		}
		for k, x := range numbers {
			sum[k] += x
		}
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

// A consensus over shards is that of all DAGs in one place.
func TestShardsEqualARun(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(r, "seed"))
		s := anyShards(rng)
		for _, g := range []guess{stale, wild(rng)} {
			c := &coordinator{Terms: s.terms, put: s.ask, guess: g}
			got, err := c.run(t.Context())
			require.NoError(r, err)
			require.Equal(r, plain(pooled(t, s.alone, s.dags)), plain(got))
		}
	})
}

// A shard's answer is the sum over its DAGs, whatever it was asked before: questions of several runs
// in any order, drafts that were rejected, repeated questions, and questions that broke off.
func TestShardsForgetNothing(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		forgetNothing(r, t.Context(), rapid.Uint64().Draw(r, "seed"), map[Kind]int{})
	})
	kinds, closed := map[Kind]int{}, 0
	for seed := range uint64(40) { // each kind is asked, whatever was drawn
		closed += forgetNothing(t, t.Context(), seed, kinds)
	}
	require.Greater(t, min(kinds[Costs], kinds[IMaps], kinds[Cuts], kinds[Morals], kinds[Arrows], closed), 10)
}

// forgetNothing compares the answers of shards that were asked before. It counts the kinds of the
// questions, and returns how many were about some edges alone.
func forgetNothing(r require.TestingT, ctx context.Context, seed uint64, kinds map[Kind]int) (closed int) {
	rng := oracle.Rand(seed)
	s := anyShards(rng)
	s.terms.Counts, s.alone.Counts = true, true
	for run := range 3 {
		terms := *s.terms
		if run == 2 && terms.Run.Constraints.Directions() == nil { // along another order, so from another fusion
			terms.Order = nil
			for _, x := range rng.Perm(terms.N) {
				terms.Order = append(terms.Order, int32(x))
			}
		}
		c := &coordinator{Terms: &terms, put: s.ask, guess: wild(rng)}
		_, err := c.run(ctx)
		require.NoError(r, err)
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	for range min(30, 30*len(s.log)) { // one node alone asks for nothing
		at, k := rng.IntN(len(s.log)), rng.IntN(len(s.shards))
		for _, q := range s.log[at:min(len(s.log), at+1+rng.IntN(4))] { // some in their order
			if rng.IntN(8) == 0 {
				_, err := s.shards[k].Answer(stopped, q, nil, 0)
				if err != nil {
					require.ErrorIs(r, err, context.Canceled)
				}
			}
			numbers, err := s.shards[k].Answer(ctx, q, nil, 0)
			require.NoError(r, err)
			require.Equal(r, s.expected(r, k, q), numbers)
			kinds[q.Kind]++
			if len(q.Only) > 0 {
				closed++
			}
		}
	}
	return closed
}

// A union without counts hides how many DAGs of a shard have an arc.
func TestShardsHideCounts(t *testing.T) {
	rng := oracle.Rand(5)
	terms, dags := &Terms{N: 6, Weights: ones(1)}, graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(5), 9, 6, 0.3))
	q := &Question{Kind: IMaps}
	for _, x := range rng.Perm(6) {
		q.Order = append(q.Order, int32(x))
	}
	marks, err := NewShard(terms, 0, dags, 1).Answer(t.Context(), q, []byte("a"), 0)
	require.NoError(t, err)
	again, err := NewShard(terms, 0, dags, 1).Answer(t.Context(), q, []byte("a"), 0)
	require.NoError(t, err)
	require.Equal(t, marks, again)
	terms.Counts = true
	counts, err := NewShard(terms, 0, dags, 1).Answer(t.Context(), q, nil, 0)
	require.NoError(t, err)
	seen := map[uint64]bool{}
	for k, mark := range marks {
		require.Equal(t, counts[k] == 0, mark == 0)
		require.False(t, mark != 0 && (mark <= 9 || seen[mark]))
		seen[mark] = true
	}
	require.Greater(t, len(seen), 5)
}

// A shard refuses what a site refuses, and goes on.
func TestShardsRefuse(t *testing.T) {
	g := graph.NewDAG(3)
	g.Add(0, 1)
	terms := &Terms{N: 3, Weights: ones(1)}
	shard := NewShard(terms, 0, []*graph.DAG{g, g}, 1)
	for _, q := range []*Question{
		{Kind: "nothing"}, {Kind: Costs, Order: []int32{0, 0}}, {Kind: Costs, Drafted: 1}, {Kind: IMaps, Order: []int32{0}},
	} {
		_, err := shard.Answer(t.Context(), q, nil, 0)
		require.Error(t, err)
	}
	costs, err := shard.Answer(t.Context(), &Question{Kind: Costs}, nil, 0)
	require.NoError(t, err)
	require.Equal(t, []uint64{2, 0, 0}, costs)
}

// On the clients of real networks, with rows of one word and of two.
func TestShardsOfRealNetworks(t *testing.T) {
	networks := []string{"asia", "alarm"}
	if !testing.Short() {
		networks = append(networks, "hepar2")
	}
	for _, network := range networks {
		dags := graphtest.DAGs(golden.LoadClients(t, network+".json").Matrices(10))
		s := &sharded{parts: [][]*graph.DAG{dags[:7], dags[7:]}}
		s.make(&Terms{N: dags[0].N, OpenAbove: 8, Auto: true}, []int64{1, 2}, 2)
		s.terms.Run.KMax, s.alone.Run.KMax = 10, 10
		got, err := Coordinate(t.Context(), s.terms, s.ask)
		require.NoError(t, err)
		require.Equal(t, plain(pooled(t, s.alone, s.dags)), plain(got), network)
	}
}

// anySteps draws valid steps from a fusion on, mostly the first ones that there are.
func anySteps(rng *rand.Rand, fusion *graph.DAG, most int) (steps []engine.Deletion) {
	class := equiv.FromDAG(fusion, 0)
	for len(steps) < most {
		edges, _ := consensus.ListOperators(class, consensus.Options{KMax: -1}, func(int32, int32) int { return 1 << 20 })
		if len(edges) == 0 {
			break
		}
		edge := &edges[0]
		if rng.IntN(4) == 0 {
			edge = &edges[rng.IntN(len(edges))]
		}
		h := edge.NA.Clone()
		h.AndNot(edge.Kept[rng.IntN(len(edge.Kept))])
		steps = append(steps, engine.Deletion{U: int(edge.U), V: int(edge.V), H: h.Append(nil)})
		class.Delete(int(edge.U), int(edge.V), h)
	}
	return steps
}

// stopping is a context that ends after a number of looks at it.
type stopping struct {
	context.Context
	looks atomic.Int64
}

func (s *stopping) Err() error {
	if s.looks.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// No question of another coordinator misleads a shard: other fusions that share steps, steps some of
// which are called made and some drafted, and questions that end while some of the DAGs are done.
func TestShardsAnswerAnyQuestions(t *testing.T) {
	stopped := 0
	rapid.Check(t, func(r *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(r, "seed"))
		n := 3 + rng.IntN(2)
		terms := &Terms{N: n, Counts: true, OpenAbove: 1 + rng.IntN(3)}
		s := &sharded{parts: [][]*graph.DAG{graphtest.DAGs(oracle.RandomDAGs(rng, 3*chunk, n, 0.7))}}
		s.make(terms, []int64{1}, 1)
		s.shards[0].dags, s.shards[0].times = s.parts[0], ones(3*chunk) // equal ones too, or there were one chunk
		s.terms.Run.KMax, s.alone.Run.KMax = -1, -1
		fusions := graphtest.DAGs(oracle.RandomDAGs(rng, 1, n, 0.9))
		fusions = append(fusions, fusions[0].Clone())
		for _, step := range anySteps(rng, fusions[0], 1) { // which then has another S
			for _, arc := range arcs(fusions[0]) {
				if arc[1] == step.V && arc[0] != step.U {
					fusions[1].Remove(arc[0], arc[1])
				}
			}
		}
		order, last := rng.Perm(n), (*Question)(nil)
		for range 20 {
			q := &Question{Kind: Cuts, Fusion: fusions[rng.IntN(2)]}
			q.Steps = anySteps(rng, q.Fusion, rng.IntN(4))
			q.Drafted = rng.IntN(len(q.Steps) + 1)
			if again := last != nil && rng.IntN(4) > 0; again || rng.IntN(3) == 0 {
				q.Kind = Costs
				if again { // the order of the same DAGs goes on
					q.Fusion, q.Steps = last.Fusion, last.Steps
				} else {
					order = rng.Perm(n)
				}
				last = q
				for _, x := range order[:rng.IntN(n)] {
					q.Order = append(q.Order, int32(x))
				}
				q.Drafted = rng.IntN(len(q.Order) + 1)
			} else {
				last = nil
			}
			if rng.IntN(2) == 0 {
				ctx := &stopping{Context: t.Context()}
				ctx.looks.Store(int64(rng.IntN(12)))
				if _, err := s.shards[0].Answer(ctx, q, nil, 0); err != nil {
					require.ErrorIs(r, err, context.Canceled)
					stopped++
					continue
				}
			}
			numbers, err := s.shards[0].Answer(t.Context(), q, nil, 0)
			require.NoError(r, err)
			require.Equal(r, s.expected(r, 0, q), numbers)
		}
	})
	require.Greater(t, stopped, 10)
}
