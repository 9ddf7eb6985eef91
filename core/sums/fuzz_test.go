package sums_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/internal/oracle"
	"github.com/mcbnc/mcbnc/core/internal/rowstest"
	"github.com/mcbnc/mcbnc/core/score"
	"github.com/mcbnc/mcbnc/core/sums"
)

// FuzzLearn holds what is learned from sums to what all rows tell.
func FuzzLearn(f *testing.F) {
	f.Add([]byte("a federation drawn from these bytes, eight for each number, so that there must be some of them"))
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { checkFederation(t) }))
}

// FuzzQuestions asks a site anything, and tells the coordinator any sum of a first round or of a later
// one. Neither is led astray.
func FuzzQuestions(f *testing.F) {
	f.Add([]byte(`{"facts":true,"pairs":"counts"}`), []byte{9, 1, 0, 1}, uint8(3))
	f.Add([]byte(`{"facts":true,"pairs":"or"}`), []byte{}, uint8(1))
	f.Add([]byte(`{"unit":30,"tables":[[0,1],[2]],"own":[[],[0,2]]}`), []byte{200, 1, 2, 3, 4, 5, 6, 7, 8, 9}, uint8(2))
	f.Fuzz(func(t *testing.T, text, sum []byte, cell uint8) {
		var q sums.Question
		if json.Unmarshal(text, &q) != nil {
			return
		}
		kind, _ := score.Find("bdeu")
		arity := []int{2, 3, 2}
		parameters := score.Parameters{ESS: 1, Penalty: 1}
		site := &sums.Site{
			Data: rowstest.Sites(oracle.Rand(1), 1, []int32{2, 3, 2}, 40, 41)[0], DAG: graph.NewDAG(3), Secret: []byte("s"), Score: kind,
			Parameters: parameters, MinCell: int(cell % 4),
		}
		answer, err := site.Answer(&q)
		public := sums.Public{Sites: 2, Arity: arity, Score: kind, MaxParents: -1, Parameters: parameters}
		if err == nil {
			again, errAgain := site.Answer(&q)
			require.NoError(t, errAgain)
			require.Equal(t, answer, again)
		}
		told := make([]uint64, len(sum))
		for k, b := range sum {
			told[k] = uint64(int64(int8(b)))
		}
		_, _, _ = public.Next(context.Background(), []sums.Round{{Question: &q, Sum: told}})
		facts := sums.Round{Question: &sums.Question{Facts: true, Pairs: sums.Counted}, Sum: []uint64{40, 2, 1, 0}}
		next, learned, err := public.Next(context.Background(), []sums.Round{facts, {Question: &q, Sum: told}})
		if err == nil {
			require.NotEqual(t, next == nil, learned == nil)
		}
	})
}
