package consensus

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/compare/baselines"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// over takes nodes from DAGs: it returns those that each DAG has, and removes its arcs at the others.
func over(rng *rand.Rand, dags []*graph.DAG, share float64) (seen []bitset.Set) {
	for i, g := range dags {
		has, part := bitset.New(g.N), graph.NewDAG(g.N)
		for v := range g.N {
			if rng.Float64() >= share {
				has.Add(v)
			}
		}
		for u, v := range g.All() {
			if has.Has(u) && has.Has(v) {
				part.Add(u, v)
			}
		}
		seen, dags[i] = append(seen, has), part
	}
	return seen
}

// unlikeTerms are anyTerms of DAGs over different nodes.
func unlikeTerms(rng *rand.Rand) (*Terms, []*graph.DAG, []bitset.Set) {
	terms, dags := anyTerms(rng)
	terms.Unlike, terms.Refusion = true, false
	for i, w := range terms.Weights {
		terms.Weights[i] = min(w, 1000)
	}
	seen := over(rng, dags, []float64{0, 0.1, 0.3, 0.5}[rng.IntN(4)])
	return terms, dags, seen
}

// unlike are the nodes of DAGs as a run takes them: nil, if each DAG has all.
func unlike(seen []bitset.Set, n int) []bitset.Set {
	if slices.ContainsFunc(seen, func(has bitset.Set) bool { return has.Count() < n }) {
		return seen
	}
	return nil
}

// Over different nodes too, the result is that of a run with all DAGs in one place.
func TestUnlikeEqualsARun(t *testing.T) {
	cases := 6000
	if testing.Short() {
		cases = 600
	}
	doubts, alike, auto, unsure := 0, 0, 0, 0
	for seed := range cases {
		rng := oracle.Rand(uint64(seed))
		terms, dags, seen := unlikeTerms(rng)
		want := pooledOver(t, terms, dags, unlike(seen, terms.N))
		for _, g := range []guess{stale, wild(rng)} {
			s := newSites(terms, dags)
			s.seen = seen
			got, err := (&coordinator{Terms: terms, put: s.ask, guess: g}).run(t.Context())
			require.NoError(t, err, "seed %d", seed)
			require.Equal(t, plain(want), plain(got), "seed %d", seed)
			requireSeen(t, terms, seen, got.Seen)
			requireUnsure(t, terms, dags, seen, got)
			unsure += len(got.Unsure)
			for _, q := range s.log {
				if len(q.Only) > 0 {
					doubts++
				}
				if q.Kind == Distances {
					auto++
				}
			}
		}
		if unlike(seen, terms.N) == nil {
			alike++
		}
	}
	require.Greater(t, min(doubts, alike, auto, unsure), cases/20, "the cases must put every kind of terms to the test")
}

func requireSeen(t *testing.T, terms *Terms, seen []bitset.Set, got *Seen) {
	t.Helper()
	lacking := int64(0)
	for _, has := range seen {
		if has.Count() < terms.N {
			lacking++
		}
	}
	require.Equal(t, lacking, got.Lacking)
	for x := range terms.N {
		for y := range x + 1 {
			both := int64(0)
			for i, has := range seen {
				if terms.Weights[i] > 0 && has.Has(x) && has.Has(y) {
					both++
				}
			}
			require.Equal(t, both, got.Both[counted(y, x)])
		}
	}
}

// requireUnsure holds the unsure edges to what baselines.Explain says with all DAGs in one place.
func requireUnsure(t *testing.T, terms *Terms, dags []*graph.DAG, seen []bitset.Set, got *Result) {
	t.Helper()
	if got.Theta == nil {
		require.Empty(t, got.Unsure)
		return
	}
	counts, err := baselines.Count(t.Context(), dags, terms.Weights, baselines.AsItIs, 1)
	require.NoError(t, err)
	member, err := equiv.Extension(equiv.Known(got.DAG, terms.Run.Constraints.Directions()), nil)
	require.NoError(t, err)
	joins, err := baselines.Explain(
		t.Context(), member, baselines.AtHand(counts, baselines.NewVoters(dags, terms.Weights, seen), 1), 8,
	)
	require.NoError(t, err)
	var want []Pair
	for k, p := range joins.Pairs {
		joined := 0
		for i, g := range dags {
			if terms.Weights[i] > 0 && g.Adjacent(int(p[0]), int(p[1])) {
				joined++
			}
		}
		if got.DAG.Adjacent(int(p[0]), int(p[1])) && joined == len(joins.Explained[k]) {
			want = append(want, Pair{p[0], p[1]})
		}
	}
	require.ElementsMatch(t, want, got.Unsure)
}

// A site of several DAGs answers what sites of one DAG each would.
func TestUnlikeSitesOfSeveralDAGs(t *testing.T) {
	for seed := range 400 {
		rng := oracle.Rand(uint64(seed))
		s := anySeveral(rng)
		s.terms.Unlike, s.terms.Refusion = true, false
		for i, w := range s.terms.Weights {
			s.terms.Weights[i] = min(w, 1000)
		}
		var all []bitset.Set
		var parts [][]bitset.Set
		s.dags, s.alone.Weights = nil, nil
		for k, part := range s.parts {
			seen := over(rng, part, 0.3)
			parts, all, s.dags = append(parts, seen), append(all, seen...), append(s.dags, part...)
			s.alone.Weights = append(s.alone.Weights, slices.Repeat([]int64{s.terms.Weights[k]}, len(part))...)
		}
		s.alone.Refusion = false
		ask := func(ctx context.Context, q *Question) ([]uint64, error) {
			var sum []uint64
			for k := range s.parts {
				site := s.site(k)
				site.Seen = parts[k]
				numbers, err := site.Unmasked(ctx, q)
				if err != nil {
					return nil, err
				}
				sum = plus(sum, numbers)
			}
			return sum, nil
		}
		got, err := Coordinate(t.Context(), s.terms, ask)
		require.NoError(t, err)
		require.Equal(t, plain(pooledOver(t, s.alone, s.dags, unlike(all, s.terms.N))), plain(got), "seed %d", seed)
	}
}

// The golden cases.
func TestUnlikeGolden(t *testing.T) {
	for _, c := range golden.LoadUnion(t) {
		n := len(c.Nodes)
		terms := &Terms{N: n, Weights: c.Weights, Unlike: true, Run: consensus.Options{KMax: 10}}
		if c.Weights == nil {
			terms.Weights = ones(len(c.DAGs))
		}
		if c.Cap != nil {
			terms.Run.Cap = *c.Cap
		}
		var dags []*graph.DAG
		var seen []bitset.Set
		for i, list := range c.DAGs {
			dags = append(dags, graphtest.DAG(oracle.FromArcs(n, list)))
			has := bitset.New(n)
			for _, v := range c.Sees[i] {
				has.Add(v)
			}
			seen = append(seen, has)
		}
		for _, auto := range []bool{false, true} {
			terms.Auto = auto
			s := newSites(terms, dags)
			s.seen = seen
			got, err := Coordinate(t.Context(), terms, s.ask)
			require.NoError(t, err)
			if auto {
				require.Equal(t, c.Expected.Auto.Best[1], float64(len(got.Trajectory.Steps)), c.ID)
				continue
			}
			require.Len(t, got.Trajectory.Steps, len(c.Expected.Steps), c.ID)
			for k, want := range c.Expected.Steps {
				step := got.Trajectory.Steps[k]
				require.Equal(t, []int{want.U, want.V}, []int{int(step.U), int(step.V)}, "%s, step %d", c.ID, k)
				require.Equal(t, append([]int{}, want.H...), append([]int{}, graphtest.Ints(step.H)...))
				require.Equal(t, consensus.Psi(want.Num, want.Den), step.Psi, "%s, step %d", c.ID, k)
			}
		}
	}
}

// A coordinator that is stopped after each round has the same result.
func TestUnlikeResumed(t *testing.T) {
	for seed := range 200 {
		terms, dags, seen := unlikeTerms(oracle.Rand(uint64(seed)))
		s := newSites(terms, dags)
		s.seen = seen
		want, err := Coordinate(t.Context(), terms, s.ask)
		require.NoError(t, err)
		var state []byte
		for round := 0; ; round++ {
			var sums [][]uint64
			if round > 0 {
				sums = [][]uint64{s.sums[round-1]}
			}
			got, err := Next(t.Context(), terms, state, sums)
			require.NoError(t, err)
			if got.Result != nil {
				require.Equal(t, plain(want), plain(got.Result))
				require.Equal(t, want.Seen, got.Result.Seen)
				require.Equal(t, want.Unsure, got.Result.Unsure)
				break
			}
			require.Equal(t, s.log[round].Kind, got.Question.Kind)
			state = got.State
		}
	}
}

// Scores are compared as the fractions that they are.
func TestScoresCompare(t *testing.T) {
	rng := oracle.Rand(1)
	draw := func() int64 { return []int64{0, 1, 2, 3, 1 << 40, 1<<62 - 1, rng.Int64()}[rng.IntN(7)] }
	for range 10_000 {
		a, b := score{draw(), draw()}, score{draw(), draw()}
		ratio := func(s score) *big.Rat {
			if s.den == 0 {
				return new(big.Rat)
			}
			return big.NewRat(s.num, s.den)
		}
		require.Equal(t, ratio(a).Cmp(ratio(b)), a.compare(b), "%v, %v", a, b)
	}
}

// Sums that no DAGs over different nodes have are refused.
func TestUnlikeBadSums(t *testing.T) {
	refused := 0
	for seed := range 50 {
		terms, dags, seen := unlikeTerms(oracle.Rand(uint64(seed)))
		for _, wrong := range [][2]uint64{{1, 0}, {9 * 1000 * 5, 1}, {0, 9 * uint64(terms.Total())}} {
			s := newSites(terms, dags)
			s.seen = seen
			lied := false
			_, err := Coordinate(t.Context(), terms, func(ctx context.Context, q *Question) ([]uint64, error) {
				sum, err := s.ask(ctx, q)
				if q.Kind == Cuts && len(sum) > 0 {
					lied = true
					sum[0], sum[1] = wrong[0], wrong[1]
				}
				return sum, err
			})
			if lied {
				refused++
				var bad *BadSumError
				require.ErrorAs(t, err, &bad)
			} else {
				require.NoError(t, err)
			}
		}
	}
	require.Greater(t, refused, 50)
}

// The bound of a closed edge is at most the score of each of its deletions. Above 1 the quotient alone would be no bound.
func TestUnlikeBounds(t *testing.T) {
	bounds, tight, above := 0, 0, 0
	for seed := range 120 {
		rng := oracle.Rand(uint64(seed))
		n := 6 + rng.IntN(4)
		dags := graphtest.DAGs(oracle.RandomDAGs(rng, 2+rng.IntN(3), n, 0.4+0.4*rng.Float64()))
		seen := over(rng, dags, 0.25)
		closed := &Terms{N: n, Weights: ones(len(dags)), Unlike: true, OpenAbove: 1, Draft: 1}
		closed.Run.KMax = -1
		opened := *closed
		opened.OpenAbove = 1 << 20
		s := newSites(&opened, dags)
		s.seen = seen
		_, err := Coordinate(t.Context(), &opened, s.ask)
		require.NoError(t, err)
		for k, q := range s.log {
			if q.Kind != Cuts || q.Drafted != 1 {
				continue
			}
			route, err := opened.admit(t.Context(), q, 0)
			require.NoError(t, err)
			scores, least := newState(route.states[0], &opened, nil), newState(route.states[0], closed, nil)
			scores.take(q, &opened, opened.Total(), s.sums[k])
			other := newSites(closed, dags)
			other.seen = seen
			sums, err := other.ask(t.Context(), q)
			require.NoError(t, err)
			rest := sums
			least.take(q, closed, closed.Total(), sums)
			for e := range least.edges {
				plain := score{int64(rest[0]), int64(rest[1])}
				rest = rest[2*len(least.scores[e]):]
				if !least.edges[e].Closed {
					continue
				}
				lowest := slices.MinFunc(scores.scores[e], score.compare)
				bound := least.scores[e][0]
				require.LessOrEqual(t, bound.compare(lowest), 0, "seed %d", seed)
				bounds++
				if bound.compare(lowest) == 0 {
					tight++
				}
				if plain.compare(lowest) > 0 {
					above++
				}
			}
		}
	}
	require.Greater(t, bounds, 300)
	require.Greater(t, 2*tight, bounds, "a bound that says little opens every edge")
	require.Positive(t, above)
}
