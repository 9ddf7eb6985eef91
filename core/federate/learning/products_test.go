package learning_test

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/federate/learning"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// drawMixed draws a table of states and of numbers from -1 to 1, each column from the one before it.
func drawMixed(rng *rand.Rand, rows int, arity []int) *data.Numbers {
	m := &data.Numbers{Rows: rows, Arity: arity}
	before := make([]float64, rows)
	for _, states := range arity {
		column := make([]float64, rows)
		for row := range column {
			column[row] = (before[row] + 2*rng.Float64() - 1) / 2
		}
		before = column
		if states > 0 {
			codes := make([]float64, rows)
			for row, x := range column {
				codes[row] = float64(min(int((x+1)/2*float64(states)), states-1))
			}
			column = codes
		}
		m.Columns = append(m.Columns, column)
	}
	return m
}

func numbersSite(t require.TestingT, public *learning.Public, rows *data.Numbers) *learning.NumbersSite {
	return &learning.NumbersSite{
		Data: rows, Score: public.Score, Parameters: public.Parameters, Numbers: *public.Numbers,
		Structure: learning.Structure{DAG: graph.NewDAG(len(rows.Arity)), Secret: []byte("s")},
	}
}

// run asks sites until there is a result. The last question is the one about products.
func runNumbers(t require.TestingT, public *learning.Public, sites []*learning.NumbersSite, workers int) (*learning.Learned, int) {
	team := parallel.NewTeam(workers)
	defer team.Close()
	var history []learning.Round
	for {
		question, found, err := public.Next(context.Background(), history)
		require.NoError(t, err)
		if found != nil {
			return found, len(history)
		}
		length, err := question.Length(public.Arity)
		require.NoError(t, err)
		sum := make([]uint64, length)
		for _, site := range sites {
			site.Team = team
			answer, err := site.Unmasked(context.Background(), question)
			require.NoError(t, err)
			require.Len(t, answer, length)
			for i, x := range answer {
				sum[i] += x
			}
		}
		history = append(history, learning.Round{Question: question, Sum: sum})
	}
}

// Of several sites the answer is that of one site with all rows, whatever the score, if no score goes by ranks at a site. It
// takes one round without votes, and one more with them.
func TestSitesTogetherAreOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{"dg", "bge", "bic-g"}).Draw(t, "score")
		kinds := []int{0}
		if name == "dg" {
			kinds = []int{0, 2, 3}
		}
		arity := rapid.SliceOfN(rapid.SampledFrom(kinds), 2, 6).Draw(t, "arity")
		kind, _ := score.Find(name)
		n := float64(len(arity))
		public := &learning.Public{
			Sites: rapid.IntRange(1, 4).Draw(t, "sites"), Arity: arity, Score: kind, NoOwn: true, MaxParents: -1,
			Parameters: score.Parameters{Penalty: 1, AlphaMu: 1, AlphaW: n + 2, Raw: true},
			AllPairs:   rapid.Bool().Draw(t, "all"), Extended: rapid.Bool().Draw(t, "extended"),
			Numbers: &learning.Numbers{Most: 1 << 20, Ranges: make([][2]float64, len(arity))},
		}
		public.Penalised = !public.AllPairs
		for v := range arity {
			public.Numbers.Ranges[v] = [2]float64{-1.5, 1.25}
		}
		rng := oracle.Rand(rapid.Uint64().Draw(t, "seed"))
		var sites []*learning.NumbersSite
		var tables []*data.Numbers
		for range public.Sites {
			table := drawMixed(rng, 10+rng.IntN(40), arity)
			sites, tables = append(sites, numbersSite(t, public, table)), append(tables, table)
		}
		joined := data.JoinNumbers(tables)
		found, rounds := runNumbers(t, public, sites, 1)
		want := 2
		if public.AllPairs {
			want = 1
		}
		require.Equal(t, want, rounds)
		again, _ := runNumbers(t, public, sites, 3)
		require.Equal(t, found, again)
		public.Sites = 1
		if !public.AllPairs { // no DAG joins anything: each penalty is log(2 m + 1)
			return
		}
		alone, _ := runNumbers(t, public, []*learning.NumbersSite{numbersSite(t, public, joined)}, 2)
		require.Equal(t, found, alone)
	})
}

// A site refuses what it must not send, and invalid questions, without a panic.
func TestNumbersThatAreRefused(t *testing.T) {
	kind, _ := score.Find("dg")
	public := &learning.Public{
		Sites: 1, Arity: []int{0, 2, 2}, Score: kind, Parameters: score.Parameters{Penalty: 1, Raw: true}, AllPairs: true, NoOwn: true,
		Numbers: &learning.Numbers{Most: 40, Ranges: [][2]float64{{-1, 1}, {}, {}}},
	}
	team := parallel.NewTeam(1)
	defer team.Close()
	site := numbersSite(t, public, drawMixed(oracle.Rand(1), 40, public.Arity))
	site.Team = team
	ask := func(q *learning.Question) error {
		_, err := site.Unmasked(context.Background(), q)
		return err
	}
	good := &learning.Question{Facts: true, Products: true}
	require.NoError(t, ask(good))
	for _, q := range []*learning.Question{
		{}, {Unit: 3, Tables: [][]int32{{1}}}, {Unit: 3, Own: [][]int32{{1}}}, {Votes: [][]int32{{0, 1}}}, {Facts: true, Seen: 1},
		{Products: true, Tables: [][]int32{{1}}}, {Products: true, Unit: 3}, {Products: true, Fill: &learning.Fill{}},
		{Facts: true, Products: true, Pairs: "names"}, {Products: true, Sees: [][]int32{{0}}},
	} {
		require.Error(t, ask(q), "%+v", q)
	}
	var small *learning.SmallCellError
	site.MinCell = 30
	require.ErrorAs(t, ask(good), &small)
	site.MinCell = 0
	var long *learning.TooLongError
	site.Most = 3
	require.ErrorAs(t, ask(good), &long)
	site.Most = 0
	var out *learning.OutOfRangeError
	site.Data.Columns[0][7] = 1.0001
	require.ErrorAs(t, ask(good), &out)
	require.Equal(t, 0, out.Variable)
	site.Data.Columns[0][7] = 1
	require.NoError(t, ask(good))
	var many *learning.ManyRowsError
	site.Numbers.Most = 39
	require.ErrorAs(t, ask(good), &many)
}

// FuzzProducts: whatever a coordinator gets, it has an answer or an error.
func FuzzProducts(f *testing.F) {
	f.Add([]byte{0, 2, 3}, uint32(40), uint64(7), true)
	f.Add([]byte{0, 0}, uint32(3), uint64(1<<63), false)
	f.Fuzz(func(t *testing.T, columns []byte, rows uint32, number uint64, spread bool) {
		var arity []int
		for _, states := range columns[:min(len(columns), 4)] {
			arity = append(arity, int(states%4))
		}
		if len(arity) == 0 {
			return
		}
		kind, _ := score.Find("dg")
		public := &learning.Public{
			Sites: 2, Arity: arity, Score: kind, Parameters: score.Parameters{Penalty: 1}, AllPairs: true, NoOwn: true,
			Numbers: &learning.Numbers{Most: 1 << 20},
		}
		q := &learning.Question{Facts: true, Products: true}
		length, err := q.Length(arity)
		require.NoError(t, err)
		sum := make([]uint64, length)
		for i := range sum {
			if sum[i] = number; spread {
				sum[i] = number >> (i % 64)
			}
		}
		sum[0] = uint64(rows)
		_, _, err = public.Next(context.Background(), []learning.Round{{Question: q, Sum: sum}})
		if err != nil {
			var wrong *learning.SumError
			require.ErrorAs(t, err, &wrong)
		}
	})
}

// FuzzNumbersQuestions: whatever a coordinator asks, a site has an answer of the question's length, or an error.
func FuzzNumbersQuestions(f *testing.F) {
	f.Add([]byte(`{"facts":true,"products":true}`))
	f.Add([]byte(`{"products":true,"told":{"sites":3,"joined":[1,2,3]}}`))
	f.Add([]byte(`{"facts":true,"pairs":"or","seen":-1}`))
	kind, _ := score.Find("dg")
	public := &learning.Public{
		Arity: []int{0, 3, 2}, Score: kind, Parameters: score.Parameters{Penalty: 1}, Numbers: &learning.Numbers{Most: 100},
	}
	site := numbersSite(f, public, drawMixed(oracle.Rand(1), 40, public.Arity))
	team := parallel.NewTeam(1)
	f.Cleanup(team.Close)
	site.Team = team
	f.Fuzz(func(t *testing.T, text []byte) {
		q := new(learning.Question)
		if json.Unmarshal(text, q) != nil {
			return
		}
		answer, err := site.Unmasked(context.Background(), q)
		if err == nil {
			length, err := q.Length(public.Arity)
			require.NoError(t, err)
			require.Len(t, answer, length)
		}
	})
}
