package ops_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

// weightsOf are the weight of each pair of n nodes, but of the pair 0, 1.
func weightsOf(n int, each float64) call.Raw {
	weights := make([]float64, n*n)
	for x := range n {
		for y := range n {
			if x != y && x+y != 1 {
				weights[x*n+y] = each
			}
		}
	}
	return jobtest.Raw("pair_weights", weights...)
}

// The prior "edges" is a weight of −ln n of each pair that is not required, in every function that searches. The result
// has its share of the score.
func TestPriorIsAWeightOfEachPair(t *testing.T) {
	data, arity := rowsOf(12, 30, 3) // so few that the prior decides about some edges
	fields := `,"rows":[30,30],"width":1,"required":[[0,1,0]]`
	joint := append(rawsFor("", data, arity), jobtest.Raw("dags", append(jobtest.Matrix(12, [2]int{2, 3}), jobtest.Matrix(12)...)...))
	for name, at := range map[string]struct {
		n       int
		request string
		raws    []call.Raw
	}{
		"learn":   {12, jobtest.Request("learn", 12, 2, fields), rawsFor("", data, arity)},
		"numbers": {12, jobtest.Request("learn", 12, 2, fields+`,"score":"bic-g"`), rawsFor(`"bic-g"`, data, arity)},
		"bootstrap": {12, jobtest.Request("bootstrap", 12, 1, `,"rows":[30],"width":1,"required":[[0,1,0]],"runs":5,"seed":1`),
			rawsFor("", data[:360], arity)},
		"jointly": {12, jobtest.Request("learn_jointly", 12, 2, fields+`,"pairs":"all"`), joint},
		"union":   {unionOf, unionFields(`,"required":[[0,1,0]],"score":"aic"`), unionRaws([2]int{2, 3})},
	} {
		with := func(more string, raws ...call.Raw) map[string]jobtest.Array {
			j := jobtest.Start(t, at.request[:len(at.request)-1]+more+"}", append(raws, at.raws...)...)
			require.Equal(t, "complete", jobtest.Result(t, j)["status"], name)
			arrays := jobtest.Arrays(t, j)
			delete(arrays, "learn_seconds")
			return arrays
		}
		each := -math.Log(float64(at.n))
		prior, weighted := with(`,"prior":"edges"`), with("", weightsOf(at.n, each))
		if name != "bootstrap" {
			edges, priors := 0, call.Decode[float64](prior["prior"].Bytes)
			for k, value := range priors {
				free := 0
				for cell, arc := range prior["adjacency"].Bytes[k*at.n*at.n:][:at.n*at.n] {
					if x, y := cell/at.n, cell%at.n; x+y != 1 {
						free += int(arc)
					}
				}
				edges += free
				require.Equal(t, each*float64(free), value, name)
			}
			require.Positive(t, edges, name)
			require.Equal(t, make([]float64, len(priors)), call.Decode[float64](weighted["prior"].Bytes), name)
			delete(prior, "prior")
			delete(weighted, "prior")
		}
		require.Equal(t, weighted, prior, name)
		found := "adjacency"
		if name == "bootstrap" {
			found = "packed"
		}
		require.NotEqual(t, with("")[found].Bytes, prior[found].Bytes, name)
	}
}

// Results name the score by which they were found: what is not as published, and the prior.
func TestTheTitleSaysWhatIsNotAsPublished(t *testing.T) {
	data, arity := rowsOf(3, 10, 2)
	for fields, want := range map[string]string{
		``:                               "BDeu",
		`,"ess":1`:                       "BDeu",
		`,"ess":0.5`:                     "BDeu with ess 0.5",
		`,"prior":"edges"`:               "BDeu with the prior of edges",
		`,"score":"qnml","surplus":2`:    "qNML with surplus 2",
		`,"score":"qnml","prior":"none"`: "qNML",
		`,"score":"qnml","surplus":2,"prior":"edges"`: "qNML with surplus 2 and the prior of edges",
	} {
		j := jobtest.Start(t, jobtest.Request("learn", 3, 2, `,"rows":[10,10],"width":1`+fields), rawsFor("", data, arity)...)
		require.Equal(t, want, jobtest.Result(t, j)["score_title"])
	}
	for fields, want := range map[string]string{
		`,"score":"bge","alpha_mu":2,"alpha_w":9,"prior":"edges"`: "BGe with alpha_mu 2, alpha_w 9 and the prior of edges",
		`,"score":"bge","alpha_w":5`:                              "BGe",
	} {
		j := jobtest.Start(t, jobtest.Request("learn", 3, 2, `,"rows":[10,10],"width":1`+fields), rawsFor(`"bge"`, data, arity)...)
		require.Equal(t, want, jobtest.Result(t, j)["score_title"])
	}
}
