package parts_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

func TestRequestsAreReadStrictly(t *testing.T) {
	for _, c := range []struct{ text, argument, says string }{
		{``, "", "malformed"},
		{`{`, "", "malformed"},
		{`[]`, "", "wrong type"},
		{`"run"`, "", "wrong type"},
		{`{"op":"all"} x`, "", "malformed"},
		{`{"op":"all"}{"op":"all"}`, "", "malformed"},
		{`{"op":"all"}]`, "", "malformed"},
		{`{"op":"all",}`, "", "malformed"},
		{`{"op":"all","tehta":0.5}`, "tehta", "no such field"},
		{`{"op":"all","Op":"all"}`, "Op", "no such field"},
		{`{"op":"all","n":"3"}`, "n", "n: "},
		{`{"op":"all","n":3.5}`, "n", "n: "},
		{`{"op":"all","n":99999999999999999999}`, "n", "n: "},
		{`{"op":"all","k_max":"3"}`, "k_max", "k_max: "},
		{`{"op":"all","k_max":99999999999999999999}`, "k_max", "k_max: "},
		{`{"op":"all","s":[0,"x"]}`, "s", "s: "},
		{`{"op":"all","s":[null]}`, "s", "s: "},
		{`{"op":"all","names":[1]}`, "names", "names: "},
		{`{"op":"all","required":[[0,1,1],[null,2,null]]}`, "required", "required: "},
		{`{"op":"all","names":["\"[",null],"theta":null}`, "names", "names: "},
		{`{"op":"all","canonical":1,"n":3}`, "canonical", "canonical: "},
		{`{"op":"all","theta":NaN}`, "", "malformed"},
		{`{"op":"all","time_limit":1e999}`, "time_limit", "out of range"},
		{`{"op":"all","n":3,"op":"all"}`, "op", "twice"},
		{"{\"op\":\"r\xffn\"}", "", "UTF-8"},
		{"{\"op\":\"r\nn\"}", "", "malformed"},
		{strings.Repeat(`[`, 100_000), "", "request"},
		{`{"names":` + strings.Repeat(`[`, 100_000), "", "request"},
	} {
		failure := refusal(t, c.text)
		assert.Equal(t, call.BadRequest, failure.Code, "%.60s", c.text)
		assert.Equal(t, c.argument, failure.Argument, "%.60s: %s", c.text, failure.Message)
		assert.Contains(t, failure.Message, c.says, "%.60s", c.text)
		assert.NotContains(t, failure.Message, "\n", "%.60s", c.text)
		assert.Less(t, len(failure.Message), 200, "%.60s", c.text)
	}
}

func TestReadStringsDoNotReferToTheText(t *testing.T) {
	text := []byte(jobtest.Request("dags", 1, 1, `,"names":["abc"]`))
	op, fields, failure := call.Find(text)
	assert.Nil(t, failure)
	work, failure := op.Prepare(fields, []call.Raw{jobtest.Raw[uint8]("dags", 0)})
	assert.Nil(t, failure)
	copy(text, strings.Repeat("x", len(text)))
	_, err := work.Run(t.Context(), new(call.Progress))
	assert.NoError(t, err)
	assert.Equal(t, []string{"abc"}, last.(*dagsRequest).Names)
}

func FuzzFind(f *testing.F) {
	f.Add([]byte(`{"op":"all","n":3,"r":2,"names":["a","b","c"],"theta":"auto","k_max":null}`))
	f.Add([]byte(`{"op":"all"} trailing`))
	f.Add([]byte(`{"theta":{"a":[1e400]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		op, _, failure := call.Find(text)
		if (op == nil) == (failure == nil) {
			t.Fatal("either a request or a failure")
		}
		if failure != nil && (failure.Code != call.BadRequest || strings.Contains(failure.Message, "\n")) {
			t.Fatalf("%+v", failure)
		}
	})
}
