package parts_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

// goodFields are those of a request that each bad one below differs from in one place.
const goodFields = `,"u":0,"v":2,"s":[1],"names":["a","b","c"]`

func TestDefaults(t *testing.T) {
	in := inputOf(t, `{"op":"all","n":3,"r":2,"v":1}`)
	assert.False(t, in.Theta.Set)
	opt := in.Options.Run(in.Weights)
	assert.Equal(t, -1, opt.KMax)
	assert.Zero(t, opt.Cap)
	assert.Equal(t, equiv.Completed, opt.Start)
	assert.False(t, in.Refusion())
	assert.Nil(t, opt.Seed)
	assert.Nil(t, in.Theta.Until())
	assert.Equal(t, runtime.GOMAXPROCS(0), in.Workers)
	assert.Zero(t, in.TimeLimit())
	assert.Equal(t, call.Weights{1, 1}, in.Weights)
	assert.EqualValues(t, 2, in.Weights.Total())
	assert.Nil(t, in.Order)
	assert.Nil(t, in.DAGs.List)
}

func TestOptions(t *testing.T) {
	in := inputOf(t, `{"op":"all","n":3,"r":1,"v":1,"theta":"auto","k_max":0,"cap":2,"start":"dag","output":"refusion",
		"seed":5,"workers":3,"time_limit":0.25,"canonical":true}`)
	assert.True(t, in.Theta.Auto)
	opt := in.Options.Run(in.Weights)
	assert.Equal(t, 0, opt.KMax)
	assert.Equal(t, 2, opt.Cap)
	assert.Equal(t, equiv.Directed, opt.Start)
	assert.True(t, in.Refusion())
	assert.True(t, in.Options.Canonical)
	assert.EqualValues(t, 5, *opt.Seed)
	assert.Nil(t, in.Theta.Until())
	assert.Equal(t, 3, in.Workers)
	assert.Equal(t, 250*time.Millisecond, in.TimeLimit())
}

func TestHugeNumbersAreCut(t *testing.T) {
	in := inputOf(t, `{"op":"all","n":3,"r":1,"v":1,"workers":1000000000,"time_limit":1e300}`)
	assert.Equal(t, 1<<10, in.Workers)
	assert.Greater(t, in.TimeLimit(), 100*365*24*time.Hour)
	assert.Positive(t, inputOf(t, `{"op":"all","n":3,"v":1,"time_limit":1e-300}`).TimeLimit())
}

func TestEverythingIsInTheEnginesIndices(t *testing.T) {
	in := inputOf(t, jobtest.Request("all", 3, 1, `,"u":0,"v":2,"s":[1],"prefix":1,"graphs":1`),
		jobtest.Raw[int32]("rank", 2, 0, 1),
		jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1}, [2]int{0, 2})...),
		jobtest.Raw("fusion", jobtest.Matrix(3, [2]int{1, 2})...),
		jobtest.Raw("graphs", jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 0}, [2]int{2, 1})...),
		jobtest.Raw[int32]("order", 1, 2, 0),
		jobtest.Raw[int32]("step_edges", 0, 1, 1),
		jobtest.Raw[int64]("h_ptr", 0, 2), jobtest.Raw[int32]("h", 2, 1),
		jobtest.Raw[int32]("removed", 0, 0, 0, 2))
	assert.Equal(t, []int{2, 1, 0}, append([]int{in.Pair.U, in.Pair.V}, in.Pair.S...))
	require.Len(t, in.DAGs.List, 1)
	assert.True(t, in.DAGs.List[0].Has(2, 0) && in.DAGs.List[0].Has(2, 1))
	assert.Equal(t, 2, in.DAGs.List[0].Arcs())
	assert.True(t, in.Fusion.DAG.Has(0, 1))
	require.Len(t, in.Graphs.Members, 1)
	assert.True(t, in.Graphs.Members[0].Has(1, 0) && in.Graphs.Members[0].Has(0, 2), "the member of 1 -> 0 - 2")
	assert.Equal(t, parts.Order{0, 1, 2}, in.Order)
	assert.Equal(t, []consensus.Step{{U: 2, V: 0, Undirected: true, H: []int32{0, 1}}}, in.Steps.List)
	assert.Equal(t, []consensus.Step{{Cut: []consensus.CutEdge{{From: 2, To: 1, Arc: true}}}}, in.Removed.First(1))
	assert.Equal(t, 1, in.Steps.Prefix)

	assert.Equal(t, jobtest.Matrix(3, [2]int{0, 1}, [2]int{0, 2}), in.Index.DAG(in.DAGs.List[0]).Bytes())
	assert.Equal(t, call.NewArray([]int32{1, 2, 0}, len([]int32{1, 2, 0})).Bytes(), in.Index.Nodes(in.Order).Bytes())
}

// What a user can get wrong: each error names the argument, and the place in it.
func TestInvalidInput(t *testing.T) {
	for _, c := range []struct {
		name, n, more string
		raws          []call.Raw
		code          call.Status
		argument      string
		dag           int // -1: none
		nodes         []int
		says          string
	}{
		{"theta negative", "3", `,"theta":-0.1`, nil, call.InvalidInput, "theta", -1, nil, "not -0.1"},
		{"theta a wrong word", "3", `,"theta":"automatic"`, nil, call.InvalidInput, "theta", -1, nil, `"automatic"`},
		{"theta a boolean", "3", `,"theta":true`, nil, call.InvalidInput, "theta", -1, nil, "true"},
		{"k_max", "3", `,"k_max":-1`, nil, call.InvalidInput, "k_max", -1, nil, "must be a whole number >= 0, or be left out for no limit, not -1"},
		{"cap", "3", `,"cap":0`, nil, call.InvalidInput, "cap", -1, nil, "must be a whole number >= 1, or be left out for no limit, not 0"},
		{"start", "3", `,"start":"DAG"`, nil, call.InvalidInput, "start", -1, nil, `"cpdag"`},
		{"output", "3", `,"output":"x"`, nil, call.InvalidInput, "output", -1, nil, `"refusion"`},
		{"workers", "3", `,"workers":-2`, nil, call.InvalidInput, "workers", -1, nil, "not -2"},
		{"time_limit", "3", `,"time_limit":0`, nil, call.InvalidInput, "time_limit", -1, nil, "must be a number of seconds > 0, not 0"},
		{"u", "3", `,"u":3`, nil, call.InvalidInput, "u", -1, nil, "no node 3"},
		{"v", "3", `,"v":-1`, nil, call.InvalidInput, "v", -1, nil, "no node -1"},
		{"u is v", "3", `,"u":2`, nil, call.InvalidInput, "v", -1, []int{2}, "c"},
		{"s out of range", "3", `,"s":[7]`, nil, call.InvalidInput, "s", -1, nil, "no node 7"},
		{"s twice", "3", `,"s":[1,1]`, nil, call.InvalidInput, "s", -1, []int{1}, "b"},
		{"s holds u", "3", `,"s":[0]`, nil, call.InvalidInput, "s", -1, []int{0}, "a"},
		{
			"an entry", "3", "",
			[]call.Raw{jobtest.Raw("dags", append(jobtest.Matrix(3), 0, 0, 0, 0, 0, 7, 0, 0, 0)...)},
			call.InvalidInput, "dags", 1, []int{1, 2}, "dags[1]: the entry for b -> c is 7",
		},
		{
			"a self-loop", "3", "", []call.Raw{jobtest.Raw("dags", append(jobtest.Matrix(3, [2]int{2, 2}), jobtest.Matrix(3)...)...)},
			call.Cycle, "dags", 0, []int{2, 2}, "dags[0]: c has an arc to itself",
		},
		{
			"a cycle", "3", "",
			[]call.Raw{jobtest.Raw("dags", append(jobtest.Matrix(3), jobtest.Matrix(3, [2]int{0, 2}, [2]int{2, 1}, [2]int{1, 0})...)...)},
			call.Cycle, "dags", 1, []int{0, 2, 1, 0}, "dags[1]: it has a cycle: a -> c -> b -> a",
		},
		{
			"a cycle, the engine counting otherwise", "3", "",
			[]call.Raw{
				jobtest.Raw[int32]("rank", 2, 0, 1),
				jobtest.Raw("dags", append(jobtest.Matrix(3), jobtest.Matrix(3, [2]int{0, 2}, [2]int{2, 1}, [2]int{1, 0})...)...),
			},
			call.Cycle, "dags", 1, []int{1, 0, 2, 1}, "b -> a -> c -> b",
		},
		{
			"a cycle in the fusion", "3", "", []call.Raw{jobtest.Raw("fusion", jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 0})...)},
			call.Cycle, "fusion", -1, []int{0, 1, 0}, "fusion: it has a cycle",
		},
		{
			"a graph's entry", "3", `,"graphs":1`, []call.Raw{jobtest.Raw[uint8]("graphs", 0, 255, 0, 0, 0, 0, 0, 0, 0)},
			call.InvalidInput, "graphs", 0, []int{0, 1}, "255",
		},
		{
			"a graph's self-loop", "3", `,"graphs":1`, []call.Raw{jobtest.Raw("graphs", jobtest.Matrix(3, [2]int{1, 1})...)},
			call.Cycle, "graphs", 0, []int{1, 1}, "itself",
		},
		{"too few weights", "3", "", []call.Raw{jobtest.Raw("weights", 1.0)}, call.InvalidInput, "weights", -1, nil, "1 weights for 2 DAGs"},
		{"a negative weight", "3", "", []call.Raw{jobtest.Raw("weights", 1.0, -1)}, call.InvalidInput, "weights", 1, nil, "-1"},
		{"a NaN weight", "3", "", []call.Raw{jobtest.Raw("weights", math.NaN(), 1)}, call.InvalidInput, "weights", 0, nil, "NaN"},
		{"an infinite weight", "3", "", []call.Raw{jobtest.Raw("weights", 1, math.Inf(1))}, call.InvalidInput, "weights", 1, nil, "Inf"},
		{"zero weights", "3", "", []call.Raw{jobtest.Raw("weights", 0.0, 0)}, call.InvalidInput, "weights", -1, nil, "all are zero"},
		{"an order of other nodes", "3", "", []call.Raw{jobtest.Raw[int32]("order", 0, 1, 3)}, call.InvalidInput, "order", -1, nil, "position 2 has "},
		{"an order with a node twice", "3", "", []call.Raw{jobtest.Raw[int32]("order", 0, 1, 0)}, call.InvalidInput, "order", -1, nil, "position 2 has "},
		{"no nodes", "0", "", nil, call.InvalidInput, "n", -1, nil, "no nodes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			failure := refusal(t, replaced(t, `{"op":"all","r":2,"n":`+c.n+goodFields+`}`, c.more), c.raws...)
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

// A field that an operation does not have is refused by its name.
func TestFieldsThatAreNotThere(t *testing.T) {
	dags := jobtest.Raw("dags", jobtest.Matrix(3)...)
	for _, field := range []string{"theta", "k_max", "cap", "start", "output", "u", "s", "required", "prefix", "runs", "graphs", "score"} {
		failure := refusal(t, jobtest.Request("dags", 3, 1, `,"`+field+`":0`), dags)
		assert.Equal(t, call.BadRequest, failure.Code, field)
		assert.Equal(t, field, failure.Argument)
		assert.Contains(t, failure.Message, `operation "dags" has no such field`)
	}
}

func TestNoDAGs(t *testing.T) {
	failure := refusal(t, jobtest.Request("dags", 3, 0, ""), jobtest.Raw[uint8]("dags"))
	assert.Equal(t, call.InvalidInput, failure.Code)
	assert.Equal(t, "dags", failure.Argument)
	assert.Contains(t, failure.Message, "no DAGs")
}

// A cut has 16 bits. With one more node, a cut might have 2^16 edges.
func TestTheMostNodes(t *testing.T) {
	dags := call.Raw{Name: "dags", Data: make([]byte, 9)}
	for _, n := range []int{1<<16 + 1, 1 << 20, 1 << 40} {
		failure := refusal(t, jobtest.Request("dags", n, 1, ""), dags)
		assert.Equal(t, call.InvalidInput, failure.Code, failure.Message)
		assert.Equal(t, "n", failure.Argument)
	}
	failure := refusal(t, jobtest.Request("dags", 1<<16, 1, ""), dags)
	assert.Equal(t, "dags", failure.Argument, failure.Message)
}

// What only a broken program can get wrong.
func TestBadRequest(t *testing.T) {
	steps := func(edges, h []int32, ptr ...int64) []call.Raw {
		return []call.Raw{jobtest.Raw("step_edges", edges...), jobtest.Raw("h_ptr", ptr...), jobtest.Raw("h", h...)}
	}
	oneStep := steps([]int32{0, 1, 0}, nil, 0, 0)
	for _, c := range []struct {
		name, request string
		raws          []call.Raw
		argument      string
	}{
		{"a missing array", jobtest.Request("dags", 3, 1, ""), nil, "dags"},
		{"an array not taken", jobtest.Request("graphs", 3, 1, `,"graphs":1`), []call.Raw{jobtest.Raw("graphs", jobtest.Matrix(3)...), jobtest.Raw("weights", 1.0)}, "weights"},
		{"an array twice", jobtest.Request("graphs", 3, 1, `,"graphs":1`), []call.Raw{jobtest.Raw("graphs", jobtest.Matrix(3)...), jobtest.Raw("graphs", jobtest.Matrix(3)...)}, "graphs"},
		{"n negative", jobtest.Request("all", -1, 1, ""), nil, "n"},
		{"r negative", jobtest.Request("all", 3, -1, ""), nil, "r"},
		{"r beyond all bounds", jobtest.Request("all", 3, 1<<40, ""), nil, "r"},
		{"names", jobtest.Request("all", 3, 1, `,"names":["a"]`), nil, "names"},
		{"dags too short", jobtest.Request("dags", 3, 2, ""), []call.Raw{jobtest.Raw("dags", jobtest.Matrix(3)...)}, "dags"},
		{"dags too long", jobtest.Request("dags", 3, 1, ""), []call.Raw{jobtest.Raw("dags", jobtest.Matrix(4)...)}, "dags"},
		{"two graphs are needed", jobtest.Request("graphs", 3, 1, `,"graphs":2`), []call.Raw{jobtest.Raw("graphs", jobtest.Matrix(3)...)}, "graphs"},
		{"half a weight", jobtest.Request("all", 3, 1, `,"v":1`), []call.Raw{{Name: "weights", Data: make([]byte, 7)}}, "weights"},
		{"a short rank", jobtest.Request("all", 3, 1, ""), []call.Raw{jobtest.Raw[int32]("rank", 0, 1)}, "rank"},
		{"no permutation", jobtest.Request("all", 3, 1, ""), []call.Raw{jobtest.Raw[int32]("rank", 0, 1, 1)}, "rank"},
		{"half a step", jobtest.Request("all", 3, 1, `,"v":1`), steps([]int32{0, 1}, nil, 0), "step_edges"},
		{
			"an array of a part without the others", jobtest.Request("all", 3, 1, `,"v":1`),
			[]call.Raw{jobtest.Raw[int32]("step_edges", 0, 1, 0), jobtest.Raw[int32]("h")}, "h_ptr",
		},
		{"a step's node", jobtest.Request("all", 3, 1, `,"v":1`), steps([]int32{0, 3, 0}, nil, 0, 0), "step_edges"},
		{"a step from a node to itself", jobtest.Request("all", 3, 1, `,"v":1`), steps([]int32{1, 1, 0}, nil, 0, 0), "step_edges"},
		{"a step's kind", jobtest.Request("all", 3, 1, `,"v":1`), steps([]int32{0, 1, 2}, nil, 0, 0), "step_edges"},
		{"a short h_ptr", jobtest.Request("all", 3, 1, `,"v":1`), steps([]int32{0, 1, 0}, nil, 0), "h_ptr"},
		{"h_ptr beyond h", jobtest.Request("all", 3, 1, `,"v":1`), steps([]int32{0, 1, 0}, nil, 0, 1), "h_ptr"},
		{"h_ptr falls", jobtest.Request("all", 3, 1, `,"v":1`), steps([]int32{0, 1, 0, 0, 1, 0}, []int32{2}, 0, 5, 1), "h_ptr"},
		{"a node of h", jobtest.Request("all", 3, 1, `,"v":1`), steps([]int32{0, 1, 0}, []int32{-1}, 0, 1), "h"},
		{"a removal's step", jobtest.Request("all", 3, 1, `,"v":1`), append(oneStep, jobtest.Raw[int32]("removed", 1, 0, 0, 1)), "removed"},
		{"a removal's DAG", jobtest.Request("all", 3, 1, `,"v":1`), append(oneStep, jobtest.Raw[int32]("removed", 0, 1, 0, 1)), "removed"},
		{"a removal's node", jobtest.Request("all", 3, 1, `,"v":1`), append(oneStep, jobtest.Raw[int32]("removed", 0, 0, 0, 3)), "removed"},
		{"prefix", jobtest.Request("all", 3, 1, `,"v":1,"prefix":2`), oneStep, "prefix"},
		{"prefixes", jobtest.Request("each", 3, 1, ""), append(oneStep, jobtest.Raw[int64]("prefixes", -1, 0)), "prefixes"},
		{"prefixes fall", jobtest.Request("each", 3, 1, ""), append(oneStep, jobtest.Raw[int64]("prefixes", 1, 0)), "prefixes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			failure := refusal(t, c.request, c.raws...)
			assert.Equal(t, call.BadRequest, failure.Code, failure.Message)
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
	failure := refusal(t, jobtest.Request("dags", n, 1, ""), jobtest.Raw("dags", jobtest.Matrix(n, arcs...)...))
	assert.Equal(t, call.Cycle, failure.Code)
	assert.Len(t, failure.Nodes, n+1)
	assert.Less(t, len(failure.Message), 200)
	assert.Contains(t, failure.Message, "node 9 -> ... (90 more) ... -> node 0")
	assert.Equal(t, 11, strings.Count(failure.Message, " -> "))
}

func TestTheCallersMemoryIsCopied(t *testing.T) {
	order, edges := []int32{0, 1, 2}, []int32{0, 1, 0}
	in := inputOf(t, `{"op":"all","n":3,"v":1}`, jobtest.Raw("order", order...),
		jobtest.Raw("step_edges", edges...), jobtest.Raw[int64]("h_ptr", 0, 0), jobtest.Raw[int32]("h"))
	order[0], edges[0] = 9, 9
	assert.Equal(t, parts.Order{0, 1, 2}, in.Order)
	assert.Equal(t, int32(0), in.Steps.List[0].U)
}

// An array may stand at any address: C does not promise numpy's alignment.
func TestUnalignedArrays(t *testing.T) {
	aligned := call.NewArray([]float64{3, 0.5}, len([]float64{3, 0.5})).Bytes()
	shifted := append([]byte{0}, aligned...)[1:]
	in := inputOf(t, `{"op":"all","n":3,"r":2,"v":1}`, call.Raw{Name: "weights", Data: shifted})
	assert.Equal(t, call.Weights{30, 5}, in.Weights)
}

// So a federation, which lists the options that it has, refuses one that runs get later.
func TestAnOptionBesidesOthersIsNamed(t *testing.T) {
	with := func(fields string) *parts.Options {
		in := inputOf(t, `{"op":"all","n":3,"v":1`+fields+`}`)
		return &in.Options
	}
	assert.Empty(t, with("").Besides())
	assert.Empty(t, with(`,"canonical":false,"k_max":null`).Besides())
	for name, value := range map[string]string{
		"k_max": "0", "cap": "1", "start": `"dag"`, "canonical": "true", "seed": "0", "required": "[[0,1,0]]", "forbidden": "[[0,1,0]]",
	} {
		given := with(fmt.Sprintf(`,%q:%s`, name, value))
		assert.Equal(t, name, given.Besides())
		assert.Equal(t, name, given.Besides("other"))
		assert.Empty(t, given.Besides("other", name))
	}
}
