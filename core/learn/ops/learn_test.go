package ops_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// rowsOf draws two datasets of n variables with the given number of states each. In two rows out of
// three, a variable copies an earlier one.
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
	return jobtest.Request("learn", 12, 2, `,"rows":[400,400],"width":1`+more)
}

// The result has the same bytes with any number of workers: by any score, with a seed, with
// other parameters and with constraints.
func TestLearnIsDeterministic(t *testing.T) {
	data, arity := rowsOf(12, 400, 3)
	for _, more := range []string{"", `,"score":"bic"`, `,"score":"aic"`, `,"score":"bic-g"`, `,"score":"bge"`, `,"score":"bic-cg"`, `,"score":"dg"`, `,"seed":3`, `,"max_parents":2,"ess":10`, `,"required":[[3,9,0]],"forbidden":[[0,1,1]]`} {
		var first map[string]jobtest.Array
		for _, workers := range []int{1, 2, 3, 7} {
			j := jobtest.Start(t, learnFields(fmt.Sprintf(`,"workers":%d`, workers)+more), rawsFor(more, data, arity)...)
			require.Equal(t, "complete", jobtest.Result(t, j)["status"])
			arrays := jobtest.Arrays(t, j)
			delete(arrays, "learn_seconds")
			if first == nil {
				first = arrays
				require.Greater(t, first["step_kind"].Shape[0], 15)
			}
			require.Equal(t, first, arrays, more)
		}
		adjacency := first["adjacency"].Bytes
		if more[max(0, len(more)-2):] == "]]" {
			for _, g := range [][]byte{adjacency[:144], adjacency[144:]} {
				require.EqualValues(t, 1, g[3*12+9])
				require.Zero(t, g[0*12+1]+g[1*12+0])
			}
		}
	}
}

// The score that a search ends with is the one that "scores" gives its graph. It is the score
// of the empty graph plus the gains of all steps.
func TestLearnAndScoresAgree(t *testing.T) {
	data, arity := rowsOf(12, 400, 3)
	for _, kind := range score.Kinds() {
		more := fmt.Sprintf(`,"score":%q`, kind.Name)
		for _, parameter := range kind.Parameters {
			more += fmt.Sprintf(`,%q:%v`, parameter, map[string]any{"ess": 2, "penalty": 1.5, "alpha_mu": 2, "alpha_w": 15.5, "surplus": 2, "values": `"raw"`}[parameter])
		}
		j := jobtest.Start(t, learnFields(more), rawsFor(more, data, arity)...)
		jobtest.Result(t, j)
		totals := jobtest.Read[float64](t, j, "total")
		gains := jobtest.Read[float64](t, j, "gain")
		ptr := jobtest.Read[int64](t, j, "step_ptr")
		for k := range 2 {
			graphs := append(make([]byte, 144), jobtest.Read[uint8](t, j, "adjacency")[k*144:(k+1)*144]...)
			s := jobtest.Start(t, jobtest.Request("scores", 12, 1, `,"graphs":2,"rows":[400],"width":1`+more),
				append(rawsFor(more, data[k*4800:(k+1)*4800], arity), jobtest.Raw("graphs", graphs...))...)
			jobtest.Result(t, s)
			both := jobtest.Read[float64](t, s, "total")
			require.InEpsilon(t, totals[k], both[1], 1e-12)
			gained := 0.0
			for _, g := range gains[ptr[k]:ptr[k+1]] {
				require.Positive(t, g)
				gained += g
			}
			require.InDelta(t, both[1]-both[0], gained, 1e-6)
			assert.Len(t, jobtest.Read[float64](t, s, "value"), 24)
		}
	}
}

// rawsFor are the arrays of data for the score that the fields name. For a Gaussian score the
// states are values, and for a score of mixed columns those of every other column are.
func rawsFor(fields string, states []uint8, arity []int32) []call.Raw {
	gaussian := strings.Contains(fields, `"bge"`) || strings.Contains(fields, `"bic-g"`)
	mixed := strings.Contains(fields, `"bic-cg"`) || strings.Contains(fields, `"dg"`)
	if !gaussian && !mixed {
		return []call.Raw{jobtest.Raw("data", states...), jobtest.Raw("arity", arity...)}
	}
	values := make([]float64, len(states))
	for i, s := range states {
		values[i] = float64(s)
	}
	if mixed {
		some := slices.Clone(arity)
		for v := 0; v < len(some); v += 2 {
			some[v] = 0
		}
		return []call.Raw{jobtest.Raw("values", values...), jobtest.Raw("arity", some...)}
	}
	return []call.Raw{jobtest.Raw("values", values...)}
}

// A search that was stopped has a class for each dataset, with all required edges in it.
func TestLearnStopped(t *testing.T) {
	data, arity := rowsOf(12, 400, 3)
	j := jobtest.Start(t, learnFields(`,"time_limit":1e-9`), jobtest.Raw("data", data...), jobtest.Raw("arity", arity...))
	assert.Equal(t, "time_limit", jobtest.Result(t, j)["status"])
	assert.Equal(t, []uint8{1, 1}, jobtest.Read[uint8](t, j, "learn_status"))
	assert.Empty(t, jobtest.Read[uint8](t, j, "step_kind"))
	assert.Equal(t, make([]byte, 288), jobtest.Read[uint8](t, j, "adjacency"))

	j = jobtest.Start(t, learnFields(`,"time_limit":1e-9,"required":[[2,3,1],[3,1,0],[9,3,1]]`), jobtest.Raw("data", data...), jobtest.Raw("arity", arity...))
	assert.Equal(t, "time_limit", jobtest.Result(t, j)["status"])
	for k := range 2 { // required edges are there even if there was no time to search
		g := jobtest.Read[uint8](t, j, "adjacency")[k*144:]
		assert.EqualValues(t, 1, g[3*12+1])
		assert.EqualValues(t, 1, g[2*12+3]+g[3*12+2])
		assert.EqualValues(t, 1, g[9*12+3]+g[3*12+9])
	}

	many, wide := rowsOf(160, 20_000, 9)
	j = jobtest.Start(t, jobtest.Request("learn", 160, 2, `,"rows":[20000,20000],"width":1`), jobtest.Raw("data", many...), jobtest.Raw("arity", wide...))
	time.Sleep(20 * time.Millisecond)
	j.Cancel()
	assert.Equal(t, "cancelled", jobtest.Result(t, j)["status"])
}

// Required edges, and columns that are copies of one, can make too many cliques to enumerate.
// Then the search keeps to few parents, and reports a node at which they were too many.
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
		j := jobtest.Start(t, jobtest.Request("learn", n, 2, fields), jobtest.Raw("data", c.data...), jobtest.Raw("arity", arity...))
		require.True(t, j.Wait(jobtest.Enough))
		jobtest.Result(t, j)
		dense := jobtest.Read[int32](t, j, "dense")
		require.GreaterOrEqual(t, dense[c.dag], int32(0))
		if c.more == "" { // only the second dataset is dense
			require.EqualValues(t, -1, dense[0])
		}
		few := jobtest.Start(t, jobtest.Request("learn", n, 2, fields+`,"max_parents":4`), jobtest.Raw("data", c.data...), jobtest.Raw("arity", arity...))
		jobtest.Result(t, few)
		require.Equal(t, []int32{-1, -1}, jobtest.Read[int32](t, few, "dense"))
		half := n * n * c.dag
		require.Equal(t, jobtest.Read[uint8](t, few, "cpdag")[half:], jobtest.Read[uint8](t, j, "cpdag")[half:])
	}
}

// By hand: the training rows are (0, 0), (0, 1) and (1, 1), the held-out row is (1, 0).
func TestLogLikelihood(t *testing.T) {
	known, held := []uint16{0, 0, 1, 0, 1, 1}, []uint16{1, 0} // x's column, then y's
	both := append(append([]uint16{}, known...), held...)
	graphs := jobtest.Matrix(2, [2]int{0, 1})
	for ess, want := range map[float64]float64{
		1: math.Log((1+0.5)/(3+1)) + math.Log((0+0.25)/(1+0.5)),
		0: math.Inf(-1), // y was never 0 where x was 1
	} {
		j := jobtest.Start(t, jobtest.Request("log_likelihood", 2, 1, fmt.Sprintf(`,"graphs":1,"rows":[3,1],"width":2,"ess":%v`, ess)),
			jobtest.Raw("graphs", graphs...), jobtest.Raw("data", both...), jobtest.Raw[int32]("arity", 2, 2))
		jobtest.Result(t, j)
		got := jobtest.Read[float64](t, j, "total")[0]
		if math.IsInf(want, -1) {
			require.Equal(t, want, got)
			continue
		}
		require.InDelta(t, want, got, 1e-12)
	}
}
