package ops_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

func TestBadData(t *testing.T) {
	arity := jobtest.Raw[int32]("arity", 2, 3)
	for _, c := range []struct {
		name, more string
		arrays     []call.Raw
		code       call.Status
		argument   string
		says       string
	}{
		{"no dataset", `,"r":0`, []call.Raw{jobtest.Raw[uint8]("data"), arity}, call.InvalidInput, "data", "no datasets"},
		{"no arity", ``, []call.Raw{jobtest.Raw[uint8]("data")}, call.BadRequest, "arity", "needs this array"},
		{"no rows given", `,"width":1`, []call.Raw{jobtest.Raw[uint8]("data"), arity}, call.BadRequest, "rows", "0 numbers of rows for 1"},
		{"less than none", `,"rows":[-1],"width":1`, []call.Raw{jobtest.Raw[uint8]("data"), arity}, call.InvalidInput, "rows", "dataset 0 has -1 rows"},
		{"more than any", `,"rows":[3000000000],"width":1`, []call.Raw{jobtest.Raw[uint8]("data"), arity}, call.InvalidInput, "rows", "3000000000"},
		{"too few", `,"rows":[2],"width":1`, []call.Raw{jobtest.Raw[uint8]("data", 0, 1, 0), arity}, call.BadRequest, "data", "3 bytes where there must be 4"},
		{"half an element", `,"rows":[1],"width":2`, []call.Raw{jobtest.Raw[uint8]("data", 0, 1, 0), arity}, call.BadRequest, "data", "bytes"},
		{"no width", `,"rows":[1],"width":3`, []call.Raw{jobtest.Raw[uint8]("data", 0, 0), arity}, call.BadRequest, "width", "3 is not 1"},
		{"no such state", `,"rows":[2],"width":1,"names":["a","b"]`, []call.Raw{jobtest.Raw[uint8]("data", 0, 1, 0, 3), arity}, call.InvalidInput, "data",
			"b has the state 3 in row 1 of dataset 0, but only 3 states"},
		{"no state at all", `,"rows":[0],"width":1,"names":["a","b"]`, []call.Raw{jobtest.Raw[uint8]("data"), jobtest.Raw[int32]("arity", 0, 2)},
			call.InvalidInput, "arity", "a has 0 states"},
		{"ess", `,"rows":[0],"width":1,"ess":0`, []call.Raw{jobtest.Raw[uint8]("data"), arity}, call.InvalidInput, "ess", "must be a number > 0 and at most 3.4e+38, not 0"},
		{"score", `,"rows":[0],"width":1,"score":"k2"`, []call.Raw{jobtest.Raw[uint8]("data"), arity}, call.InvalidInput, "score", `must be "aic", "bdeu", "bds", "bge", "bic", "bic-cg", "bic-g", "dg" or "qnml", not "k2"`},
		{"parents", `,"rows":[0],"width":1,"max_parents":-1`, []call.Raw{jobtest.Raw[uint8]("data"), arity}, call.InvalidInput, "max_parents", "not -1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := `{"op":"learn","n":2,"r":1` + c.more + `}`
			if c.name == "no dataset" {
				text = `{"op":"learn","n":2` + c.more + `}`
			}
			failure := jobtest.Refusal(t, text, c.arrays...)
			assert.Equal(t, c.code, failure.Code)
			assert.Equal(t, c.argument, failure.Argument)
			assert.Contains(t, failure.Message, c.says)
		})
	}
}

func TestBadValues(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(-1)
	for _, c := range []struct {
		name, more string
		arrays     []call.Raw
		code       call.Status
		argument   string
		says       string
	}{
		{"states", `,"rows":[1]`, []call.Raw{jobtest.Raw[uint8]("data", 0, 0), jobtest.Raw[int32]("arity", 2, 2)}, call.BadRequest, "data", "takes no array"},
		{"no values", `,"rows":[1]`, nil, call.BadRequest, "values", "needs this array"},
		{"too few", `,"rows":[2]`, []call.Raw{jobtest.Raw("values", 1.0, 2, 3)}, call.BadRequest, "values", "24 bytes where there must be 32"},
		{"less than none", `,"rows":[-1]`, []call.Raw{jobtest.Raw[float64]("values")}, call.InvalidInput, "rows", "dataset 0 has -1 rows"},
		{"no number", `,"rows":[2]`, []call.Raw{jobtest.Raw("values", 1, 2, 3, nan)}, call.InvalidInput, "values", "values[0]: b has the value NaN in row 1"},
		{"not finite", `,"rows":[2]`, []call.Raw{jobtest.Raw("values", 1, 2, inf, 4)}, call.InvalidInput, "values", "values[0]: b has the value -Inf in row 0"},
		{"constant", `,"rows":[2]`, []call.Raw{jobtest.Raw("values", 3.0, 3, 1, 2)}, call.InvalidInput, "values", "values[0]: a has the value 3 in all rows"},
		{"penalty", `,"rows":[0],"score":"bic-g","penalty":-0.5`, []call.Raw{jobtest.Raw[float64]("values")}, call.InvalidInput, "penalty", "a number >= 0"},
		{"alpha_mu", `,"rows":[0],"alpha_mu":0`, []call.Raw{jobtest.Raw[float64]("values")}, call.InvalidInput, "alpha_mu", "a number >= 1e-10"},
		{"alpha_w", `,"rows":[0],"alpha_w":3`, []call.Raw{jobtest.Raw[float64]("values")}, call.InvalidInput, "alpha_w", "a number > 3"},
		{"alpha_w too large", `,"rows":[0],"alpha_w":1e39`, []call.Raw{jobtest.Raw[float64]("values")}, call.InvalidInput, "alpha_w", "at most"},
	} {
		t.Run(c.name, func(t *testing.T) {
			more := c.more
			if !strings.Contains(more, "score") {
				more += `,"score":"bge"`
			}
			failure := jobtest.Refusal(t, `{"op":"learn","n":2,"r":1,"names":["a","b"]`+more+`}`, c.arrays...)
			assert.Equal(t, c.code, failure.Code)
			assert.Equal(t, c.argument, failure.Argument)
			assert.Contains(t, failure.Message, c.says)
		})
	}
}

// What an operation or a score does not have is refused by its name, whatever its value is.
func TestOptionsOfOthersAreRefused(t *testing.T) {
	states := []call.Raw{jobtest.Raw[uint8]("data"), jobtest.Raw[int32]("arity", 2, 2)}
	graphs := append(states[:2:2], jobtest.Raw("graphs", jobtest.Matrix(2)...))
	for _, c := range []struct {
		op, more string
		arrays   []call.Raw
		code     call.Status
		argument string
		says     string
	}{
		{"learn", `,"penalty":3`, states, call.InvalidInput, "penalty", `it is no parameter of the score "bdeu", which has ess`},
		{"learn", `,"score":"aic","ess":1`, states, call.InvalidInput, "ess", `of the score "aic", which has none`},
		{"learn", `,"alpha_w":9,"alpha_mu":1`, states, call.InvalidInput, "alpha_mu", `of the score "bdeu"`},
		{"learn", `,"k_max":1`, states, call.BadRequest, "k_max", `operation "learn" has no such field`},
		{"learn", `,"cpdag":true`, states, call.BadRequest, "cpdag", "no such field"},
		{"learn", `,"ess":null,"penalty":null,"rows":[1]`, states, call.BadRequest, "data", "0 bytes where"}, // null is left out
		{"bootstrap", `,"pairs":"all"`, states, call.BadRequest, "pairs", "no such field"},
		{"learn_jointly", `,"seed":1`, states, call.BadRequest, "seed", "no such field"},
		{"scores", `,"max_parents":1`, graphs, call.BadRequest, "max_parents", "no such field"},
		{"log_likelihood", `,"score":"bdeu"`, graphs, call.BadRequest, "score", "no such field"},
	} {
		more := `,"width":1` + c.more
		if !strings.Contains(more, "rows") {
			more += `,"rows":[0]`
		}
		failure := jobtest.Refusal(t, jobtest.Request(c.op, 2, 1, more), c.arrays...)
		assert.Equal(t, c.code, failure.Code, c.more)
		assert.Equal(t, c.argument, failure.Argument, c.more)
		assert.Contains(t, failure.Message, c.says)
	}
}
