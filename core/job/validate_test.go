package job

import (
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// takesAll is an operation that takes every array there is.
var takesAll = operation{
	run: untilCancelled, pair: true, graphs: 1,
	optional: []string{
		"dags", "graphs", "weights", "order", "fusion",
		"step_edges", "h_ptr", "h", "removed", "prefixes",
	},
}

// good is the request that each bad one below differs from in one place.
const goodFields = `,"u":0,"v":2,"s":[1],"names":["a","b","c"]`

func TestDefaults(t *testing.T) {
	withOperation(t, "all", takesAll)
	in := inputOf(t, `{"op":"all","n":3,"r":2,"v":1}`)
	assert.False(t, in.Theta.Set)
	assert.Equal(t, -1, in.KMax)
	assert.Zero(t, in.Cap)
	assert.False(t, in.StartDAG)
	assert.False(t, in.Refusion)
	assert.Nil(t, in.Seed)
	assert.Equal(t, runtime.GOMAXPROCS(0), in.Workers)
	assert.Zero(t, in.TimeLimit)
	assert.Equal(t, []int64{1, 1}, in.Weights)
	assert.EqualValues(t, 2, in.TotalWeight())
	assert.Nil(t, in.Order)
	assert.Nil(t, in.DAGs)
}

func TestOptions(t *testing.T) {
	withOperation(t, "all", takesAll)
	in := inputOf(t, `{"op":"all","n":3,"r":1,"v":1,"theta":"auto","k_max":0,"cap":2,"start":"dag","output":"refusion",
		"seed":5,"workers":3,"time_limit":0.25,"canonical":true}`)
	assert.True(t, in.Theta.Auto)
	assert.Equal(t, 0, in.KMax)
	assert.Equal(t, 2, in.Cap)
	assert.True(t, in.StartDAG)
	assert.True(t, in.Refusion)
	assert.True(t, in.Canonical)
	assert.EqualValues(t, 5, *in.Seed)
	assert.Equal(t, 3, in.Workers)
	assert.Equal(t, 250*time.Millisecond, in.TimeLimit)
}

func TestHugeNumbersAreCut(t *testing.T) {
	withOperation(t, "all", takesAll)
	in := inputOf(t, `{"op":"all","n":3,"r":1,"v":1,"workers":1000000000,"time_limit":1e300}`)
	assert.Equal(t, maxWorkers, in.Workers)
	assert.Greater(t, in.TimeLimit, 100*365*24*time.Hour)
	assert.Positive(t, inputOf(t, `{"op":"all","n":3,"v":1,"time_limit":1e-300}`).TimeLimit)
}

func TestEverythingIsInTheEnginesIndices(t *testing.T) {
	withOperation(t, "all", takesAll)
	in := inputOf(t, request("all", 3, 1, `,"u":0,"v":2,"s":[1],"prefix":1`),
		raw[int32]("rank", 2, 0, 1),
		raw("dags", matrix(3, [2]int{0, 1}, [2]int{0, 2})...),
		raw("fusion", matrix(3, [2]int{1, 2})...),
		raw("graphs", matrix(3, [2]int{0, 1}, [2]int{1, 0}, [2]int{2, 1})...),
		raw[int32]("order", 1, 2, 0),
		raw[int32]("step_edges", 0, 1, 1),
		raw[int64]("h_ptr", 0, 2), raw[int32]("h", 2, 1),
		raw[int32]("removed", 0, 0, 0, 2),
		raw[int64]("prefixes", 0, 1))
	assert.Equal(t, []int{2, 1, 0}, append([]int{in.U, in.V}, in.S...))
	require.Len(t, in.DAGs, 1)
	assert.True(t, in.DAGs[0].Has(2, 0) && in.DAGs[0].Has(2, 1))
	assert.Equal(t, 2, in.DAGs[0].Arcs())
	assert.True(t, in.Fusion.Has(0, 1))
	require.Len(t, in.Graphs, 1)
	assert.True(t, in.Graphs[0].Ne(2).Has(0) && in.Graphs[0].Ne(0).Has(2))
	assert.True(t, in.Graphs[0].Pa(0).Has(1))
	assert.Equal(t, 1, in.Graphs[0].Pa(0).Count()+in.Graphs[0].Pa(1).Count()+in.Graphs[0].Pa(2).Count())
	assert.Equal(t, []int32{0, 1, 2}, in.Order)
	assert.Equal(t, []Step{{U: 2, V: 0, Undirected: true, H: []int32{0, 1}}}, in.Steps)
	assert.Equal(t, []Removal{{A: 2, B: 1}}, in.Removed)
	assert.Equal(t, []int{0, 1}, in.Prefixes)
	assert.Equal(t, 1, in.Prefix)

	assert.Equal(t, matrix(3, [2]int{0, 1}, [2]int{0, 2}), in.Index.DAG(in.DAGs[0]).bytes)
	assert.Equal(t, matrix(3, [2]int{0, 1}, [2]int{1, 0}, [2]int{2, 1}), in.Index.PDAG(in.Graphs[0]).bytes)
	assert.Equal(t, bytesOf([]int32{1, 2, 0}), in.Index.Nodes(in.Order).bytes)
}

// What a user can get wrong: each is told the argument, and where in it.
func TestInvalidInput(t *testing.T) {
	withOperation(t, "all", takesAll)
	for _, c := range []struct {
		name, n, more string
		raws          []Raw
		code          Status
		argument      string
		dag           int // -1: none
		nodes         []int
		says          string
	}{
		{"theta negative", "3", `,"theta":-0.1`, nil, InvalidInput, "theta", -1, nil, "negative"},
		{"theta a wrong word", "3", `,"theta":"automatic"`, nil, InvalidInput, "theta", -1, nil, `"automatic"`},
		{"theta a boolean", "3", `,"theta":true`, nil, InvalidInput, "theta", -1, nil, "true"},
		{"k_max", "3", `,"k_max":-1`, nil, InvalidInput, "k_max", -1, nil, "-1 is negative"},
		{"cap", "3", `,"cap":0`, nil, InvalidInput, "cap", -1, nil, "0 is below 1"},
		{"start", "3", `,"start":"DAG"`, nil, InvalidInput, "start", -1, nil, `"cpdag"`},
		{"output", "3", `,"output":"x"`, nil, InvalidInput, "output", -1, nil, `"refusion"`},
		{"workers", "3", `,"workers":-2`, nil, InvalidInput, "workers", -1, nil, "negative"},
		{"time_limit", "3", `,"time_limit":0`, nil, InvalidInput, "time_limit", -1, nil, "not positive"},
		{"u", "3", `,"u":3`, nil, InvalidInput, "u", -1, nil, "no node 3"},
		{"v", "3", `,"v":-1`, nil, InvalidInput, "v", -1, nil, "no node -1"},
		{"u is v", "3", `,"u":2`, nil, InvalidInput, "v", -1, []int{2}, "c"},
		{"s out of range", "3", `,"s":[7]`, nil, InvalidInput, "s", -1, nil, "no node 7"},
		{"s twice", "3", `,"s":[1,1]`, nil, InvalidInput, "s", -1, []int{1}, "b"},
		{"s holds u", "3", `,"s":[0]`, nil, InvalidInput, "s", -1, []int{0}, "a"},
		{
			"an entry", "3", "",
			[]Raw{raw("dags", append(matrix(3), 0, 0, 0, 0, 0, 7, 0, 0, 0)...)},
			InvalidInput, "dags", 1, []int{1, 2}, "dags[1]: the entry for b -> c is 7",
		},
		{
			"a self-loop", "3", "", []Raw{raw("dags", append(matrix(3, [2]int{2, 2}), matrix(3)...)...)},
			Cycle, "dags", 0, []int{2, 2}, "dags[0]: c has an arc to itself",
		},
		{
			"a cycle", "3", "",
			[]Raw{raw("dags", append(matrix(3), matrix(3, [2]int{0, 2}, [2]int{2, 1}, [2]int{1, 0})...)...)},
			Cycle, "dags", 1, []int{0, 2, 1, 0}, "dags[1]: it has a cycle: a -> c -> b -> a",
		},
		{
			"a cycle, the engine counting otherwise", "3", "",
			[]Raw{
				raw[int32]("rank", 2, 0, 1),
				raw("dags", append(matrix(3), matrix(3, [2]int{0, 2}, [2]int{2, 1}, [2]int{1, 0})...)...),
			},
			Cycle, "dags", 1, []int{1, 0, 2, 1}, "b -> a -> c -> b",
		},
		{
			"a cycle in the fusion", "3", "", []Raw{raw("fusion", matrix(3, [2]int{0, 1}, [2]int{1, 0})...)},
			Cycle, "fusion", -1, []int{0, 1, 0}, "fusion: it has a cycle",
		},
		{
			"a graph's entry", "3", "", []Raw{raw[uint8]("graphs", 0, 255, 0, 0, 0, 0, 0, 0, 0)},
			InvalidInput, "graphs", 0, []int{0, 1}, "255",
		},
		{
			"a graph's self-loop", "3", "", []Raw{raw("graphs", matrix(3, [2]int{1, 1})...)},
			Cycle, "graphs", 0, []int{1, 1}, "itself",
		},
		{"too few weights", "3", "", []Raw{raw("weights", 1.0)}, InvalidInput, "weights", -1, nil, "1 weights for 2 DAGs"},
		{"a negative weight", "3", "", []Raw{raw("weights", 1.0, -1)}, InvalidInput, "weights", 1, nil, "-1"},
		{"a NaN weight", "3", "", []Raw{raw("weights", math.NaN(), 1)}, InvalidInput, "weights", 0, nil, "NaN"},
		{"an infinite weight", "3", "", []Raw{raw("weights", 1, math.Inf(1))}, InvalidInput, "weights", 1, nil, "Inf"},
		{"zero weights", "3", "", []Raw{raw("weights", 0.0, 0)}, InvalidInput, "weights", -1, nil, "all are zero"},
		{"an order of other nodes", "3", "", []Raw{raw[int32]("order", 0, 1, 3)}, InvalidInput, "order", -1, nil, "place 2"},
		{"an order with a node twice", "3", "", []Raw{raw[int32]("order", 0, 1, 0)}, InvalidInput, "order", -1, nil, "place 2"},
		{"no nodes", "0", "", nil, InvalidInput, "n", -1, nil, "no nodes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			// A later field of the same name wins, which is what lets c.more change one.
			failure := failureOf(t, `{"op":"all","r":2,"n":`+c.n+goodFields+c.more+`}`, c.raws...)
			assert.Equal(t, c.code, failure.Code, failure.Message)
			assert.Equal(t, c.argument, failure.Argument)
			assert.Equal(t, c.nodes, failure.Nodes)
			if c.dag < 0 {
				assert.Nil(t, failure.DAG)
			} else if assert.NotNil(t, failure.DAG) {
				assert.Equal(t, c.dag, *failure.DAG)
			}
			assert.Contains(t, failure.Message, c.says)
		})
	}
}

func TestNoDAGs(t *testing.T) {
	failure := failureOf(t, request("run", 3, 0, ""), raw[uint8]("dags"))
	assert.Equal(t, InvalidInput, failure.Code)
	assert.Equal(t, "dags", failure.Argument)
	assert.Contains(t, failure.Message, "no DAGs")
}

// Cuts have 16 bits: one more node, and a cut might have 2^16 edges.
func TestTheMostNodes(t *testing.T) {
	dags := Raw{Name: "dags", Data: make([]byte, 9)}
	for _, n := range []int{1<<16 + 1, 1 << 20, 1 << 40} {
		failure := failureOf(t, request("run", n, 1, ""), dags)
		assert.Equal(t, InvalidInput, failure.Code, failure.Message)
		assert.Equal(t, "n", failure.Argument)
	}
	failure := failureOf(t, request("run", 1<<16, 1, ""), dags)
	assert.Equal(t, "dags", failure.Argument, failure.Message)
}

// What only a broken program can get wrong.
func TestBadRequest(t *testing.T) {
	withOperation(t, "all", takesAll)
	steps := func(edges, h []int32, ptr ...int64) []Raw {
		return []Raw{raw("step_edges", edges...), raw("h_ptr", ptr...), raw("h", h...)}
	}
	oneStep := steps([]int32{0, 1, 0}, nil, 0, 0)
	for _, c := range []struct {
		name, request string
		raws          []Raw
		argument      string
	}{
		{"no operation", `{"n":3,"r":1}`, nil, "op"},
		{"another operation", request("rnu", 3, 1, ""), nil, "op"},
		{"a missing array", request("run", 3, 1, ""), nil, "dags"},
		{"an array not taken", request("moral", 3, 1, ""), []Raw{raw("graphs", matrix(3)...), raw("weights", 1.0)}, "weights"},
		{"an array twice", request("moral", 3, 1, ""), []Raw{raw("graphs", matrix(3)...), raw("graphs", matrix(3)...)}, "graphs"},
		{"n negative", request("all", -1, 1, ""), nil, "n"},
		{"r negative", request("all", 3, -1, ""), nil, "r"},
		{"r beyond all bounds", request("all", 3, 1<<40, ""), nil, "r"},
		{"names", request("all", 3, 1, `,"names":["a"]`), nil, "names"},
		{"dags too short", request("run", 3, 2, ""), []Raw{raw("dags", matrix(3)...)}, "dags"},
		{"dags too long", request("run", 3, 1, ""), []Raw{raw("dags", matrix(4)...)}, "dags"},
		{"two graphs are needed", request("shd", 3, 1, ""), []Raw{raw("graphs", matrix(3)...)}, "graphs"},
		{"half a weight", request("all", 3, 1, `,"v":1`), []Raw{{"weights", make([]byte, 7)}}, "weights"},
		{"a short rank", request("all", 3, 1, ""), []Raw{raw[int32]("rank", 0, 1)}, "rank"},
		{"no permutation", request("all", 3, 1, ""), []Raw{raw[int32]("rank", 0, 1, 1)}, "rank"},
		{"half a step", request("all", 3, 1, `,"v":1`), []Raw{raw[int32]("step_edges", 0, 1)}, "step_edges"},
		{"a step's node", request("all", 3, 1, `,"v":1`), steps([]int32{0, 3, 0}, nil, 0, 0), "step_edges"},
		{"a step from a node to itself", request("all", 3, 1, `,"v":1`), steps([]int32{1, 1, 0}, nil, 0, 0), "step_edges"},
		{"a step's kind", request("all", 3, 1, `,"v":1`), steps([]int32{0, 1, 2}, nil, 0, 0), "step_edges"},
		{"a short h_ptr", request("all", 3, 1, `,"v":1`), steps([]int32{0, 1, 0}, nil, 0), "h_ptr"},
		{"h_ptr beyond h", request("all", 3, 1, `,"v":1`), steps([]int32{0, 1, 0}, nil, 0, 1), "h_ptr"},
		{"h_ptr falls", request("all", 3, 1, `,"v":1`), steps([]int32{0, 1, 0, 0, 1, 0}, []int32{2}, 0, 5, 1), "h_ptr"},
		{"a node of h", request("all", 3, 1, `,"v":1`), steps([]int32{0, 1, 0}, []int32{-1}, 0, 1), "h"},
		{"a removal's step", request("all", 3, 1, `,"v":1`), append(oneStep, raw[int32]("removed", 1, 0, 0, 1)), "removed"},
		{"a removal's DAG", request("all", 3, 1, `,"v":1`), append(oneStep, raw[int32]("removed", 0, 1, 0, 1)), "removed"},
		{"a removal's node", request("all", 3, 1, `,"v":1`), append(oneStep, raw[int32]("removed", 0, 0, 0, 3)), "removed"},
		{"a refusion of nothing", request("all", 3, 1, `,"v":1,"output":"refusion"`), oneStep, "dags"},
		{
			"a refusion of whole inputs", request("all", 3, 1, `,"v":1,"output":"refusion"`),
			append(oneStep, raw("dags", matrix(3)...)), "removed",
		},
		{"prefix", request("all", 3, 1, `,"v":1,"prefix":2`), oneStep, "prefix"},
		{"prefixes", request("all", 3, 1, `,"v":1`), append(oneStep, raw[int64]("prefixes", 0, -1)), "prefixes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			failure := failureOf(t, c.request, c.raws...)
			assert.Equal(t, BadRequest, failure.Code, failure.Message)
			assert.Equal(t, c.argument, failure.Argument, failure.Message)
		})
	}
}

func TestALongCycleIsToldShort(t *testing.T) {
	const n = 100
	arcs := make([][2]int, n)
	for i := range arcs {
		arcs[i] = [2]int{i, (i + 1) % n}
	}
	failure := failureOf(t, request("run", n, 1, ""), raw("dags", matrix(n, arcs...)...))
	assert.Equal(t, Cycle, failure.Code)
	assert.Len(t, failure.Nodes, n+1)
	assert.Less(t, len(failure.Message), 200)
	assert.Contains(t, failure.Message, "node 9 -> ... (90 more) ... -> node 0")
	assert.Equal(t, longestPath-1, strings.Count(failure.Message, " -> "))
}

func TestTheCallersMemoryIsCopied(t *testing.T) {
	withOperation(t, "all", takesAll)
	order, edges := []int32{0, 1, 2}, []int32{0, 1, 0}
	in := inputOf(t, `{"op":"all","n":3,"v":1}`, raw("order", order...),
		raw("step_edges", edges...), raw[int64]("h_ptr", 0, 0), raw[int32]("h"))
	order[0], edges[0] = 9, 9
	assert.Equal(t, []int32{0, 1, 2}, in.Order)
	assert.Equal(t, 0, in.Steps[0].U)
}

// An array may stand at any address: C does not promise numpy's alignment.
func TestUnalignedArrays(t *testing.T) {
	withOperation(t, "all", takesAll)
	aligned := bytesOf([]float64{3, 0.5})
	shifted := append([]byte{0}, aligned...)[1:]
	in := inputOf(t, `{"op":"all","n":3,"r":2,"v":1}`, Raw{"weights", shifted})
	assert.Equal(t, []int64{30, 5}, in.Weights)
}
