package job_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/job"
)

// answer is what a request gives: its arrays, or its error. Times are left out. Graphs that came as arcs are matrices.
type answer struct {
	failure *call.Error
	arrays  map[string][]byte
}

func ask(t *rapid.T, tt *testing.T, n int, request string, raws []call.Raw) answer {
	j, err := job.Start([]byte(request), raws)
	if err == nil {
		require.True(t, j.Wait(-1))
		_, err = j.Result()
	}
	if err != nil {
		return answer{failure: call.AsError(err)}
	}
	told := answer{arrays: map[string][]byte{}}
	arrays := jobtest.Arrays(tt, j)
	for name, a := range arrays {
		of, isList := strings.CutSuffix(name, "_arcs")
		switch {
		case strings.HasSuffix(name, "_seconds") || strings.HasSuffix(name, "_ptr") && arrays[strings.TrimSuffix(name, "ptr")+"arcs"].Shape != nil:
		case name == "arc_ptr":
		case name == "arcs":
			told.arrays["dags"] = jobtest.Drawn(n, arrays["arc_ptr"].Bytes, a.Bytes)
		case name == "imap_arcs":
			told.arrays["imaps"] = jobtest.Drawn(n, arrays["imap_ptr"].Bytes, a.Bytes)
		case name == "graph_arcs":
			told.arrays["graphs"] = jobtest.Drawn(n, arrays["graph_ptr"].Bytes, a.Bytes)
		case isList:
			told.arrays[of] = jobtest.Drawn(n, nil, a.Bytes)
		default:
			told.arrays[name] = a.Bytes
		}
	}
	return told
}

// asked are the fields and the arrays of a request of each operation that takes DAGs, beside the DAGs.
func asked(n, r int, run map[string]jobtest.Array) map[string]struct {
	more string
	raws []call.Raw
} {
	of := func(names ...string) (raws []call.Raw) {
		for _, name := range names {
			raws = append(raws, call.Raw{Name: name, Data: run[name].Bytes})
		}
		return raws
	}
	steps := len(run["psi"].Bytes) / 8
	found := of("fusion", "step_edges", "h_ptr", "h")
	after, all := append(found, of("removed")...), append(found, jobtest.Raw("prefixes", 0, int64(steps)))
	rows := strings.TrimSuffix(strings.Repeat("3,", r), ",")
	data := []call.Raw{jobtest.Raw("data", make([]uint8, 3*n*r)...), jobtest.Raw("arity", slices.Repeat([]int32{2}, n)...)}
	data[0].Data[0] = 1
	seen := jobtest.Raw("seen", slices.Repeat([]uint8{1}, r*n)...)
	prefix, names := fmt.Sprintf(`,"prefix":%d`, steps), strings.TrimSuffix(strings.Repeat("0,", n), ",")
	for k := range n {
		names = strings.Replace(names, "0,", fmt.Sprintf("%d,", k+1), 1)
	}
	type request = struct {
		more string
		raws []call.Raw
	}
	record := `,"record":{"mcbnc":"0","nodes":[` + names + `],"status":"complete","result":{"theta":0.5,"seconds":1}}`
	return map[string]request{
		"run": {`,"theta":"auto"`, nil}, "fusion": {}, "members": {}, "batch": {`,"runs":1`, nil}, "stability": {`,"runs":1`, nil},
		"chance": {}, "vote": {}, "averaged": {}, "climb": {}, "dsep_vote": {}, "bounded": {`,"max_treewidth":2`, nil},
		"genetic":   {`,"max_treewidth":2,"population":2,"generations":1,"seed":1`, nil},
		"agreement": {`,"matrix":true`, nil}, "state": {prefix, after}, "profile": {"", all}, "states": {"", all},
		"evidence": {"", append(found, of("s_ptr", "s")...)}, "criticalities": {prefix, after},
		"deletion":      {`,"prefix":0,"u":0,"v":1`, after},
		"criticality":   {`,"u":0,"v":1`, nil},
		"mean_smhd":     {"", []call.Raw{jobtest.Raw("graphs", make([]byte, n*n)...)}},
		"explained":     {"", []call.Raw{jobtest.Raw("graphs", make([]byte, n*n)...), seen}},
		"measure":       {`,"graphs":1`, []call.Raw{jobtest.Raw("graphs", make([]byte, n*n)...)}},
		"save":          {record, append(found, of("order", "score", "step_seconds", "s_ptr", "s", "removed", "adjacency")...)},
		"learn_jointly": {`,"width":1,"rows":[` + rows + `]`, data},
		"learn_union": {`,"width":1,"chains":1,"rounds":1,"rows":[` + rows + `]`,
			append(data, seen)},
	}
}

// Every operation answers for lists of arcs, in any order and with arcs that come again, as for matrices, also with an
// error.
func TestArcsAreTheirMatrices(t *testing.T) {
	var taking []string
	for _, name := range call.Registered() {
		takes := slices.ContainsFunc(call.Describe(name).Arrays, func(a call.Given) bool { return a.Name == "arcs" })
		if takes && !strings.HasPrefix(name, "federated") { // whose Part is that of the others
			taking = append(taking, name)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		n, r := rapid.IntRange(2, 6).Draw(rt, "n"), rapid.IntRange(1, 3).Draw(rt, "r")
		cells := drawGraphs(rt, n, r)
		rank := rapid.Permutation(jobtest.Int32s(upTo(n))).Draw(rt, "rank")
		ptr, arcs := jobtest.ArcsOf(n, cells)
		listed := []call.Raw{shuffledArcs(rt, ptr, arcs)}
		listed = append([]call.Raw{jobtest.Raw("arc_ptr", again(ptr)...)}, listed...)
		dense, ranked := jobtest.Raw("dags", cells...), jobtest.Raw("rank", rank...)

		var run map[string]jobtest.Array
		if j, err := job.Start([]byte(jobtest.Request("run", n, r, "")), []call.Raw{dense, ranked}); err == nil {
			require.True(rt, j.Wait(-1))
			run = jobtest.Arrays(t, j)
		}
		requests := asked(n, r, run)
		for _, op := range taking {
			q, known := requests[op]
			require.True(rt, known, op)
			text := jobtest.Request(op, n, r, q.more)
			want := ask(rt, t, n, text, append([]call.Raw{dense, ranked}, q.raws...))
			got := ask(rt, t, n, text, append(append(slices.Clone(listed), ranked), asLists(n, q.raws)...))
			if run != nil && op != "deletion" && op != "save" { // the edge may be none of the run's, and a file has DAGs alone
				require.Nil(rt, want.failure, "%s", op)
			}
			if want.failure != nil && want.failure.Argument != "dags" {
				require.NotNil(rt, got.failure)
				continue
			}
			require.Equal(rt, want, got, op)
		}
	})
}

// So does every operation on graphs alone.
func TestGraphsMayComeAsArcs(t *testing.T) {
	counts := map[string]int{"moral": 3, "cpdag": 3, "treewidth": 3, "smhd": 2, "shd": 2, "triangulation": 1, "exact_treewidth": 1}
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(rt, "n")
		ranked := jobtest.Raw("rank", rapid.Permutation(jobtest.Int32s(upTo(n))).Draw(rt, "rank")...)
		for op, r := range counts {
			graphs, text := jobtest.Raw("graphs", drawGraphs(rt, n, r)...), jobtest.Request(op, n, r, "")
			want := ask(rt, t, n, text, []call.Raw{graphs, ranked})
			got := ask(rt, t, n, text, append(asLists(n, []call.Raw{graphs}), ranked))
			require.Equal(rt, want, got, op)
		}
	})
	ptr, arcs, dense := jobtest.Raw[int64]("graph_ptr", 0, 1), jobtest.Arcs("graph_arcs", [2]int32{0, 1}), jobtest.Raw("graphs", make([]byte, 9)...)
	for message, raws := range map[string][]call.Raw{
		`graphs: the graphs are given as "graph_arcs" too, and one of the two must go`: {dense, ptr, arcs},
		`graph_ptr: "graph_ptr" and "graph_arcs" must be given together`:               {ptr},
		`graph_ptr: 24 bytes where there must be 16: 8 for each element of shape [2]`:  {jobtest.Raw[int64]("graph_ptr", 0, 1, 1), arcs},
		`graphs[0]: node 1 has an arc to itself`:                                       {ptr, jobtest.Arcs("graph_arcs", [2]int32{1, 1})},
	} {
		assert.Equal(t, message, jobtest.Refusal(t, jobtest.Request("moral", 3, 1, ""), raws...).Message)
	}
}

func upTo(n int) []int {
	nodes := make([]int, n)
	for k := range nodes {
		nodes[k] = k
	}
	return nodes
}

// drawGraphs are the matrices of DAGs, or rarely of graphs of any kind.
func drawGraphs(t *rapid.T, n, r int) []byte {
	order := rapid.Permutation(upTo(n)).Draw(t, "order")
	odd := rapid.IntRange(0, 3).Draw(t, "odd") == 0
	cells := make([]byte, r*n*n)
	for k := range r {
		for i := range n {
			for j := range n {
				if (i < j || odd && rapid.IntRange(0, 5).Draw(t, "back") == 0) && rapid.Bool().Draw(t, "arc") {
					cells[k*n*n+order[i]*n+order[j]] = 1
				}
			}
		}
	}
	return cells
}

// again are the starts if each graph lists its arcs twice.
func again(ptr []int64) []int64 {
	twice := make([]int64, len(ptr))
	for k := range ptr {
		twice[k] = 2 * ptr[k]
	}
	return twice
}

// shuffledArcs is the list of the arcs of each graph, twice, in any order.
func shuffledArcs(t *rapid.T, ptr []int64, arcs [][2]int32) call.Raw {
	var list [][2]int32
	for k := range len(ptr) - 1 {
		if own := arcs[ptr[k]:ptr[k+1]]; len(own) > 0 {
			list = append(list, rapid.Permutation(slices.Repeat(own, 2)).Draw(t, "arcs")...)
		}
	}
	return jobtest.Arcs("arcs", list...)
}

// asLists are arrays with lists of arcs in the place of the fusion, of the result and of graphs.
func asLists(n int, raws []call.Raw) (out []call.Raw) {
	for _, raw := range raws {
		if raw.Name == "graphs" {
			ptr, arcs := jobtest.ArcsOf(n, raw.Data)
			out = append(out, jobtest.Raw("graph_ptr", ptr...))
			raw = jobtest.Arcs("graph_arcs", arcs...)
		}
		if raw.Name == "fusion" || raw.Name == "adjacency" {
			_, arcs := jobtest.ArcsOf(n, raw.Data)
			raw = jobtest.Arcs(raw.Name+"_arcs", arcs...)
		}
		out = append(out, raw)
	}
	return out
}

// Lists that are no lists of arcs are refused before any graph is made.
func TestWrongArcs(t *testing.T) {
	ptr, dense := jobtest.Raw[int64]("arc_ptr", 0, 1, 2), jobtest.Raw("dags", make([]byte, 2*3*3)...)
	arcs := jobtest.Arcs("arcs", [2]int32{0, 1}, [2]int32{1, 2})
	fusion := jobtest.Raw("fusion", make([]byte, 9)...)
	for message, raws := range map[string][]call.Raw{
		`arc_ptr: it goes from 0 to 3, and not from 0 to the number of arcs, 2`: {jobtest.Raw[int64]("arc_ptr", 0, 1, 3), arcs},
		`arc_ptr: it goes from 1 to 2, and not from 0 to the number of arcs, 2`: {jobtest.Raw[int64]("arc_ptr", 1, 1, 2), arcs},
		`arc_ptr: it falls from 3 to 2 at DAG 1`:                                {jobtest.Raw[int64]("arc_ptr", 0, 3, 2), arcs},
		`arc_ptr: it falls from 0 to -9223372036854775808 at DAG 0`:             {jobtest.Raw[int64]("arc_ptr", 0, math.MinInt64, 2), arcs},
		`arc_ptr: 16 bytes where there must be 24: 8 for each element of shape [3]`: {
			jobtest.Raw[int64]("arc_ptr", 0, 2), arcs},
		`arcs: 20 bytes are not a whole number of rows`:                        {ptr, jobtest.Raw[int32]("arcs", 0, 1, 1, 2, 0)},
		`arc_ptr: "arc_ptr" and "arcs" must be given together`:                 {ptr},
		`dags: operation "run" needs this array`:                               {arcs},
		`dags: the DAGs are given as "arcs" too, and one of the two must go`:   {dense, ptr, arcs},
		`dags[1]: the arc 1 -> 3 is not between two nodes of 0..2`:             {ptr, jobtest.Arcs("arcs", [2]int32{0, 1}, [2]int32{1, 3})},
		`dags[0]: the arc -1 -> 1 is not between two nodes of 0..2`:            {ptr, jobtest.Arcs("arcs", [2]int32{-1, 1}, [2]int32{1, 0})},
		`dags[0]: node 1 has an arc to itself`:                                 {jobtest.Raw[int64]("arc_ptr", 0, 2, 2), jobtest.Arcs("arcs", [2]int32{2, 2}, [2]int32{1, 1})},
		`fusion: it is given as "fusion_arcs" too, and one of the two must go`: {dense, fusion, jobtest.Arcs("fusion_arcs")},
		`fusion: the arc 0 -> 9 is not between two nodes of 0..2`:              {dense, jobtest.Arcs("fusion_arcs", [2]int32{0, 9})},
		`fusion: it has a cycle: node 0 -> node 1 -> node 0`: {dense,
			jobtest.Arcs("fusion_arcs", [2]int32{0, 1}, [2]int32{1, 0})},
	} {
		request := jobtest.Request("run", 3, 2, "")
		if strings.HasPrefix(message, "fusion") {
			raws = append(raws, jobtest.Raw[int32]("order", 0, 1, 2), jobtest.Raw[int32]("step_edges"), jobtest.Raw[int64]("h_ptr", 0),
				jobtest.Raw[int32]("h"), jobtest.Raw[int64]("s_ptr", 0), jobtest.Raw[int32]("s"), jobtest.Raw[int32]("removed"),
				jobtest.Raw[int64]("score"), jobtest.Raw[float64]("step_seconds"))
		}
		failure := jobtest.Refusal(t, request, raws...)
		assert.Equal(t, message, failure.Message)
	}
	none := jobtest.Refusal(t, jobtest.Request("run", 3, 0, ""), jobtest.Raw[int64]("arc_ptr", 0), jobtest.Arcs("arcs"))
	assert.Equal(t, "dags: there are no DAGs", none.Message)
}

// A request with arcs is estimated by them.
func TestArcsAreEstimated(t *testing.T) {
	const n = 2000
	list := jobtest.AsArcs(n, jobtest.Matrix(n, [2]int{0, 1}))
	text := jobtest.Request("fusion", n, 1, `,"memory_limit":1`)
	listed := jobtest.Refusal(t, text, list...)
	dense := jobtest.Refusal(t, text, jobtest.Raw("dags", jobtest.Matrix(n, [2]int{0, 1})...))
	require.Equal(t, call.OutOfMemory, listed.Code)
	assert.Greater(t, dense.Bytes-listed.Bytes, int64(3*n*n), "of two graphs of the result, each held twice, few bytes are left")
	assert.Greater(t, listed.Bytes, int64(3*n*n/8))
}
