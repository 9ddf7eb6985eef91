package ops_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/job"
)

// federation is a consensus or a vote over jobs alone: each site has columns in an order of its own.
type federation struct {
	task    string
	n, r    int
	dags    []oracle.Matrix
	has     [][]bool // by DAG and rank: which nodes it has; nil: each has all
	ranks   [][]int  // of each site, and last the coordinator's
	options string
	shared  []call.Raw // arrays that all parties give
	sums    []uint64
	ptr     []int64
	state   []byte // stands for the sums, if it is kept
	keeps   bool
	length  int // of the answers to the last question, by the coordinator
}

// next is the coordinator's job after the rounds so far.
func (f *federation) next(t testing.TB) (result string, raws []call.Raw, done map[string]jobtest.Array) {
	given := append([]call.Raw{
		jobtest.Raw("rank", jobtest.Int32s(f.ranks[f.r])...), jobtest.Raw("sums", f.sums...), jobtest.Raw("sums_ptr", f.ptr...),
	}, f.shared...)
	if f.keeps && f.state != nil {
		given[1], given[2] = jobtest.Raw("sums", f.sums[f.ptr[len(f.ptr)-2]:]...), jobtest.Raw[int64]("sums_ptr", 0, f.ptr[len(f.ptr)-1]-f.ptr[len(f.ptr)-2])
		given = append(given, jobtest.Raw("state", f.state...))
	}
	j := jobtest.Start(t, jobtest.Request("federated_next", f.n, f.r, fmt.Sprintf(`,"task":%q`, f.task)+f.options), given...)
	arrays := jobtest.Arrays(t, j)
	told := jobtest.Result(t, j)
	question, asked := told["question"]
	if !asked {
		return "", nil, arrays
	}
	f.length = int(told["counts"].(map[string]any)["length"].(float64))
	f.state = arrays["state"].Bytes
	delete(arrays, "state")
	text, err := json.Marshal(question)
	require.NoError(t, err)
	for name, a := range arrays {
		raws = append(raws, call.Raw{Name: name, Data: a.Bytes})
	}
	return string(text), raws, nil
}

// seen says which columns a DAG has, in the columns of a site or of the coordinator.
func (f *federation) seen(dag, party int) (cells []uint8) {
	for _, rank := range f.ranks[party] {
		if f.has[dag][rank] {
			cells = append(cells, 1)
		} else {
			cells = append(cells, 0)
		}
	}
	return cells
}

// translate gives an array of a question, in the coordinator's columns, the columns of a site.
func (f *federation) translate(site int, raw call.Raw) call.Raw {
	if raw.Name == "q_h_ptr" {
		return raw
	}
	column := make([]int32, f.n) // of the site, by rank
	for k, rank := range f.ranks[site] {
		column[rank] = int32(k)
	}
	nodes := call.Decode[int32](raw.Data)
	for i, k := range nodes {
		nodes[i] = column[f.ranks[f.r][k]]
	}
	return jobtest.Raw(raw.Name, nodes...)
}

// round puts the question to all sites.
func (f *federation) round(t testing.TB, question string, raws []call.Raw) {
	from := len(f.sums)
	for i, g := range f.dags {
		own := oracle.New(f.n)
		for a, rankA := range f.ranks[i] {
			for b, rankB := range f.ranks[i] {
				own[a][b] = g[rankA][rankB]
			}
		}
		given := append([]call.Raw{
			jobtest.Raw("dags", jobtest.Cells([]oracle.Matrix{own})...), jobtest.Raw("rank", jobtest.Int32s(f.ranks[i])...),
		}, f.shared...)
		if f.task == "consensus" {
			given = append(given, jobtest.Raw("secret", []byte(fmt.Sprint("secret ", i))...))
		}
		if f.has != nil {
			given = append(given, jobtest.Raw("seen", f.seen(i, i)...))
		}
		for _, raw := range raws {
			given = append(given, f.translate(i, raw))
		}
		more := fmt.Sprintf(`,"task":%q,"site":%d,"question":%s`, f.task, i, question) + f.options
		ask := func(most int) *job.Job {
			return jobtest.Start(t, jobtest.Request("federated_answer", f.n, f.r, more+fmt.Sprintf(`,"most":%d`, most)), given...)
		}
		vector := jobtest.Read[uint64](t, ask(f.length), "vector")
		require.Len(t, vector, f.length)
		if i == 0 {
			if f.length > 1 {
				require.Equal(t, "most", jobtest.Failure(t, ask(f.length-1)).Argument)
			}
			f.sums = append(f.sums, make([]uint64, len(vector))...)
		}
		require.Len(t, vector, len(f.sums)-from)
		for k, x := range vector {
			f.sums[from+k] += x
		}
	}
	f.ptr = append(f.ptr, int64(len(f.sums)))
}

// run is all rounds.
func (f *federation) run(t testing.TB) map[string]jobtest.Array {
	for range 100 {
		question, raws, result := f.next(t)
		if result != nil {
			return result
		}
		f.round(t, question, raws)
	}
	require.Fail(t, "it does not end")
	return nil
}

// lacks takes nodes from the DAGs.
func (f *federation) lacks(rng *rand.Rand, share float64) {
	for i, g := range f.dags {
		has, part := make([]bool, f.n), g.Clone()
		for v := range has {
			has[v] = rng.Float64() >= share
		}
		for u := range f.n {
			for v := range f.n {
				part[u][v] = part[u][v] && has[u] && has[v]
			}
		}
		f.has, f.dags[i] = append(f.has, has), part
	}
}

// The arrays are those of the operation run, without what each DAG removed, though no party has
// all DAGs and each has columns in an order of its own.
func TestConsensusFromSums(t *testing.T) {
	for seed := range 120 {
		rng := oracle.Rand(uint64(seed))
		f := anyFederation(rng)
		if seed%2 == 1 && !strings.Contains(f.options, "refusion") {
			f.lacks(rng, []float64{0, 0.3}[seed/2%2])
			f.options += `,"nodes":"union"`
		}
		result := f.run(t)
		text, raws := jobtest.OrderedRun(f.dags, nil, f.ranks[f.r], f.options[:strings.Index(f.options, `,"draft"`)])
		if raws = append(raws, f.shared...); f.has != nil {
			var seen []uint8
			for i := range f.dags {
				seen = append(seen, f.seen(i, f.r)...)
			}
			raws = append(raws, jobtest.Raw("seen", seen...))
			require.Len(t, result["together"].Bytes, 4*f.n*f.n)
			delete(result, "together")
			delete(result, "unsure")
		}
		want := jobtest.Arrays(t, jobtest.Start(t, text, raws...))
		delete(want, "removed")
		require.Len(t, result, len(want))
		for name := range want {
			if name != "step_seconds" {
				require.Equal(t, want[name].Bytes, result[name].Bytes, "seed %d: %s", seed, name)
			}
		}
	}
}

func anyFederation(rng *rand.Rand) *federation {
	n, r := 1+rng.IntN(6), 1+rng.IntN(4)
	f := &federation{task: "consensus", keeps: rng.IntN(2) == 0, n: n, r: r, dags: oracle.RandomDAGs(rng, r, n, 0.5), ptr: []int64{0}}
	for range r + 1 {
		f.ranks = append(f.ranks, rng.Perm(n))
	}
	f.options = []string{``, `,"theta":"auto"`, `,"theta":0.5,"output":"refusion"`, `,"k_max":1,"cap":1,"start":"dag","canonical":true`}[rng.IntN(4)]
	f.options += fmt.Sprintf(`,"draft":%d,"open_above":%d,"budget":%d`, 1+rng.IntN(4), 1+rng.IntN(8), 1+rng.IntN(50))
	if rng.IntN(2) == 0 {
		weights := make([]float64, r)
		for i := range weights {
			weights[i] = []float64{1, 0.25, 3}[rng.IntN(3)]
		}
		f.shared = append(f.shared, jobtest.Raw("weights", weights...))
	}
	return f
}

// A sum that cannot be one, or that is one too many, is refused with the number of its round.
func TestSumsThatCannotBe(t *testing.T) {
	for _, c := range []struct {
		sums []uint64
		ptr  []int64
		says string
	}{
		{[]uint64{0, 0}, []int64{0, 2}, "sums: the sum of round 0 is no sum of the sites' answers: it has 2 numbers where the question asks for 3"},
		{[]uint64{0, 19, 0}, []int64{0, 3}, "sums: the sum of round 0 is no sum of the sites' answers: it has 19, and no sum is above 18"},
		{[]uint64{0, 0, 0, 0, 0, 0, 0, 0, 0}, []int64{0, 3, 6, 9}, "sums: the sum of round 1 is no sum of the sites' answers: it has 3 numbers where the question asks for 2"},
		{[]uint64{0, 0, 0, 0, 0, 0, 0, 0, 9}, []int64{0, 3, 5, 8, 9}, "sums: the sum of round 3 is no sum of the sites' answers: the consensus has ended before"},
	} {
		failure := jobtest.Failure(t, jobtest.Start(t, `{"op":"federated_next","task":"consensus","n":3,"r":2}`,
			jobtest.Raw("sums", c.sums...), jobtest.Raw("sums_ptr", c.ptr...)))
		assert.Equal(t, call.InvalidInput, failure.Code)
		assert.Equal(t, c.says, failure.Message)
	}
}

// A site refuses a question that makes no sense, whoever asks it.
func TestQuestionsWithoutSense(t *testing.T) {
	type arrays map[string][]int32
	ask := func(question string, changed arrays) *call.Error {
		raws := []call.Raw{
			jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...), jobtest.Raw("secret", []byte("s")...),
			jobtest.Raw("q_h_ptr", make([]int64, 1+len(changed["q_steps"])/2)...),
		}
		for _, name := range []string{"q_order", "q_arcs", "q_steps", "q_h", "q_open", "q_only"} {
			raws = append(raws, jobtest.Raw(name, changed[name]...))
		}
		text := jobtest.Request("federated_answer", 3, 2, `,"task":"consensus","question":`+question)
		j, err := job.Start([]byte(text), raws)
		if err != nil {
			return call.AsError(err)
		}
		return jobtest.Failure(t, j)
	}
	for question, changed := range map[string]arrays{
		`{"kind":"nothing"}`:           nil,
		`{"kind":"costs","other":1}`:   nil,
		`7`:                            nil,
		`{"kind":"costs"}`:             {"q_order": {0, 0}},
		`{"kind":"costs" }`:            {"q_order": {3}},
		`{"kind":"costs","drafted":1}`: nil,
		`{"kind":"imaps"}`:             {"q_order": {0, 1}},
		`{"kind":"cuts"}`:              {"q_arcs": {0, 1, 1, 0}},
		`{"kind":"cuts" }`:             {"q_arcs": {0, 1}, "q_steps": {1, 2}},
		`{"kind":"cuts","drafted":2}`:  {"q_arcs": {0, 1}, "q_steps": {0, 1}},
		`{"kind":"arrows"}`:            {"q_steps": {0, 0}},
		`{"kind":"arrows" }`:           {"q_steps": {0, 1}},
	} {
		assert.Equal(t, call.BadRequest, ask(question, changed).Code, "%s", question)
	}
	assert.Equal(t, "task", jobtest.Refusal(t, `{"op":"federated_next","task":"none","n":1,"r":1}`).Argument)
}

// A site's DAGs are as many as the session says, and all sites' are not too many.
func TestDAGsThatCannotBe(t *testing.T) {
	question := []call.Raw{
		jobtest.Raw("dags", append(jobtest.Matrix(3, [2]int{0, 1}), jobtest.Matrix(3)...)...), jobtest.Raw("secret", []byte("s")...),
		jobtest.Raw[int64]("q_h_ptr", 0),
	}
	for _, name := range []string{"q_order", "q_arcs", "q_steps", "q_h", "q_open", "q_only"} {
		question = append(question, jobtest.Raw[int32](name))
	}
	for _, c := range []struct {
		site     int
		held     []int64
		argument string
		code     call.Status
	}{
		{0, nil, "dags", call.InvalidInput},
		{0, []int64{1, 2}, "dags", call.InvalidInput},
		{1, []int64{1, 3}, "dags", call.InvalidInput},
		{1, []int64{0, 2}, "held", call.InvalidInput},
		{1, []int64{1 << 30, 2}, "held", call.InvalidInput},
		{1, []int64{2}, "held", call.BadRequest},
		{2, []int64{1, 2}, "site", call.BadRequest},
		{1, []int64{1, 2}, "", call.OK},
	} {
		raws := question
		if c.held != nil {
			raws = append(slices.Clone(question), jobtest.Raw("held", c.held...))
		}
		more := fmt.Sprintf(`,"task":"consensus","site":%d,"question":{"kind":"morals"}`, c.site)
		if text := jobtest.Request("federated_answer", 3, 2, more); c.code != call.OK {
			failure := jobtest.Refusal(t, text, raws...)
			assert.Equal(t, []any{c.argument, c.code}, []any{failure.Argument, failure.Code}, "%v", c)
		} else {
			require.Equal(t, []uint64{1, 0, 0}, jobtest.Read[uint64](t, jobtest.Start(t, text, raws...), "vector"))
		}
	}
}
