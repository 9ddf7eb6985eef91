package ops_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

const unionOf = 8 // columns

func unionFields(more string) string {
	return jobtest.Request("learn_union", unionOf, 2, `,"rows":[300,300],"width":1,"chains":2,"rounds":2`+more)
}

// unionRaws are two sites: the first one lacks the last two columns, and the second one the first two.
func unionRaws(arcs ...[2]int) []call.Raw {
	data, arity := rowsOf(unionOf, 300, 3)
	seen := make([]uint8, 2*unionOf)
	for v := range unionOf {
		for site, has := range []bool{v < 6, v >= 2} {
			if has {
				seen[site*unionOf+v] = 1
				continue
			}
			clear(data[(site*unionOf+v)*300:][:300])
		}
	}
	dags := append(jobtest.Matrix(unionOf, arcs...), jobtest.Matrix(unionOf)...)
	return []call.Raw{
		jobtest.Raw("data", data...), jobtest.Raw("arity", arity...), jobtest.Raw("dags", dags...), jobtest.Raw("seen", seen...),
	}
}

// The result has the same bytes with any number of workers. What a site has is as it was given, sorted.
func TestUnionIsDeterministic(t *testing.T) {
	for _, more := range []string{``, `,"score":"bds"`, `,"search":"xges"`, `,"seed":7,"required":[[0,7,0]]`} {
		var first map[string]jobtest.Array
		for _, workers := range []int{1, 2, 5} {
			j := jobtest.Start(t, unionFields(more+fmt.Sprintf(`,"workers":%d`, workers)), unionRaws([2]int{0, 1})...)
			require.Equal(t, "complete", jobtest.Result(t, j)["status"])
			arrays := jobtest.Arrays(t, j)
			delete(arrays, "learn_seconds")
			if first == nil {
				first = arrays
			}
			require.Equal(t, first, arrays)
		}
		require.Equal(t, []int{2, 2 * 300 * unionOf}, first["filled"].Shape)
		for k := range 2 { // no site has 0 and 7, or 1 and 6
			g := first["adjacency"].Bytes[k*unionOf*unionOf:]
			want := uint8(0)
			if more != "" && more[len(more)-1] == ']' {
				want = 1
			}
			require.Equal(t, want, g[7])
			require.Zero(t, g[7*unionOf]+g[6*unionOf+1]+g[unionOf+6])
		}
	}
}

// A chain draws by its number, so a later one is the same without those before it.
func TestChainsByThemselves(t *testing.T) {
	run := func(more string) map[string]jobtest.Array {
		j := jobtest.Start(t, jobtest.Request("learn_union", unionOf, 2, `,"rows":[300,300],"width":1,"rounds":2`+more),
			unionRaws([2]int{0, 1})...)
		require.Equal(t, "complete", jobtest.Result(t, j)["status"])
		return jobtest.Arrays(t, j)
	}
	all := run(`,"chains":3`)
	for first := range 3 {
		one := run(fmt.Sprintf(`,"chains":1,"first":%d`, first))
		for _, name := range []string{"filled", "adjacency", "cpdag", "total"} {
			size := len(one[name].Bytes)
			require.Equal(t, all[name].Bytes[first*size:][:size], one[name].Bytes)
		}
	}
	require.NotEqual(t, run(`,"chains":1`)["filled"], run(`,"chains":1,"first":1`)["filled"])
}

func TestUnionRefusals(t *testing.T) {
	raws := unionRaws()
	values := jobtest.Raw("values", make([]float64, 600*unionOf)...)
	failure := jobtest.Refusal(t, jobtest.Request("learn_union", unionOf, 2, `,"rows":[300,300],"score":"bic-cg"`), values, raws[1], raws[2], raws[3])
	assert.Equal(t, "gaps", failure.Argument)
	assert.Contains(t, failure.Message, `"bic-cg" needs a value in every cell`)
	failure = jobtest.Refusal(t, unionFields(``), unionRaws([2]int{0, 6})...)
	assert.Contains(t, failure.Message, "DAG 0 has an edge at node 6, which it lacks")
	many := unionRaws()
	many[1] = jobtest.Raw("arity", slices.Repeat([]int32{1 << 21}, unionOf)...)
	failure = jobtest.Refusal(t, unionFields(``), many...)
	assert.Equal(t, "arity", failure.Argument)
	assert.Contains(t, failure.Message, "node 0 has 2097152 states")
	raws[3].Data[3] = 2
	failure = jobtest.Refusal(t, unionFields(``), raws...)
	assert.Contains(t, failure.Message, "number 0 has 2 at node 3")
	gap := unionRaws()
	gap[0].Data[5] = gap[1].Data[0] // the number after the last state of node 0
	failure = jobtest.Refusal(t, unionFields(``), gap...)
	assert.Contains(t, failure.Message, "node 0 has the state 3 in row 5 of dataset 0, but only 3 states")
	gap[0].Data[5]++
	failure = jobtest.Refusal(t, unionFields(`,"gaps":true`), gap...)
	assert.Contains(t, failure.Message, "node 0 has the state 4 in row 5 of dataset 0, but only 3 states")
}

// Every gap is filled, and every other cell is as it was, sorted. Without DAGs and sets of columns each site has all columns,
// and no DAG counts.
func TestGapsAreFilled(t *testing.T) {
	data, arity := rowsOf(unionOf, 300, 3)
	for k := 0; k < len(data); k += 5 {
		data[k] = uint8(arity[k/300%unionOf])
	}
	j := jobtest.Start(t, unionFields(`,"gaps":true`), jobtest.Raw("data", data...), jobtest.Raw("arity", arity...))
	require.Equal(t, "complete", jobtest.Result(t, j)["status"])
	filled := jobtest.Read[uint8](t, j, "filled")
	require.Len(t, filled, 2*len(data))
	for k, state := range filled {
		assert.Less(t, int32(state), arity[k/300%unionOf])
	}
	for column := range 2 * unionOf {
		var before, after [4]int
		for row := range 300 {
			before[data[column*300+row]]++
			after[filled[column*300+row]]++
		}
		for state := range arity[column%unionOf] {
			assert.LessOrEqual(t, before[state], after[state])
		}
	}
}

func TestUnionStopped(t *testing.T) {
	j := jobtest.Start(t, unionFields(`,"time_limit":1e-9,"required":[[2,3,1]]`), unionRaws()...)
	assert.Equal(t, "time_limit", jobtest.Result(t, j)["status"])
	for k := range 2 {
		g := jobtest.Read[uint8](t, j, "adjacency")[k*unionOf*unionOf:]
		assert.EqualValues(t, 1, g[2*unionOf+3]+g[3*unionOf+2])
	}
}

// A search of one dataset is among the columns that it has.
func TestLearnAmongSomeColumns(t *testing.T) {
	raws := unionRaws()
	j := jobtest.Start(t, jobtest.Request("learn", unionOf, 2, `,"rows":[300,300],"width":1,"required":[[0,1,0],[0,7,0]]`), raws[0], raws[1], raws[3])
	require.Equal(t, "complete", jobtest.Result(t, j)["status"])
	both := jobtest.Read[uint8](t, j, "adjacency")
	assert.EqualValues(t, 1, both[1])
	for k, lacks := range [][]int{{6, 7}, {0, 1}} {
		for _, v := range lacks {
			for u := range unionOf {
				g := both[k*unionOf*unionOf:]
				assert.Zero(t, g[u*unionOf+v]+g[v*unionOf+u])
			}
		}
	}
}
