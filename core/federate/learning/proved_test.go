package learning_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/federate/learning"
)

// shown are the rounds before one whose sums all sites are shown.
func shown(public *learning.Public, rounds []learning.Round) (out []learning.Round) {
	for _, round := range rounds {
		q := round.Question
		if q.Shared || q.Seen > 0 || public.Judged && q.Pairs != learning.NoPairs {
			out = append(out, round)
		}
	}
	return out
}

func clone(t require.TestingT, q *learning.Question) *learning.Question {
	text, err := json.Marshal(q)
	require.NoError(t, err)
	other := new(learning.Question)
	require.NoError(t, json.Unmarshal(text, other))
	return other
}

// lies are questions that tell something else: each part lacks or changes one number.
func lies(t require.TestingT, q *learning.Question, at int) map[string]*learning.Question {
	out := map[string]*learning.Question{}
	lie := func(name string, change func(q *learning.Question)) {
		other := clone(t, q)
		change(other)
		out[name] = other
	}
	if q.Told != nil {
		lie("no votes", func(q *learning.Question) { q.Told = nil })
		lie("sites", func(q *learning.Question) { q.Told.Sites++ })
		if pairs := len(q.Told.Joined); pairs > 0 {
			lie("votes", func(q *learning.Question) { q.Told.Joined[at%pairs]++ })
		}
	}
	if q.Sees != nil {
		lie("a site", func(q *learning.Question) { q.Sees = append(q.Sees, nil) })
		if sees := q.Sees[at%len(q.Sees)]; len(sees) > 0 {
			lie("columns", func(q *learning.Question) { q.Sees[at%len(q.Sees)] = sees[1:] })
		}
	}
	if len(q.Votes) > 1 {
		lie("pairs", func(q *learning.Question) { q.Votes = q.Votes[1:] })
	}
	if q.Fill == nil {
		return out
	}
	lie("number", func(q *learning.Question) { q.Fill.Number++ })
	if families := q.Fill.Families; len(families) > 0 {
		v := at % len(families)
		lie("no counts", func(q *learning.Question) { q.Fill.Families = nil })
		lie("counts", func(q *learning.Question) { q.Fill.Families[v].Counts[at%len(families[v].Counts)]++ })
	}
	return out
}

// checkTold checks each question of a run, and that no lie about it passes.
func checkTold(t *rapid.T, f *federation, rounds []learning.Round) {
	at := rapid.IntRange(0, 1000).Draw(t, "place")
	for k, round := range rounds {
		before := shown(&f.public, rounds[:k])
		require.NoError(t, f.public.CheckTold(round.Question, before))
		for name, lie := range lies(t, round.Question, at) {
			require.Error(t, f.public.CheckTold(lie, before), "question %d: %s", k, name)
		}
		if len(before) > 0 && (round.Question.Told != nil || round.Question.Sees != nil) {
			require.Error(t, f.public.CheckTold(round.Question, before[1:]), "question %d", k)
		}
	}
}

func TestVotesThatAreToldFollowFromSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := draw(t)
		f.public.NoTables, f.public.NoOwn, f.public.Disguise, f.public.Judged = false, true, false, true
		_, rounds, err := f.learn()
		require.NoError(t, err)
		checkTold(t, f, rounds)
	})
}

func TestColumnsAndCountsThatAreToldFollowFromSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := drawUnion(t)
		_, rounds, err := f.learn()
		if err != nil { // too few sites have the columns of one
			return
		}
		checkTold(t, f, rounds)
		for k, round := range rounds { // the sums that are shown are those of the counts that are told
			if !round.Question.Shared {
				continue
			}
			next := slices.IndexFunc(rounds[k:], func(r learning.Round) bool { return r.Question.Fill.Number > round.Question.Fill.Number })
			require.Positive(t, next)
			for _, set := range round.Question.Tables {
				require.True(t, slices.ContainsFunc(rounds[k+next].Question.Fill.Families, func(f learning.Family) bool {
					return slices.Equal(f.Variables, set)
				}))
			}
		}
	})
}
