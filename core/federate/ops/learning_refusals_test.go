package ops_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// twoHospitals are two sites with ten rows of three nodes, which the engine numbers in another
// order. Each joins the first two nodes.
func twoHospitals() *hospitals {
	dag := oracle.FromArcs(3, [][2]int{{0, 1}})
	return &hospitals{
		arity: []int32{2, 2, 3}, rank: []int32{2, 0, 1}, options: `,"names":["a","b","c"]`,
		sites: []hospital{
			{rows: 6, cells: []uint8{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2}, dag: dag, secret: make([]byte, 32)},
			{rows: 4, cells: []uint8{0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 2, 2}, dag: dag, secret: make([]byte, 32)},
		},
	}
}

// A site refuses questions that make no sense, and tables with small cells.
func TestAnswersThatAreRefused(t *testing.T) {
	h := twoHospitals()
	for _, test := range []struct {
		site              int
		question, more    string
		code              call.Status
		argument, message string
		nodes             []int
	}{
		{
			0, `{"unit":30,"tables":[[0,2]]}`, `,"min_cell":4`, call.InvalidInput, "min_cell",
			"the table of b, a has a cell of 3 rows, and none from 1 to 3 may be sent", []int{1, 0},
		},
		{
			1, `{"unit":30,"tables":[[2],[0,2]]}`, `,"min_cell":2`, call.InvalidInput, "min_cell",
			"the table of b, a has a cell of 1 row, and none from 1 to 1 may be sent", []int{1, 0},
		},
		{
			0, `{"unit":30,"tables":[[0,2],[1,2]],"own":[[0]]}`, `,"most":10,"min_cell":4`, call.InvalidInput, "most",
			"more numbers than the 10 that may be sent", nil,
		},
		{0, `{"unit":30,"tables":[[0]],"own":[[0]]}`, `,"masks":true`, call.InvalidInput, "question", "no sums over rows", nil},
		{0, `{"unit":30,"tables":[[0,1,2]]}`, `,"max_variables":2`, call.InvalidInput, "max_variables", "depend on 3 variables", nil},
		{0, `{"facts":true}`, `,"min_cell":-1`, call.InvalidInput, "min_cell", ">= 0", nil},
		{0, `{"facts":true}`, `,"most":0`, call.InvalidInput, "most", "a whole number >= 1", nil},
		{0, `{"unit":0,"own":[[0]]}`, "", call.InvalidInput, "question", "there must be at least 1", nil},
		{0, `{"unit":41,"own":[[0]]}`, "", call.InvalidInput, "question", "too fine", nil},
		{0, `{"unit":30,"own":[[2,0]]}`, "", call.InvalidInput, "question", "not an ascending list", nil},
		{0, `{"unit":30,"own":[[0,0]]}`, "", call.InvalidInput, "question", "not an ascending list", nil},
		{0, `{"unit":30,"tables":[[3]]}`, "", call.InvalidInput, "question", "not an ascending list", nil},
		{0, `{"unit":30,"tables":[[-1]]}`, "", call.InvalidInput, "question", "not an ascending list", nil},
		{0, `{"facts":true,"pairs":"names"}`, "", call.InvalidInput, "question", "not sent as", nil},
		{0, `{"rows":true}`, "", call.BadRequest, "question", "invalid for learning", nil},
		{0, `[1]`, "", call.BadRequest, "question", "invalid for learning", nil},
		{0, `null`, "", call.BadRequest, "question", "there is none", nil},
	} {
		failure := h.answer(test.site, test.question, test.more).failure(t)
		require.Equal(t, test.code, failure.Code, "%v: %v", test, failure)
		require.Equal(t, test.argument, failure.Argument, "%v", test)
		require.Contains(t, failure.Message, test.message)
		require.Equal(t, test.nodes, failure.Nodes)
	}
	told := h.answer(0, `{"unit":30,"tables":[[0,2]]}`, `,"min_cell":3`).start(t) // a cell of 3 may be sent
	require.Equal(t, []uint64{3, 0, 0, 3}, jobtest.Read[uint64](t, told, "vector"))
}

// What a site needs beside its rows depends on the question.
func TestAnswersWithoutADAG(t *testing.T) {
	rows := []call.Raw{jobtest.Raw[uint8]("data", 0, 1, 1), jobtest.Raw[int32]("arity", 2)}
	dag := jobtest.Raw[uint8]("dags", 0)
	ask := func(question string, raws ...call.Raw) *call.Error {
		text := jobtest.Request("federated_answer", 1, 1, `,"task":"learning","rows":[3],"width":1,"question":`+question)
		return jobtest.Failure(t, jobtest.Start(t, text, raws...))
	}
	require.Contains(t, ask(`{"facts":true,"pairs":"counts"}`, rows...).Message, "there is no DAG")
	require.Contains(t, ask(`{"facts":true,"pairs":"or"}`, append(rows, dag)...).Message, "there is no secret")
	text := jobtest.Request("federated_answer", 1, 1, `,"task":"learning","rows":[3],"width":1,"question":{"facts":true}`)
	require.Equal(t, "data", jobtest.Refusal(t, text, dag).Argument)
	require.Equal(t, []uint64{3}, jobtest.Read[uint64](t, jobtest.Start(t, text, rows...), "vector"))
}

// A site of tables that are too large refuses them, and the coordinator does not ask for them.
func TestLargeTablesAreRefused(t *testing.T) {
	const n = 2
	h := &hospitals{rank: []int32{1, 0}, arity: []int32{1 << 13, 1 << 13}, options: `,"names":["a","b"],"pairs":"all"`}
	cells := []uint8{0, 1, 0, 1}
	h.sites = []hospital{{rows: 2, cells: cells, dag: oracle.New(n)}}
	text := jobtest.Request("federated_answer", n, 1, `,"task":"learning","rows":[2],"width":1,"question":{"unit":9,"tables":[[0,1]]},"names":["a","b"]`)
	raws := []call.Raw{jobtest.Raw("data", cells...), jobtest.Raw("arity", h.arity...), jobtest.Raw("rank", h.rank...)}
	failure := jobtest.Failure(t, jobtest.Start(t, text, raws...))
	require.Equal(t, "tables", failure.Argument)
	require.Contains(t, failure.Message, "the table of b, a would have too many cells")
	failure = h.next(&told{questions: []string{`{"facts":true}`}, ptr: []int64{1}, sums: []uint64{2}}, "").failure(t)
	require.Equal(t, "tables", failure.Argument)
	require.Equal(t, []int{1, 0}, failure.Nodes)
}

// The coordinator refuses sums that cannot be, and options that do not go together.
func TestSumsThatAreRefused(t *testing.T) {
	h := twoHospitals()
	facts, table := `{"facts":true,"pairs":"counts"}`, `{"unit":30,"tables":[[0,2]],"own":[[0]]}`
	counts := `,"pairs":"share","union":"counts"`
	for _, test := range []struct {
		told              told
		more              string
		argument, message string
	}{
		{told{}, ``, "union", "take \"counts\""},
		{told{}, `,"pairs":"all","tables":false,"own":false`, "tables", "nothing to search by"},
		{told{}, `,"pairs":"share","threshold":0.5`, "union", "take \"counts\""},
		{told{}, `,"pairs":"share","score":"bge"`, "score", "discrete data"},
		{told{}, `,"pairs":"share","draft":0`, "draft", "from 1 to 1024"},
		{told{questions: []string{facts}, ptr: []int64{3}, sums: []uint64{10, 2, 0}}, counts, "sums", "there are 3 numbers where the question asks for 4"},
		{told{questions: []string{facts}, ptr: []int64{4}, sums: []uint64{10, 3, 0, 0}}, counts, "sums", "3 of 2 DAGs join two nodes (b, c)"},
		{told{questions: []string{facts}, ptr: []int64{4}, sums: []uint64{1 << 40, 2, 0, 0}}, counts, "sums", "have 1099511627776 rows"},
		{told{questions: []string{facts}, ptr: []int64{3}, sums: []uint64{10, 2, 0, 0}}, counts, "sums_ptr", "rise from 0 to 4"},
		{told{ptr: []int64{4}, sums: []uint64{10, 2, 0, 0}}, counts, "sums_ptr", "0 questions"},
		{told{questions: []string{facts, table}, ptr: []int64{4, 9}, sums: []uint64{10, 2, 0, 0, 1, 2, 3, 5, 0}}, counts, "sums", "round 1 cannot be a sum of the sites' answers: the cells of a table count more than all 10 rows (b, a)"},
		{told{questions: []string{facts, table}, ptr: []int64{4, 9}, sums: []uint64{10, 2, 0, 0, 1, 2, 3, 3, 0}}, counts, "sums", "all but 1 of 10 rows"},
		{told{questions: []string{facts, table}, ptr: []int64{4, 9}, sums: []uint64{10, 2, 0, 0, 1, 2, 3, 4, 1 << 62}}, counts, "sums", "a score of 4611686018427387904 units (b)"},
		{told{questions: []string{facts, `{"unit":30,"parameter":true}`}, ptr: []int64{4, 5}, sums: []uint64{10, 2, 0, 0, 1 << 63}}, counts, "question", "invalid for learning"},
		{told{questions: []string{`{"fact":1}`}, ptr: []int64{0}}, counts, "question", "invalid for learning"},
	} {
		failure := h.next(&test.told, test.more).failure(t)
		require.Equal(t, test.argument, failure.Argument, "%+v: %v", test, failure)
		require.Contains(t, failure.Message, test.message)
	}
	failure := jobtest.Refusal(t, jobtest.Request("federated_next", 2, 3, `,"task":"voting"`))
	require.Equal(t, "task", failure.Argument)
	require.Contains(t, failure.Message, "\"consensus\", \"learning\", \"numbers\" or \"vote\"")
	for r, arity := range [][]call.Raw{{jobtest.Raw("arity", h.arity...)}, nil} {
		text := jobtest.Request("federated_next", 3, r, `,"task":"learning","pairs":"all"`)
		failure := jobtest.Refusal(t, text, append(arity, jobtest.Raw[int64]("sums_ptr", 0), jobtest.Raw[uint64]("sums"))...)
		require.Equal(t, []string{"r", "arity"}[r], failure.Argument, fmt.Sprint(failure))
	}
}

// Without tables and without own scores there is nothing to search by.
func TestSomethingIsSearchedBy(t *testing.T) {
	h := twoHospitals()
	h.options += `,"tables":false,"own":false`
	require.Equal(t, "tables", h.together().failure(t).Argument)
}
