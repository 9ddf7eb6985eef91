package wire_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mcbnc/mcbnc/core/internal/jobtest"
	"github.com/mcbnc/mcbnc/core/wire"
)

func TestBadData(t *testing.T) {
	arity := jobtest.Raw[int32]("arity", 2, 3)
	for _, c := range []struct {
		name, more string
		arrays     []wire.Raw
		code       wire.Status
		argument   string
		says       string
	}{
		{"no dataset", `,"r":0`, []wire.Raw{jobtest.Raw[uint8]("data"), arity}, wire.InvalidInput, "data", "no datasets"},
		{"no arity", ``, []wire.Raw{jobtest.Raw[uint8]("data")}, wire.BadRequest, "arity", "needs this array"},
		{"no rows given", `,"width":1`, []wire.Raw{jobtest.Raw[uint8]("data"), arity}, wire.BadRequest, "rows", "0 numbers of rows for 1"},
		{"less than none", `,"rows":[-1],"width":1`, []wire.Raw{jobtest.Raw[uint8]("data"), arity}, wire.InvalidInput, "rows", "dataset 0 has -1 rows"},
		{"more than any", `,"rows":[3000000000],"width":1`, []wire.Raw{jobtest.Raw[uint8]("data"), arity}, wire.InvalidInput, "rows", "3000000000"},
		{"too few", `,"rows":[2],"width":1`, []wire.Raw{jobtest.Raw[uint8]("data", 0, 1, 0), arity}, wire.BadRequest, "data", "3 bytes where there must be 4"},
		{"half an element", `,"rows":[1],"width":2`, []wire.Raw{jobtest.Raw[uint8]("data", 0, 1, 0), arity}, wire.BadRequest, "data", "bytes"},
		{"no width", `,"rows":[1],"width":3`, []wire.Raw{jobtest.Raw[uint8]("data", 0, 0), arity}, wire.BadRequest, "width", "3 is none of"},
		{"no such state", `,"rows":[2],"width":1,"names":["a","b"]`, []wire.Raw{jobtest.Raw[uint8]("data", 0, 1, 0, 3), arity}, wire.InvalidInput, "data",
			"b has the state 3 in row 1 of dataset 0, but only 3 states"},
		{"no state at all", `,"rows":[0],"width":1,"names":["a","b"]`, []wire.Raw{jobtest.Raw[uint8]("data"), jobtest.Raw[int32]("arity", 0, 2)},
			wire.InvalidInput, "arity", "a has 0 states"},
		{"ess", `,"rows":[0],"width":1,"ess":0`, []wire.Raw{jobtest.Raw[uint8]("data"), arity}, wire.InvalidInput, "ess", "must be a number > 0 and at most 3.4e+38, not 0"},
		{"score", `,"rows":[0],"width":1,"score":"k2"`, []wire.Raw{jobtest.Raw[uint8]("data"), arity}, wire.InvalidInput, "score", `must be "aic", "bdeu" or "bic", not "k2"`},
		{"parents", `,"rows":[0],"width":1,"max_parents":-1`, []wire.Raw{jobtest.Raw[uint8]("data"), arity}, wire.InvalidInput, "max_parents", "not -1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := `{"op":"data","n":2,"r":1` + c.more + `}`
			if c.name == "no dataset" {
				text = `{"op":"data","n":2` + c.more + `}`
			}
			failure := refusal(t, text, c.arrays...)
			assert.Equal(t, c.code, failure.Code)
			assert.Equal(t, c.argument, failure.Argument)
			assert.Contains(t, failure.Message, c.says)
		})
	}
}
