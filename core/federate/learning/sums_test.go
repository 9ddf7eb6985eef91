package learning_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/federate/learning"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/internal/testkit/rowstest"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/jointly"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// federation is the sites and the options that all know.
type federation struct {
	public learning.Public
	sites  []*learning.Site
}

// ask is the sum of all sites' answers.
func (f *federation) ask(q *learning.Question) (sum []uint64, err error) {
	for k, site := range f.sites {
		answer, err := site.Unmasked(context.Background(), q)
		if err != nil {
			return nil, err
		}
		if k == 0 {
			sum = make([]uint64, len(answer))
		}
		for i, number := range answer {
			sum[i] += number
		}
	}
	return sum, nil
}

// learn asks until there is a result.
func (f *federation) learn() (*learning.Learned, []learning.Round, error) {
	var history []learning.Round
	for {
		q, learned, err := f.public.Next(context.Background(), history)
		if q == nil || err != nil {
			return learned, history, err
		}
		sum, err := f.ask(q)
		if err != nil {
			return nil, nil, err
		}
		history = append(history, learning.Round{Question: q, Sum: sum})
	}
}

// together is the result of all rows in one place.
func (f *federation) together(t require.TestingT) (*jointly.Result, score.Model) {
	var tables []*data.Dataset
	var dags []*graph.DAG
	for _, site := range f.sites {
		tables, dags = append(tables, site.Data), append(dags, site.DAG)
	}
	all := data.Join(tables)
	p := f.public.Parameters
	p.MaxUnit = f.public.Score.Discrete(all, p).Unit() - score.Room(len(tables))
	var each []score.Model
	for _, table := range tables {
		each = append(each, f.public.Score.Discrete(table, p))
	}
	problem := jointly.Problem{
		Votes:     jointly.Count(len(f.public.Arity), dags),
		Penalised: f.public.Penalised, AllPairs: f.public.AllPairs, Share: f.public.Share,
		Weights: f.public.Weights, MaxParents: f.public.MaxParents, Constraints: f.public.Constraints,
	}
	if !f.public.NoTables {
		problem.Pooled = f.public.Score.Discrete(all, p)
	}
	if !f.public.NoOwn {
		problem.Own = score.Sum(each)
	}
	result, err := jointly.Run(context.Background(), &problem, 1)
	require.NoError(t, err)
	return result, problem.Model()
}

func draw(t *rapid.T) *federation {
	n, count := rapid.IntRange(1, 6).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "sites")
	rng := oracle.Rand(rapid.Uint64().Draw(t, "rows"))
	arity, states := make([]int, n), make([]int32, n)
	for v := range arity {
		arity[v] = 1 + rng.IntN(4)
		states[v] = int32(arity[v])
	}
	kind, _ := score.Find(rapid.SampledFrom([]string{"bdeu", "bds", "qnml", "bic", "aic"}).Draw(t, "score"))
	f := &federation{public: learning.Public{
		Sites: count, Arity: arity, Score: kind, MaxParents: -1,
		Parameters: score.Parameters{ESS: rapid.SampledFrom([]float64{1, 0.3, 10}).Draw(t, "ess"), Penalty: rapid.SampledFrom([]float64{1, 0.4, 3}).Draw(t, "penalty"), Surplus: rapid.SampledFrom([]float64{0, 2}).Draw(t, "surplus")},
		NoTables:   rapid.IntRange(0, 3).Draw(t, "tables") == 0,
		Ahead:      rapid.IntRange(0, 4).Draw(t, "ahead"),
	}}
	switch rapid.IntRange(0, 3).Draw(t, "pairs") {
	case 0:
		f.public.AllPairs = true
	case 1:
		f.public.Penalised = true
	default:
		f.public.Share = rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "share")
	}
	f.public.NoOwn = !f.public.NoTables && rapid.IntRange(0, 2).Draw(t, "own") == 0
	f.public.Disguise = !f.public.NeedsVotes() && rapid.Bool().Draw(t, "masked")
	dags := graphtest.DAGs(oracle.RandomDAGs(rng, count, n, 0.6))
	for k, table := range rowstest.Sites(rng, count, states, 0, 80) {
		f.sites = append(f.sites, &learning.Site{
			Data: table, Structure: learning.Structure{DAG: dags[k], Secret: []byte{byte(k), 1}}, Score: kind, Parameters: f.public.Parameters,
		})
	}
	if rapid.Bool().Draw(t, "constrained") {
		f.public.MaxParents = 2
		f.public.Constraints = constraints(rng, n)
		f.public.Weights = make([]float64, n*n)
		for u := range n {
			for v := range u {
				w := rng.NormFloat64()
				f.public.Weights[u*n+v], f.public.Weights[v*n+u] = w, w
			}
		}
	}
	return f
}

func constraints(rng *rand.Rand, n int) *graph.Constraints {
	c := graph.NewConstraints(n)
	for u := range n {
		for v := range u {
			matrix := c.Required
			if rng.IntN(2) == 0 {
				matrix = c.Forbidden
			}
			if rng.IntN(5) == 0 {
				matrix.Row(u).Add(v)
				matrix.Row(v).Add(u)
			}
		}
	}
	return c
}

// requireSame compares two results, except for how much was evaluated.
func requireSame(t require.TestingT, want, got *jointly.Result) {
	require.Equal(t, want.Best, got.Best)
	require.Equal(t, want.Pairs, got.Pairs)
	require.Len(t, got.Found, len(want.Found))
	for k, f := range want.Found {
		g := got.Found[k]
		require.Equal(t, f.Method, g.Method)
		require.Equal(t, f.Steps, g.Steps)
		require.Equal(t, graphtest.Matrix(f.DAG), graphtest.Matrix(g.DAG))
		for y := range f.DAG.N {
			require.Equal(t, f.DAG.Pa(y), g.DAG.Pa(y))
		}
		require.Zero(t, f.Mix.Cmp(g.Mix))
	}
}

// Sums give what all rows give, to the last bit, and no order of the sites changes any of them.
func TestSumsTellWhatRowsTell(t *testing.T) {
	best := map[string]int{}
	rapid.Check(t, func(t *rapid.T) { best[checkFederation(t)]++ })
	t.Logf("the searches that won: %v", best)
	require.True(t, testing.Short() || len(best) >= 2)
}

// checkFederation holds what is learned from sums to what is learned from all rows. It returns the search that won.
func checkFederation(t *rapid.T) string {
	f := draw(t)
	want, model := f.together(t)
	got, history, err := f.learn()
	require.NoError(t, err)
	requireSame(t, want, got.Result)
	require.Equal(t, model.Unit(), got.Unit)

	slices.Reverse(f.sites)
	_, again, err := f.learn()
	require.NoError(t, err)
	require.Equal(t, history, again)
	return got.Found[got.Best].Method
}

// A question is about what is unknown yet: each asks for something, and no table is in another.
func TestQuestionsAskForNothingTwice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := draw(t)
		_, history, err := f.learn()
		require.NoError(t, err)
		var tables data.Covers
		own := map[string]bool{}
		for k, round := range history {
			q := round.Question
			require.Equal(t, k == 0, q.Facts)
			require.True(t, q.Facts || len(q.Tables)+len(q.Own) > 0)
			require.False(t, f.public.NoOwn && len(q.Own) > 0)
			require.False(t, f.public.NoTables && len(q.Tables) > 0)
			for i, set := range q.Tables {
				require.Negative(t, tables.Find(set))
				for j, other := range q.Tables {
					var covers data.Covers
					covers.Add(other)
					require.Equal(t, i == j, covers.Find(set) == 0)
				}
			}
			for _, set := range q.Tables {
				tables.Add(set)
			}
			for _, set := range q.Own {
				require.NotEmpty(t, set)
				require.NotContains(t, own, fmt.Sprint(set))
				own[fmt.Sprint(set)] = true
			}
		}
	})
}

// A guess never takes a table that is too large: the search that does not guess fails, or none.
func TestGuessesDoNotFail(t *testing.T) {
	failed := map[bool]int{}
	rapid.Check(t, func(t *rapid.T) {
		f := draw(t)
		f.public.NoTables = false
		f.public.Disguise = f.public.Disguise && !f.public.NeedsVotes()
		f.public.MaxCells = rapid.IntRange(1, 100).Draw(t, "cells")
		ahead := f.public.Ahead
		f.public.Ahead = 0
		want, _, wantErr := f.learn()
		f.public.Ahead = ahead
		got, history, err := f.learn()
		failed[err != nil]++
		require.IsType(t, wantErr, err) // which of several large tables comes first depends on the guesses
		if err == nil {
			requireSame(t, want.Result, got.Result)
			for _, round := range history {
				require.LessOrEqual(t, costOf(f.public.Arity, []learning.Round{round}).cells, f.public.MaxCells)
			}
		}
	})
	t.Logf("too large tables: %v", failed)
	require.True(t, testing.Short() || len(failed) == 2)
}

// A site sends exactly as many integers as it may, and refuses a question for more before it counts.
func TestMost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := draw(t)
		_, history, err := f.learn()
		require.NoError(t, err)
		for _, round := range history {
			site := *f.sites[0]
			site.Most = len(round.Sum)
			answer, err := site.Unmasked(context.Background(), round.Question)
			require.NoError(t, err)
			require.Len(t, answer, site.Most)
			if site.Most--; site.Most == 0 {
				continue
			}
			site.MinCell = 1 << 20 // that a table cannot be sent would be seen first
			_, err = site.Unmasked(context.Background(), round.Question)
			var long *learning.TooLongError
			require.ErrorAs(t, err, &long)
			require.Equal(t, site.Most, long.Most)
		}
	})
}

// The unit that follows from the number of all rows is the finest one that fits all rows and each
// site's, less the room for the sum.
func TestUnit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := draw(t)
		least, all := 100, 0
		for _, site := range f.sites {
			all += site.Data.Rows
			least = min(least, site.Score.Discrete(site.Data, site.Parameters).Unit())
		}
		all *= rapid.IntRange(1, 1<<20).Draw(t, "times") // so that not all units fit
		least = min(least, f.public.Score.Shape(all, f.public.Arity, f.public.Parameters).Unit())
		require.Equal(t, least-score.Room(len(f.sites)),
			jointly.Unit(f.public.Score, all, f.public.Arity, f.public.Parameters, len(f.sites)))
	})
}

// A site sends F of families where the score has one of families alone, and F of sets where it has one of sets.
func TestFamiliesAndSets(t *testing.T) {
	rows := rowstest.Sites(oracle.Rand(1), 1, []int32{2, 3, 2}, 40, 41)[0]
	for name, families := range map[string]bool{"bdeu": false, "qnml": false, "bds": true} {
		kind, _ := score.Find(name)
		site := &learning.Site{Data: rows, Score: kind, Parameters: score.Parameters{ESS: 1, Penalty: 1}}
		for _, set := range [][]int32{{-1}, {-2, 0, 2}, {}, {1}, {0, 2}} {
			answer, err := site.Unmasked(context.Background(), &learning.Question{Unit: 30, Own: [][]int32{set}})
			if isFamily := len(set) > 0 && set[0] < 0; isFamily != families {
				require.ErrorContains(t, err, "has no F of that", "%s %v", name, set)
				continue
			}
			require.NoError(t, err)
			require.Len(t, answer, 1)
			require.Equal(t, len(set) == 0, answer[0] == 0)
		}
		for _, set := range [][]int32{{-1, 0}, {-1, -2}, {1, -2}, {3, -2}, {-4}, {-1, 2, 1}, {-1, 2, 2}, {-1, 3}} {
			_, err := site.Unmasked(context.Background(), &learning.Question{Unit: 30, Own: [][]int32{set}})
			require.ErrorContains(t, err, "is not an ascending list", "%s %v", name, set)
		}
	}
}
