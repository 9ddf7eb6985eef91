package job

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/internal/oracle"
	"github.com/mcbnc/mcbnc/core/score"
)

// rowsOf draws two datasets in which each of n variables but the first copies an earlier
// one two times out of three; of so many states each.
func rowsOf(n, rows, states int) (data []uint8, arity []int32) {
	rng := oracle.Rand(7)
	for range 2 {
		for v := range n {
			column := make([]uint8, rows)
			from := data[len(data)-min(v, 2)*rows:]
			for row := range column {
				if column[row] = uint8(rng.IntN(states)); v > 0 && rng.IntN(3) > 0 {
					column[row] = from[row]
				}
			}
			data = append(data, column...)
		}
	}
	for range n {
		arity = append(arity, int32(states))
	}
	return data, arity
}

func learnFields(more string) string {
	return request("learn", 12, 2, `,"rows":[400,400],"width":1`+more)
}

// The same bytes come out with any number of workers, by any score and with a seed;
// and other states, more rows and a rank make a difference only where they should.
func TestLearnIsDeterministic(t *testing.T) {
	data, arity := rowsOf(12, 400, 3)
	for _, more := range []string{"", `,"score":"bic"`, `,"score":"aic"`, `,"seed":3`, `,"max_parents":2,"ess":10`, `,"required":[[3,9,0]],"forbidden":[[0,1,1]]`} {
		var first map[string]Array
		for _, workers := range []int{1, 2, 3, 7} {
			j := start(t, learnFields(fmt.Sprintf(`,"workers":%d`, workers)+more), raw("data", data...), raw("arity", arity...))
			require.Equal(t, "complete", resultOf(t, j)["status"])
			delete(j.arrays, "learn_seconds")
			if first == nil {
				first = j.arrays
				require.Greater(t, first["step_kind"].Shape[0], 15)
			}
			require.Equal(t, first, j.arrays, more)
		}
		adjacency := first["adjacency"].bytes
		if more[max(0, len(more)-2):] == "]]" {
			for _, g := range [][]byte{adjacency[:144], adjacency[144:]} {
				require.EqualValues(t, 1, g[3*12+9])
				require.Zero(t, g[0*12+1]+g[1*12+0])
			}
		}
	}
}

// The score that a search ends with is what "scores" gives its graph, and the sum of what
// its steps gained from the empty one on.
func TestLearnAndScoresAgree(t *testing.T) {
	data, arity := rowsOf(12, 400, 3)
	for _, kind := range score.Names() {
		more := fmt.Sprintf(`,"score":%q,"ess":2`, kind)
		j := start(t, learnFields(more), raw("data", data...), raw("arity", arity...))
		resultOf(t, j)
		totals := decode[float64](j.arrays["total"].bytes)
		gains := decode[float64](j.arrays["gain"].bytes)
		ptr := decode[int64](j.arrays["step_ptr"].bytes)
		for k := range 2 {
			graphs := append(make([]byte, 144), j.arrays["adjacency"].bytes[k*144:(k+1)*144]...)
			s := start(t, request("scores", 12, 1, `,"graphs":2,"rows":[400],"width":1`+more),
				raw("graphs", graphs...), raw("data", data[k*4800:(k+1)*4800]...), raw("arity", arity...))
			resultOf(t, s)
			both := decode[float64](s.arrays["total"].bytes)
			require.InEpsilon(t, totals[k], both[1], 1e-12)
			gained := 0.0
			for _, g := range gains[ptr[k]:ptr[k+1]] {
				require.Positive(t, g)
				gained += g
			}
			require.InDelta(t, both[1]-both[0], gained, 1e-6)
			assert.Len(t, decode[float64](s.arrays["value"].bytes), 24)
		}
	}
}

// A stopped search has a class all the same, for each dataset; and leaves nothing behind.
func TestLearnStopped(t *testing.T) {
	data, arity := rowsOf(12, 400, 3)
	j := start(t, learnFields(`,"time_limit":1e-9`), raw("data", data...), raw("arity", arity...))
	assert.Equal(t, "time_limit", resultOf(t, j)["status"])
	assert.Equal(t, []uint8{1, 1}, j.arrays["learn_status"].bytes)
	assert.Zero(t, j.arrays["step_kind"].Shape[0])
	assert.Equal(t, make([]byte, 288), j.arrays["adjacency"].bytes)

	j = start(t, learnFields(`,"time_limit":1e-9,"required":[[2,3,1],[3,1,0],[9,3,1]]`), raw("data", data...), raw("arity", arity...))
	assert.Equal(t, "time_limit", resultOf(t, j)["status"])
	for k := range 2 { // what is required is there however little time there was
		g := j.arrays["adjacency"].bytes[k*144:]
		assert.EqualValues(t, 1, g[3*12+1])
		assert.EqualValues(t, 1, g[2*12+3]+g[3*12+2])
		assert.EqualValues(t, 1, g[9*12+3]+g[3*12+9])
	}

	many, wide := rowsOf(40, 20_000, 9)
	j = start(t, request("learn", 40, 2, `,"rows":[20000,20000],"width":1`), raw("data", many...), raw("arity", wide...))
	time.Sleep(20 * time.Millisecond)
	j.Cancel()
	assert.Equal(t, "cancelled", resultOf(t, j)["status"])
}

// Where required edges, or columns that are copies of one, make more cliques than can be
// gone through, that is said; a cap on parents helps.
func TestLearnTooDense(t *testing.T) {
	const n = 22
	data, arity := rowsOf(n, 50, 2)
	copies := slices.Concat(data[:n*50], bytes.Repeat(data[:50], n)) // in the second dataset
	var required [][3]int
	for u := range n - 1 {
		for v := range u {
			required = append(required, [3]int{u, v, 1})
		}
	}
	text, err := json.Marshal(required)
	require.NoError(t, err)
	for _, c := range []struct {
		more string
		data []uint8
		dag  int
	}{{fmt.Sprintf(`,"required":%s`, text), data, 0}, {"", copies, 1}} {
		fields := `,"workers":1,"rows":[50,50],"width":1` + c.more
		j := start(t, request("learn", n, 2, fields), raw("data", c.data...), raw("arity", arity...))
		require.True(t, j.Wait(10*time.Second))
		_, err = j.Result()
		failure := AsError(err)
		assert.Equal(t, InvalidInput, failure.Code)
		assert.Equal(t, "max_parents", failure.Argument)
		assert.Equal(t, c.dag, *failure.DAG)
		assert.Contains(t, failure.Message, "too many ways")
		j = start(t, request("learn", n, 2, fields+`,"max_parents":3`), raw("data", c.data...), raw("arity", arity...))
		resultOf(t, j)
	}
}

// By hand: x has 0, 0, 1 where known; y follows it but once. Held out is (1, 0).
func TestLogLikelihood(t *testing.T) {
	known, held := []uint16{0, 0, 1, 0, 1, 1}, []uint16{1, 0} // x's column, then y's
	both := append(append([]uint16{}, known...), held...)
	graphs := matrix(2, [2]int{0, 1})
	for ess, want := range map[float64]float64{
		1: math.Log((1+0.5)/(3+1)) + math.Log((0+0.25)/(1+0.5)),
		0: math.Inf(-1), // y was never 0 where x was 1
	} {
		j := start(t, request("log_likelihood", 2, 1, fmt.Sprintf(`,"graphs":1,"rows":[3,1],"width":2,"ess":%v`, ess)),
			raw("graphs", graphs...), raw("data", both...), raw[int32]("arity", 2, 2))
		resultOf(t, j)
		got := decode[float64](j.arrays["total"].bytes)[0]
		if math.IsInf(want, -1) {
			require.Equal(t, want, got)
			continue
		}
		require.InDelta(t, want, got, 1e-12)
	}
}

func TestBadData(t *testing.T) {
	withOperation(t, "idle", operation{
		required: []string{"data", "arity"}, learns: true,
		run: func(context.Context, *Input, *Progress) (*Output, error) { return &Output{}, nil },
	})
	arity := raw[int32]("arity", 2, 3)
	for _, c := range []struct {
		name, more string
		arrays     []Raw
		code       Status
		argument   string
		says       string
	}{
		{"no dataset", `,"r":0`, []Raw{raw[uint8]("data"), arity}, InvalidInput, "data", "no datasets"},
		{"no arity", ``, []Raw{raw[uint8]("data")}, BadRequest, "arity", "needs this array"},
		{"no rows given", `,"width":1`, []Raw{raw[uint8]("data"), arity}, BadRequest, "rows", "0 numbers of rows for 1"},
		{"less than none", `,"rows":[-1],"width":1`, []Raw{raw[uint8]("data"), arity}, InvalidInput, "rows", "dataset 0 has -1 rows"},
		{"more than any", `,"rows":[3000000000],"width":1`, []Raw{raw[uint8]("data"), arity}, InvalidInput, "rows", "3000000000"},
		{"too few", `,"rows":[2],"width":1`, []Raw{raw[uint8]("data", 0, 1, 0), arity}, BadRequest, "data", "3 bytes where there must be 4"},
		{"half an element", `,"rows":[1],"width":2`, []Raw{raw[uint8]("data", 0, 1, 0), arity}, BadRequest, "data", "bytes"},
		{"no width", `,"rows":[1],"width":3`, []Raw{raw[uint8]("data", 0, 0), arity}, BadRequest, "width", "3 is none of"},
		{"no such state", `,"rows":[2],"width":1,"names":["a","b"]`, []Raw{raw[uint8]("data", 0, 1, 0, 3), arity}, InvalidInput, "data",
			"b has the state 3 in row 1 of dataset 0, but only 3 states"},
		{"no state at all", `,"rows":[0],"width":1,"names":["a","b"]`, []Raw{raw[uint8]("data"), raw[int32]("arity", 0, 2)},
			InvalidInput, "arity", "a has 0 states"},
		{"ess", `,"rows":[0],"width":1,"ess":0`, []Raw{raw[uint8]("data"), arity}, InvalidInput, "ess", "0 is not a number above zero"},
		{"score", `,"rows":[0],"width":1,"score":"k2"`, []Raw{raw[uint8]("data"), arity}, InvalidInput, "score", `"k2" is none of `},
		{"parents", `,"rows":[0],"width":1,"max_parents":-1`, []Raw{raw[uint8]("data"), arity}, InvalidInput, "max_parents", "-1 is negative"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := `{"op":"idle","n":2,"r":1` + c.more + `}`
			if c.name == "no dataset" {
				text = `{"op":"idle","n":2` + c.more + `}`
			}
			failure := failureOf(t, text, c.arrays...)
			assert.Equal(t, c.code, failure.Code)
			assert.Equal(t, c.argument, failure.Argument)
			assert.Contains(t, failure.Message, c.says)
		})
	}
}
