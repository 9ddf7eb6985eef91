package baselines

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// explained is the vote in two rounds.
func (s sample) explained(
	t require.TestingT, seen []bitset.Set, known *graph.Constraints, threshold float64, k int64, workers int,
) (*Outcome, *Joins) {
	ballots := AtHand(s.counts(t, equiv.Directed), NewVoters(s.dags, s.weights, seen), workers)
	out, joins, err := Explained(context.Background(), s.n, ballots, known, threshold, k, workers)
	require.NoError(t, err)
	return out, joins
}

// first is the vote in one round.
func (s sample) first(t require.TestingT, seen []bitset.Set, known *graph.Constraints, threshold float64) *Outcome {
	ballots := AtHand(s.counts(t, equiv.Directed), NewVoters(s.dags, s.weights, seen), 1)
	out, err := Skeleton(context.Background(), s.n, ballots, known, threshold, 1)
	require.NoError(t, err)
	return out
}

// The golden cases count in eighths of a weight.
func TestExplainedGolden(t *testing.T) {
	for _, c := range golden.LoadUnion(t) {
		t.Run(c.ID, func(t *testing.T) {
			s := sample{n: len(c.Nodes), weights: c.Weights}
			if s.weights == nil {
				s.weights = slices.Repeat([]int64{1}, len(c.DAGs))
			}
			var seen []bitset.Set
			for i, arcs := range c.DAGs {
				s.inputs = append(s.inputs, oracle.FromArcs(s.n, arcs))
				seen = append(seen, graphtest.Set(s.n, c.Sees[i]...))
			}
			s.dags = graphtest.DAGs(s.inputs)
			want := c.Expected.Vote
			require.Equal(t, *want.PlainCPDAG, classOf(s.first(t, seen, nil, 0.5).DAG))

			got, joins := s.explained(t, seen, nil, 0.5, 8, 2)
			at := 0
			for k, pair := range want.Explained {
				require.Equal(t, pair.Pair, want.Plain[k].Pair)
				if pair.Joined == 0 {
					continue
				}
				require.Equal(t, pair.Pair, [2]int{int(joins.Pairs[at][0]), int(joins.Pairs[at][1])})
				require.Equal(t, float64(want.Plain[k].Joined)/float64(want.Plain[k].All), joins.Plain[at])
				require.Equal(t, float64(pair.Joined)/float64(pair.All), joins.Shares[at])
				require.Equal(t, pair.DAGs, append([]int{}, graphtest.Ints(joins.Explained[at])...))
				at++
			}
			require.Len(t, joins.Pairs, at)
			require.Equal(t, oracle.FromArcs(s.n, want.Skeleton).Skeleton(), matrixOf(got.DAG).Skeleton())
			require.Equal(t, *want.CPDAG, classOf(got.DAG))
		})
	}
}

func classOf(g *graph.DAG) golden.UnionClass {
	c := golden.UnionClass{Directed: [][2]int{}, Undirected: [][2]int{}}
	p := equiv.FromDAG(g, equiv.Completed).CPDAG()
	for u := range g.N {
		for v := range g.N {
			if p.Ch(u).Has(v) {
				c.Directed = append(c.Directed, [2]int{u, v})
			}
			if u < v && p.Ne(u).Has(v) {
				c.Undirected = append(c.Undirected, [2]int{u, v})
			}
		}
	}
	return c
}

// The rule as it is written: a join is explained if no subset of the voter's nodes separates its ends.
func TestExplainedByDefinition(t *testing.T) {
	var discounts, changes int
	property := func(t *rapid.T) {
		s := drawSample(t, 6)
		s, seen := s.without(t)
		for i := range s.weights {
			s.weights[i] -= int64(rapid.IntRange(0, 1).Draw(t, "less")) // some are 0
		}
		var known *graph.Constraints
		if rapid.Bool().Draw(t, "known") {
			known = drawKnowledge(t, s.n)
		}
		threshold := thresholds.Draw(t, "threshold")
		k := rapid.SampledFrom([]int64{1, 2, 8}).Draw(t, "k")
		got, joins := s.explained(t, seen, known, threshold, k, rapid.IntRange(1, 3).Draw(t, "workers"))

		plain := s.first(t, seen, known, threshold)
		member, err := equiv.Extension(equiv.Known(plain.DAG, plain.Directed), nil)
		require.NoError(t, err)
		first := matrixOf(member)
		skeleton, at := oracle.New(s.n), 0
		for u := range s.n {
			for v := u + 1; v < s.n; v++ {
				explained := s.explainedBy(first, seen, u, v)
				var joined, total, inFull, all int64
				for i, m := range s.inputs {
					if !seen[i].Has(u) || !seen[i].Has(v) {
						continue
					}
					w := s.weights[i]
					if all += w; m.Adjacent(u, v) {
						inFull += w
					}
					if !slices.Contains(explained, int32(i)) {
						w *= k
					}
					if total += w; m.Adjacent(u, v) {
						joined += w
					}
				}
				if joined == 0 {
					continue
				}
				require.Equal(t, [2]int32{int32(u), int32(v)}, joins.Pairs[at])
				require.Equal(t, explained, joins.Explained[at])
				require.Equal(t, float64(inFull)/float64(all), joins.Plain[at])
				require.Equal(t, float64(joined)/float64(total), joins.Shares[at])
				at++
				if above(joined, total, threshold) && !known.Forbids(u, v) {
					skeleton[u][v], skeleton[v][u] = true, true
				}
				if k > 1 && explained != nil && joined < total {
					discounts++
				}
			}
		}
		require.Len(t, joins.Pairs, at)
		require.Equal(t, skeleton, matrixOf(got.DAG).Skeleton())
		if !skeleton.Equal(first.Skeleton()) {
			changes++
		}
		switch {
		case known == nil:
			s.requireDirected(t, skeleton, got)
		default:
			for _, arc := range matrixOf(got.DAG).Arcs() {
				require.False(t, known.Directed.Has(arc[1], arc[0]))
			}
		}
		if k == 1 {
			require.Equal(t, plain, got)
			require.Equal(t, joins.Plain, joins.Shares)
		}
	}
	for range 15 { // of 100 cases or more
		graphtest.Check(t, property, &discounts, &changes)
	}
}

// explainedBy are the inputs with a say that join u and v, where no subset of the nodes that they have separates the two in g
// without the arc between them.
func (s sample) explainedBy(g oracle.Matrix, seen []bitset.Set, u, v int) (explained []int32) {
	rest := g.Clone()
	rest[u][v], rest[v][u] = false, false
	for i, m := range s.inputs {
		if s.weights[i] == 0 || !m.Adjacent(u, v) {
			continue
		}
		separable := false
		for subset := range 1 << s.n {
			var by []int
			for x := range s.n {
				if subset>>x&1 != 0 {
					by = append(by, x)
				}
			}
			within := !slices.ContainsFunc(by, func(x int) bool { return x == u || x == v || !seen[i].Has(x) })
			separable = separable || within && oracle.DSeparated(rest, u, v, by)
		}
		if !separable {
			explained = append(explained, int32(i))
		}
	}
	return explained
}

// DAGs over the same nodes make the vote of one round, bit for bit.
func TestExplainedOfAlikeDAGs(t *testing.T) {
	for seed := range 1000 {
		s := randomSample(oracle.Rand(uint64(seed)))
		seen := slices.Repeat([]bitset.Set{bitset.Full(s.n)}, len(s.dags))
		got, joins := s.explained(t, seen, nil, 0.5, 8, 1)
		require.Equal(t, s.skeleton(t, 0.5), got, "seed %d", seed)
		require.Equal(t, joins.Plain, joins.Shares)
	}
}

// Neither the order of the DAGs nor the scale of their weights counts, nor do the workers. A DAG of weight 2 is two DAGs. A
// pair that no DAG has both ends of is not joined.
func TestExplainedFollowsItsInputs(t *testing.T) {
	const stride = 30
	for seed := range 300 {
		rng := oracle.Rand(uint64(seed))
		s := randomSample(rng)
		var seen []bitset.Set
		for i, m := range s.inputs {
			has := bitset.New(s.n)
			for v := range s.n {
				if rng.IntN(10) > 2 {
					has.Add(v)
				}
			}
			for _, a := range m.Arcs() {
				if !has.Has(a[0]) || !has.Has(a[1]) {
					s.dags[i].Remove(a[0], a[1])
				}
			}
			seen = append(seen, has)
		}
		want, joins := s.explained(t, seen, nil, 0.5, 8, 1)
		other, place, several := sample{n: s.n}, map[int32]int32{}, []bitset.Set(nil)
		for _, i := range rng.Perm(len(s.dags)) {
			place[int32(i)] = int32(len(several))
			for range s.weights[i] {
				other.dags, other.weights = append(other.dags, s.dags[i]), append(other.weights, 7)
				several = append(several, seen[i])
			}
		}
		got, again := other.explained(t, several, nil, 0.5, 8, 3)
		require.Equal(t, want, got, "seed %d", seed)
		require.Equal(t, joins.Pairs, again.Pairs)
		require.Equal(t, joins.Plain, again.Plain)
		require.Equal(t, joins.Shares, again.Shares)
		for at, explained := range joins.Explained {
			var moved []int32
			for _, i := range explained {
				for copied := range s.weights[i] {
					moved = append(moved, place[i]+int32(copied))
				}
			}
			slices.Sort(moved)
			require.Equal(t, moved, again.Explained[at])
		}
		wide := s // the nodes are in several words
		var spaced []bitset.Set
		wide.n, wide.dags = s.n*stride, nil
		for i, g := range s.dags {
			wide.dags = append(wide.dags, graphtest.Spaced(g, stride))
			has := bitset.New(wide.n)
			for v := range seen[i].All() {
				has.Add(v * stride)
			}
			spaced = append(spaced, has)
		}
		apart, far := wide.explained(t, spaced, nil, 0.5, 8, 2)
		require.Equal(t, matrixOf(graphtest.Spaced(want.DAG, stride)), matrixOf(apart.DAG))
		require.Equal(t, joins.Shares, far.Shares)
		require.Equal(t, joins.Explained, far.Explained)
		for u, v := range want.DAG.All() {
			require.True(t, slices.ContainsFunc(seen, func(has bitset.Set) bool { return has.Has(u) && has.Has(v) }))
		}
	}
}

// randomSample are random DAGs whose weights are positive.
func randomSample(rng *rand.Rand) sample {
	s := sample{n: 1 + rng.IntN(9)}
	s.inputs = oracle.RandomDAGs(rng, 1+rng.IntN(6), s.n, 0.2+0.4*rng.Float64())
	for range s.inputs {
		s.weights = append(s.weights, 1+rng.Int64N(4))
	}
	s.dags = graphtest.DAGs(s.inputs)
	return s
}

// A share is rounded once, however heavy the weights are.
func TestDiscounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.SampledFrom([]int64{100, 1 << 53, 1 << 61, 1 << 62}).Draw(t, "most")
		total := rapid.Int64Range(1, most).Draw(t, "total")
		joined := rapid.Int64Range(0, total).Draw(t, "joined")
		explained := rapid.Int64Range(0, joined).Draw(t, "explained")
		k := rapid.OneOf(rapid.Int64Range(1, 9), rapid.Int64Range(1, math.MaxInt64)).Draw(t, "k")
		part := new(big.Rat).Mul(big.NewRat(k, 1), big.NewRat(joined-explained, 1))
		whole := new(big.Rat).Add(part, new(big.Rat).Mul(big.NewRat(k, 1), big.NewRat(total-joined, 1)))
		one := big.NewRat(explained, 1)
		want, _ := part.Quo(part.Add(part, one), whole.Add(whole, one)).Float64()
		require.Equal(t, want, discounted(joined, explained, total, k))
	})
	require.Zero(t, discounted(0, 0, 0, 8))
}

// Twenty sites have about 70 % of the nodes each. "plain" is the first round alone.
func BenchmarkExplained(b *testing.B) {
	for _, network := range []string{"alarm", "win95pts"} {
		clients := golden.LoadClients(b, network+".json")
		s := sample{n: len(clients.Nodes)}
		s.dags = graphtest.DAGs(clients.Matrices(min(20, len(clients.Clients))))
		s.weights = slices.Repeat([]int64{1}, len(s.dags))
		rng := oracle.Rand(1)
		var seen []bitset.Set
		for _, g := range s.dags {
			has := bitset.New(s.n)
			for v := range s.n {
				if rng.IntN(10) < 7 {
					has.Add(v)
				}
			}
			for u, v := range g.Clone().All() {
				if !has.Has(u) || !has.Has(v) {
					g.Remove(u, v)
				}
			}
			seen = append(seen, has)
		}
		b.Run(network+"/plain", func(b *testing.B) {
			for b.Loop() {
				s.first(b, seen, nil, 0.5)
			}
		})
		b.Run(network+"/explained", func(b *testing.B) {
			for b.Loop() {
				s.explained(b, seen, nil, 0.5, 8, 1)
			}
		})
	}
}
