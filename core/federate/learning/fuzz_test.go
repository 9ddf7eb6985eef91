package learning_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/federate/learning"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/internal/testkit/rowstest"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// FuzzLearn holds what is learned from sums to what is learned from all rows.
func FuzzLearn(f *testing.F) {
	f.Add([]byte("a federation drawn from these bytes, eight for each number, so that there must be some of them"))
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { checkFederation(t) }))
}

// FuzzQuestions asks a site anything, and gives the coordinator any sum of a first round or of a later
// one. Neither is led astray.
func FuzzQuestions(f *testing.F) {
	f.Add([]byte(`{"facts":true,"pairs":"counts"}`), []byte{9, 1, 0, 1}, uint8(3))
	f.Add([]byte(`{"facts":true,"pairs":"or"}`), []byte{}, uint8(1))
	f.Add([]byte(`{"unit":30,"tables":[[0,1],[2]],"own":[[],[0,2]]}`), []byte{200, 1, 2, 3, 4, 5, 6, 7, 8, 9}, uint8(2))
	f.Add([]byte(`{"unit":30,"own":[[-1],[-2,0,2]]}`), []byte{3, 4}, uint8(128))
	f.Add([]byte(`{"facts":true,"seen":1}`), []byte{40, 3, 3, 1}, uint8(0))
	f.Add([]byte(`{"sees":[[0,1,2],[0,1]],"votes":[[0,1]]}`), []byte{1, 0, 0}, uint8(0))
	f.Add([]byte(`{"unit":9,"sees":[[0,1,2],[0,1]],"fill":{"number":1},"tables":[[0,2]]}`), []byte{1, 2, 3, 34}, uint8(0))
	f.Add([]byte(`{"unit":9,"sees":[[0,1,2]],"fill":{"number":4095,"families":[{"of":[0],"counts":[1,2]},{"of":[0,1],"counts":[1,2,3,4,5,6]},{"of":[2],"counts":[0,0]}]},"tables":[[0,1,2]]}`), []byte{}, uint8(128))
	f.Add([]byte(`{"facts":true,"told":{"sites":3,"joined":[0,1,2]}}`), []byte{40}, uint8(0))
	f.Add([]byte(`{"unit":30,"tables":[[0]],"told":{"sites":1,"joined":[0,0,0]}}`), []byte{1, 2}, uint8(0))
	f.Fuzz(func(t *testing.T, text, sum []byte, cell uint8) {
		var q learning.Question
		if json.Unmarshal(text, &q) != nil {
			return
		}
		kind, _ := score.Find([]string{"bdeu", "bds"}[cell>>7])
		arity := []int{2, 3, 2}
		parameters := score.Parameters{ESS: 1, Penalty: 1}
		site := &learning.Site{
			Data: rowstest.Sites(oracle.Rand(1), 1, []int32{2, 3, 2}, 40, 41)[0], Structure: learning.Structure{DAG: graph.NewDAG(3), Secret: []byte("s")}, Score: kind,
			Parameters: parameters, MinCell: int(cell % 4),
		}
		answer, err := site.Unmasked(context.Background(), &q)
		public := learning.Public{Sites: 2, Arity: arity, Score: kind, MaxParents: -1, Parameters: parameters}
		if err == nil {
			again, errAgain := site.Unmasked(context.Background(), &q)
			require.NoError(t, errAgain)
			require.Equal(t, answer, again)
		}
		told := make([]uint64, len(sum))
		for k, b := range sum {
			told[k] = uint64(int64(int8(b)))
		}
		_, _, _ = public.Next(context.Background(), []learning.Round{{Question: &q, Sum: told}})
		public.Union = &learning.Union{Searches: 1 + int(cell%3), Alike: int(cell % 2)}
		seen := learning.Round{Question: &learning.Question{Facts: true, Seen: 1}, Sum: []uint64{40, 3, 3, 1}}
		for _, history := range [][]learning.Round{{{Question: &q, Sum: told}}, {seen, {Question: &q, Sum: told}}} {
			next, learned, err := public.Next(context.Background(), history)
			require.True(t, err != nil || (next == nil) != (learned == nil))
		}
		public.Union = nil
		facts := learning.Round{Question: &learning.Question{Facts: true, Pairs: learning.Counted}, Sum: []uint64{40, 2, 1, 0}}
		next, learned, err := public.Next(context.Background(), []learning.Round{facts, {Question: &q, Sum: told}})
		if err == nil {
			require.NotEqual(t, next == nil, learned == nil)
		}
	})
}
