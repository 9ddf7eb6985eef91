package consensus

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/compare/baselines"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// voteInOnePlace is the vote with all DAGs at hand.
func voteInOnePlace(t *testing.T, terms *Terms, dags []*graph.DAG, seen []bitset.Set) *Voted {
	t.Helper()
	counts, err := baselines.Count(t.Context(), dags, terms.Weights, baselines.AsItIs, 1)
	require.NoError(t, err)
	ballots, out := baselines.AtHand(counts, baselines.NewVoters(dags, terms.Weights, seen), 2), &Voted{}
	known, v := terms.Run.Constraints, terms.Vote
	if seen == nil {
		out.Outcome, err = baselines.Skeleton(t.Context(), terms.N, ballots, known, v.Threshold, 2)
	} else {
		out.Outcome, out.Joins, err = baselines.Explained(t.Context(), terms.N, ballots, known, v.Threshold, v.Times(), 2)
	}
	require.NoError(t, err)
	return out
}

// requireVoted holds a federation's vote to the one in one place. Whose joins are explained is not told.
func requireVoted(t *testing.T, want *Voted, got *Result) {
	t.Helper()
	require.Equal(t, want.Outcome, got.Voted.Outcome)
	require.Equal(t, want.DAG, got.DAG)
	if want.Joins == nil {
		require.Nil(t, got.Voted.Joins)
		return
	}
	var unsure []Pair
	for k, p := range want.Joins.Pairs {
		if want.Joins.Unsure[k] && want.DAG.Adjacent(int(p[0]), int(p[1])) {
			unsure = append(unsure, Pair{p[0], p[1]})
		}
	}
	require.Equal(t, unsure, got.Unsure)
	joins := *want.Joins
	joins.Explained = nil
	require.Equal(t, &joins, got.Voted.Joins)
}

// anyVote is a vote of DAGs over the same nodes, or over different ones.
func anyVote(seed uint64) (*Terms, []*graph.DAG, []bitset.Set) {
	rng := oracle.Rand(seed)
	terms, dags, seen := unlikeTerms(rng)
	if rng.IntN(2) == 0 { // all know of one DAG, as far as they have its nodes
		terms.N = 5 + rng.IntN(4)
		if terms.Run.Constraints != nil {
			terms.Run.Constraints = anyConstraints(rng, terms.N)
		}
		whole := graphtest.DAG(oracle.RandomDAGs(rng, 1, terms.N, 0.3)[0])
		terms.Weights, dags = nil, slices.Repeat([]*graph.DAG{graph.NewDAG(terms.N)}, 4+rng.IntN(4))
		seen = over(rng, dags, 0.3)
		for i, has := range seen {
			dags[i], terms.Weights = without(whole, has), append(terms.Weights, rng.Int64N(4))
		}
		terms.Weights[0] = 1
	}
	terms = &Terms{N: terms.N, Weights: terms.Weights, Unlike: terms.Unlike, Run: terms.Run, Vote: &Vote{
		Threshold: []float64{0, 0.3, 0.5, 0.5, 2.0 / 3, 1}[rng.IntN(6)], Explained: []int64{0, 1, 2, 8}[rng.IntN(4)],
	}}
	if unlike(seen, terms.N) == nil && rng.IntN(2) == 0 {
		terms.Unlike, seen = false, nil
	}
	return terms, dags, seen
}

// without is what a DAG looks like where only some nodes are seen: what depends on each other by the others is joined.
func without(g *graph.DAG, has bitset.Set) *graph.DAG {
	out, order := g.Clone(), g.TopologicalOrder()
	for _, z := range order {
		if has.Has(int(z)) {
			continue
		}
		var around []int // parents first, and then children
		for _, x := range order {
			if out.Adjacent(int(x), int(z)) {
				around = append(around, int(x))
			}
		}
		for k, v := range around {
			for _, u := range around[:k] {
				if out.Has(int(z), v) && !out.Adjacent(u, v) {
					out.Add(u, v)
				}
			}
		}
		for _, x := range around {
			out.Remove(x, int(z))
			out.Remove(int(z), x)
		}
	}
	return out
}

// By sums, the vote is that of all DAGs in one place.
func TestVoteBySums(t *testing.T) {
	known, alike, second, unsure, changes := 0, 0, 0, 0, 0
	const cases = 2000
	for seed := range uint64(cases) {
		terms, dags, seen := anyVote(seed)
		s := newSites(terms, dags)
		s.seen = seen
		got, err := Coordinate(t.Context(), terms, s.ask)
		require.NoError(t, err, "seed %d", seed)
		requireVoted(t, voteInOnePlace(t, terms, dags, seen), got)
		require.Equal(t, len(s.log), got.Rounds)
		if terms.Unlike {
			requireSeen(t, terms, seen, got.Seen)
			unsure += min(1, len(got.Unsure))
			if s.counts[Directions] > 1 {
				changes++
			}
		} else {
			alike++
		}
		if terms.Run.Constraints != nil {
			known++
		}
		second += s.counts[Explained]
	}
	require.Greater(t, min(known, alike, second, unsure, changes), cases/50, "the cases must put every kind of vote to the test")
}

func TestVoteGolden(t *testing.T) {
	for _, c := range golden.LoadUnion(t) {
		t.Run(c.ID, func(t *testing.T) {
			terms := &Terms{N: len(c.Nodes), Weights: c.Weights, Unlike: true, Vote: &Vote{Threshold: 0.5}}
			if terms.Weights == nil {
				terms.Weights = ones(len(c.DAGs))
			}
			var dags []*graph.DAG
			var seen []bitset.Set
			for i, arcs := range c.DAGs {
				dags = append(dags, graphtest.DAG(oracle.FromArcs(terms.N, arcs)))
				seen = append(seen, graphtest.Set(terms.N, c.Sees[i]...))
			}
			s := newSites(terms, dags)
			s.seen = seen
			got, err := Coordinate(t.Context(), terms, s.ask)
			require.NoError(t, err)
			requireVoted(t, voteInOnePlace(t, terms, dags, seen), got)
			require.Equal(t, oracle.FromArcs(terms.N, c.Expected.Vote.Skeleton).Skeleton(), oracle.Matrix(graphtest.Matrix(got.DAG)).Skeleton())
		})
	}
}

// From its first sums alone and from a state, a coordinator asks what it asks in one go.
func TestVoteResumed(t *testing.T) {
	for seed := range uint64(100) {
		terms, dags, seen := anyVote(seed)
		s := newSites(terms, dags)
		s.seen = seen
		want, err := Coordinate(t.Context(), terms, s.ask)
		require.NoError(t, err)
		var state []byte
		for round := range len(s.log) + 1 {
			sums := s.sums[:round]
			if state != nil {
				sums = sums[round-1:]
			}
			got, err := Next(t.Context(), terms, state, sums)
			require.NoError(t, err)
			if round == len(s.log) {
				require.Equal(t, want, got.Result, "seed %d", seed)
				break
			}
			require.Nil(t, got.Result)
			require.Equal(t, s.log[round], got.Question, "seed %d, round %d", seed, round)
			require.Len(t, s.sums[round], got.Length)
			state = got.State
			other := *terms
			other.Vote = &Vote{terms.Vote.Threshold / 2, terms.Vote.Explained + 1}
			_, err = Next(t.Context(), &other, state, nil)
			require.ErrorIs(t, err, ErrState)
		}
	}
}

// A site of several DAGs sends the sums of sites of one DAG each.
func TestVoteOfSeveral(t *testing.T) {
	for seed := range uint64(100) {
		terms, dags, seen := anyVote(seed)
		terms.Weights = ones(len(dags))
		want := voteInOnePlace(t, terms, dags, seen)
		terms.Weights, terms.Held = []int64{1}, []int64{int64(len(dags))}
		site := &Site{Terms: terms, DAGs: dags, Seen: seen}
		got, err := Coordinate(t.Context(), terms, site.Unmasked)
		require.NoError(t, err)
		requireVoted(t, want, got)
	}
}

// A sum that no sites have is refused, and a site refuses questions that are too long, or of a consensus.
func TestVoteRefuses(t *testing.T) {
	terms := &Terms{N: 3, Weights: []int64{2, 1}, Unlike: true, Vote: &Vote{Threshold: 0.5}}
	blind, whole := oracle.FromArcs(3, [][2]int{{0, 1}}), oracle.FromArcs(3, [][2]int{{2, 0}, {2, 1}})
	s := newSites(terms, graphtest.DAGs([]oracle.Matrix{blind, whole}))
	s.seen = []bitset.Set{graphtest.Set(3, 0, 1), graphtest.Set(3, 0, 1, 2)}
	_, err := Coordinate(t.Context(), terms, s.ask)
	require.NoError(t, err)
	for round, q := range s.log {
		site := &Site{Terms: terms, DAGs: s.dags[:1], Seen: s.seen[:1], Most: len(s.sums[round]) - 1}
		_, err := site.Unmasked(t.Context(), q)
		require.Equal(t, &TooLongError{site.Most}, err, "%s", q.Kind)
		if q.Kind == Sees {
			continue
		}
		lie := slices.Clone(s.sums[:round+1])
		lie[round] = slices.Repeat([]uint64{3}, len(lie[round]))
		lie[round][len(lie[round])-1] = 2
		_, err = Next(t.Context(), terms, nil, lie)
		var bad *BadSumError
		require.ErrorAs(t, err, &bad, "%s", q.Kind)
		require.Equal(t, round, bad.Round)
	}
	for _, kind := range []Kind{Costs, IMaps, Cuts, Morals, Distances, Arrows, Joins} {
		_, err := (&Site{Terms: terms, DAGs: s.dags[:1], Seen: s.seen[:1]}).Unmasked(t.Context(), &Question{Kind: kind})
		require.ErrorContains(t, err, "not about")
	}
}
