package ops_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/job"
)

// hospital is a site: some rows, by column, and a DAG.
type hospital struct {
	rows   int
	cells  []uint8
	dag    oracle.Matrix
	secret []byte
}

// hospitals are sites that share a list of states and the order in which names are sorted.
type hospitals struct {
	sites       []hospital
	arity, rank []int32
	options     string // of the joint search, all but draft and union
}

func drawHospitals(rng *rand.Rand, n, count int) *hospitals {
	h := &hospitals{}
	for _, k := range rng.Perm(n) {
		h.rank = append(h.rank, int32(k))
		h.arity = append(h.arity, 1+rng.Int32N(3))
	}
	dags := oracle.RandomDAGs(rng, count, n, 0.5)
	for k := range count {
		site := hospital{rows: rng.IntN(50), dag: dags[k], secret: slices.Repeat([]byte{byte(k)}, 32)}
		for v := range n {
			for row := range site.rows {
				state := rng.IntN(4)
				if v > 0 && rng.IntN(3) > 0 {
					state = int(site.cells[(v-1)*site.rows+row])
				}
				site.cells = append(site.cells, uint8(state%int(h.arity[v])))
			}
		}
		h.sites = append(h.sites, site)
	}
	return h
}

func (h *hospitals) n() int { return len(h.rank) }

// together asks for the result of learn_jointly.
func (h *hospitals) together() request {
	var rows []string
	var cells []uint8
	var dags []oracle.Matrix
	for _, site := range h.sites {
		rows = append(rows, fmt.Sprint(site.rows))
		cells, dags = append(cells, site.cells...), append(dags, site.dag)
	}
	text := jobtest.Request("learn_jointly", h.n(), len(h.sites),
		`,"width":1,"rows":[`+strings.Join(rows, ",")+`]`+h.options)
	return request{text, []call.Raw{
		jobtest.Raw("data", cells...), jobtest.Raw("dags", jobtest.Cells(dags)...),
		jobtest.Raw("arity", h.arity...), jobtest.Raw("rank", h.rank...),
	}}
}

// outcome is what a job gives, except how much was evaluated and when.
func outcome(t testing.TB, j *job.Job) (map[string]any, map[string]jobtest.Array) {
	result, arrays := jobtest.Result(t, j), jobtest.Arrays(t, j)
	delete(result, "seconds")
	delete(result["counts"].(map[string]any), "sets")
	delete(arrays, "learn_seconds")
	return result, arrays
}

// request is a request and its arrays.
type request struct {
	text string
	raws []call.Raw
}

func (r request) start(t testing.TB) *job.Job { return jobtest.Start(t, r.text, r.raws...) }

// failure is the error in which the request ends, at once or as a job.
func (r request) failure(t testing.TB) *call.Error {
	j, err := job.Start([]byte(r.text), r.raws)
	if err != nil {
		return call.AsError(err)
	}
	return jobtest.Failure(t, j)
}

// answer asks what site k answers to a question.
func (h *hospitals) answer(k int, question, more string) request {
	site := h.sites[k]
	text := jobtest.Request("federated_answer", h.n(), 1,
		fmt.Sprintf(`,"task":"learning","width":1,"rows":[%d],"question":%s`, site.rows, question)+h.options+more)
	return request{text, []call.Raw{
		jobtest.Raw("data", site.cells...), jobtest.Raw("dags", jobtest.Cells([]oracle.Matrix{site.dag})...),
		jobtest.Raw("arity", h.arity...), jobtest.Raw("rank", h.rank...), jobtest.Raw("secret", site.secret...),
	}}
}

// told is the questions so far, and their sums.
type told struct {
	questions []string
	ptr       []int64
	sums      []uint64
}

// next asks what the coordinator asks next.
func (h *hospitals) next(told *told, more string) request {
	text := jobtest.Request("federated_next", h.n(), len(h.sites),
		`,"task":"learning","history":[`+strings.Join(told.questions, ",")+`]`+h.options+more)
	return request{text, []call.Raw{
		jobtest.Raw("arity", h.arity...), jobtest.Raw("rank", h.rank...),
		jobtest.Raw("sums_ptr", append([]int64{0}, told.ptr...)...), jobtest.Raw("sums", told.sums...),
	}}
}

// apart is the result from sums, and what was sent for it.
func (h *hospitals) apart(t testing.TB, more string) (map[string]any, map[string]jobtest.Array, *told) {
	told := &told{}
	for {
		j := h.next(told, more).start(t)
		asked := jobtest.Result(t, j)
		question, asks := asked["question"]
		if !asks {
			result, arrays := outcome(t, j)
			return result, arrays, told
		}
		text, err := json.Marshal(question)
		require.NoError(t, err)
		var sum []uint64
		for k := range h.sites {
			vector := jobtest.Read[uint64](t, h.answer(k, string(text), "").start(t), "vector")
			if k == 0 {
				sum = make([]uint64, len(vector))
			}
			require.EqualValues(t, asked["counts"].(map[string]any)["length"], len(vector))
			for i, number := range vector {
				sum[i] += number
			}
		}
		told.questions = append(told.questions, string(text))
		told.sums = append(told.sums, sum...)
		told.ptr = append(told.ptr, int64(len(told.sums)))
	}
}

// From sums comes what learn_jointly finds, to the last bit, by any score, ahead or not.
func TestFederatedLearning(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(rt, "sites"))
		h := drawHospitals(rng, rapid.IntRange(1, 6).Draw(rt, "n"), rapid.IntRange(1, 4).Draw(rt, "count"))
		h.options = rapid.SampledFrom([]string{
			`,"pairs":"share"`, `,"pairs":"all"`, `,"pairs":"share","score":"bic"`, `,"pairs":"share","ess":3,"max_parents":1`,
			`,"pairs":"share","tables":false`, `,"pairs":"all","tables":false,"score":"aic"`, `,"pairs":"votes","tables":false`,
			`,"pairs":"votes"`, `,"pairs":"votes","own":false`, `,"pairs":"all","own":false,"score":"bic"`,
		}).Draw(rt, "options")
		if h.n() > 1 && rng.IntN(2) == 0 {
			h.options += rapid.SampledFrom([]string{`,"required":[[1,0,0]]`, `,"forbidden":[[0,1,1]]`, `,"forbidden":[[0,1,0]]`}).Draw(rt, "edges")
		}
		more := rapid.SampledFrom([]string{"", `,"draft":1`, `,"draft":3,"union":"counts"`}).Draw(rt, "more")
		if strings.HasPrefix(h.options, `,"pairs":"votes"`) && !strings.Contains(more, "counts") {
			more += `,"union":"counts"`
		}
		result, arrays := outcome(t, h.together().start(t))
		gotResult, gotArrays, told := h.apart(t, more)
		require.Equal(rt, result, gotResult)
		require.Equal(rt, arrays, gotArrays)

		// The order of the sites is nowhere in what the coordinator holds.
		slices.Reverse(h.sites)
		_, _, again := h.apart(t, more)
		require.Equal(rt, told, again)
	})
}
