package wire

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
)

func TestParseRequestReadsEveryField(t *testing.T) {
	q, failure := ParseRequest([]byte(` {"op":"run","n":3,"r":2,"names":["a","b","ü\n"],"theta":0.5,"k_max":10,
		"start":"dag","output":"refusion","canonical":true,"seed":-7,"workers":2,"time_limit":1.5,
		"required":[[0,1,1]],"forbidden":[[1,2,0]],"where":"worker"} `))
	require.Nil(t, failure)
	kMax, seed, limit := 10, int64(-7), 1.5
	assert.Equal(t, &Request{
		Op: "run", N: 3, R: 2, Names: []string{"a", "b", "ü\n"}, Theta: Theta{Set: true, Value: 0.5},
		RunOptions: RunOptions{
			KMax: &kMax, Start: "dag", Canonical: true, Seed: &seed, EdgeLists: call.EdgeLists{Required: [][]int{{0, 1, 1}}, Forbidden: [][]int{{1, 2, 0}}},
		},
		Output: "refusion", Workers: 2, TimeLimit: &limit, Where: "worker",
	}, q)
}

func TestTheta(t *testing.T) {
	for text, want := range map[string]Theta{
		`{}`:                  {},
		`{"theta":null}`:      {},
		`{"theta": "auto" }`:  {Set: true, Auto: true},
		`{"theta":0}`:         {Set: true},
		`{"theta":25e-2}`:     {Set: true, Value: 0.25},
		`{"theta":"0.5"}`:     {Set: true, bad: `"0.5"`},
		`{"theta":true}`:      {Set: true, bad: `true`},
		`{"theta":1e999}`:     {Set: true, bad: `1e999`},
		`{"theta":[1]}`:       {Set: true, bad: `[1]`},
		`{"theta":"\u0061b"}`: {Set: true, bad: `"\u0061b"`},
	} {
		q, failure := ParseRequest([]byte(text))
		require.Nil(t, failure, text)
		assert.Equal(t, want, q.Theta, text)
	}
}

func TestParseRequestIsStrict(t *testing.T) {
	for _, c := range []struct{ text, argument, says string }{
		{``, "", "malformed"},
		{`{`, "", "malformed"},
		{`[]`, "", "wrong type"},
		{`"run"`, "", "wrong type"},
		{`{"op":"run"} x`, "", "malformed"},
		{`{"op":"run"}{"op":"run"}`, "", "malformed"},
		{`{"op":"run"}]`, "", "malformed"},
		{`{"op":"run",}`, "", "malformed"},
		{`{"op":"run","tehta":0.5}`, "", `unknown field "tehta"`},
		{`{"Op":"run"}`, "", `unknown field "Op"`},
		{`{"op":"run","n":"3"}`, "n", "n: "},
		{`{"op":"run","n":3.5}`, "n", "n: "},
		{`{"op":"run","n":99999999999999999999}`, "n", "n: "},
		{`{"op":"run","k_max":"3"}`, "k_max", "k_max: "},
		{`{"op":"run","k_max":99999999999999999999}`, "k_max", "k_max: "},
		{`{"op":"run","names":[1]}`, "names", "names: "},
		{`{"op":"run","required":[[0,1,1],[null,2,null]]}`, "required", "required: "},
		{`{"names":["\"[",null],"theta":null}`, "names", "names: "},
		{`{"op":"run","canonical":1,"n":3}`, "canonical", "canonical: "},
		{`{"op":"run","theta":NaN}`, "", "malformed"},
		{`{"op":"run","time_limit":1e999}`, "time_limit", "out of range"},
		{`{"op":"run","n":3,"op":"run"}`, "op", "twice"},
		{"{\"op\":\"r\xffn\"}", "", "UTF-8"},
		{"{\"op\":\"r\nn\"}", "", "malformed"},
		{strings.Repeat(`[`, 100_000), "", "request"},
		{`{"names":` + strings.Repeat(`[`, 100_000), "", "request"},
	} {
		q, failure := ParseRequest([]byte(c.text))
		require.NotNil(t, failure, "%.60s", c.text)
		assert.Nil(t, q, "%.60s: nothing of a bad request is kept", c.text)
		assert.Equal(t, call.BadRequest, failure.Code, "%.60s", c.text)
		assert.Equal(t, c.argument, failure.Argument, "%.60s: %s", c.text, failure.Message)
		assert.Contains(t, failure.Message, c.says, "%.60s", c.text)
		assert.NotContains(t, failure.Message, "\n", "%.60s", c.text)
		assert.Less(t, len(failure.Message), 200, "%.60s", c.text)
	}
}

// A null that stands for a field, or within a string, is no value of a list.
func TestNullsThatAreNoValuesOfLists(t *testing.T) {
	q, failure := ParseRequest([]byte(`{"op":"run","names":["null","[null","\\"],"theta":null}`))
	require.Nil(t, failure)
	assert.Equal(t, []string{"null", "[null", `\`}, q.Names)
}

func TestParsedStringsDoNotReferToTheText(t *testing.T) {
	text := []byte(`{"op":"run","names":["abc"]}`)
	q, failure := ParseRequest(text)
	require.Nil(t, failure)
	copy(text, strings.Repeat("x", len(text)))
	assert.Equal(t, "run", q.Op)
	assert.Equal(t, []string{"abc"}, q.Names)
}

func FuzzParseRequest(f *testing.F) {
	f.Add([]byte(`{"op":"run","n":3,"r":2,"names":["a","b","c"],"theta":"auto","k_max":null}`))
	f.Add([]byte(`{"op":"run"} trailing`))
	f.Add([]byte(`{"theta":{"a":[1e400]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		q, failure := ParseRequest(text)
		if (q == nil) == (failure == nil) {
			t.Fatal("either a request or a failure")
		}
		if failure != nil && (failure.Code != call.BadRequest || strings.Contains(failure.Message, "\n")) {
			t.Fatalf("%+v", failure)
		}
	})
}
