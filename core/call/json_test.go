package call_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/bytedance/sonic"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/call"
)

// everything has a field of each kind that requests, results and files have.
type everything struct {
	embedded
	Text   string          `json:"text"`
	Flag   bool            `json:"flag"`
	Int    int             `json:"int"`
	Small  int32           `json:"small"`
	Number float64         `json:"number"`
	Maybe  *float64        `json:"maybe"`
	Words  []string        `json:"words"`
	Arcs   [][]int32       `json:"arcs"`
	Inner  *inner          `json:"inner"`
	Raw    json.RawMessage `json:"raw"`
	Left   []int           `json:"left,omitempty"`
	Hidden int             `json:"-"`
}

type embedded struct {
	First uint64 `json:"first"`
}

type inner struct {
	Numbers []float64 `json:"numbers"`
}

var drawn = rapid.Custom(func(t *rapid.T) everything {
	number := rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64)
	e := everything{
		embedded: embedded{rapid.Uint64().Draw(t, "first")},
		Text:     rapid.String().Draw(t, "text"), Flag: rapid.Bool().Draw(t, "flag"), Int: rapid.Int().Draw(t, "int"),
		Small: rapid.Int32().Draw(t, "small"), Number: number.Draw(t, "number"), Words: rapid.SliceOf(rapid.String()).Draw(t, "words"),
		Arcs: rapid.SliceOf(rapid.SliceOfN(rapid.Int32(), 2, 2)).Draw(t, "arcs"),
		Raw:  json.RawMessage(rapid.SampledFrom([]string{"null", `"a\u00e9"`, "[1,[2]]", `{"x":1e5}`}).Draw(t, "raw")),
		Left: rapid.SliceOf(rapid.Int()).Draw(t, "left"),
	}
	if x := number.Draw(t, "maybe"); x > 0 {
		e.Maybe, e.Inner = &x, &inner{rapid.SliceOf(number).Draw(t, "numbers")}
	}
	return e
})

// What is written is what the standard library reads, and what is read is what it wrote.
func TestJSONAgreesWithTheStandardLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		given := drawn.Draw(t, "given")
		text, err := call.Marshal(given)
		require.NoError(t, err)
		var theirs, ours everything
		require.NoError(t, json.Unmarshal(text, &theirs), "%s", text)
		written, err := json.Marshal(theirs)
		require.NoError(t, err)
		require.Nil(t, call.Unmarshal(written, &ours), "%s", written)
		assert.Equal(t, theirs, ours)
		assert.Equal(t, given.Number, ours.Number)
		assert.Equal(t, given.Text, ours.Text)
	})
}

// Files that earlier versions wrote have their numbers and strings as sonic writes them, and a checksum over that.
func TestNumbersAndStringsAreWrittenAsBySonic(t *testing.T) {
	sonics := sonic.Config{SortMapKeys: true, ValidateString: true}.Froze()
	same := func(t require.TestingT, v any) {
		ours, err := call.Marshal(v)
		require.NoError(t, err)
		theirs, err := sonics.Marshal(v)
		require.NoError(t, err)
		require.Equal(t, string(theirs), string(ours))
	}
	rapid.Check(t, func(t *rapid.T) {
		x := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			same(t, x)
		}
		same(t, rapid.String().Draw(t, "text"))
		same(t, map[string]int64{rapid.String().Draw(t, "key"): rapid.Int64().Draw(t, "value"), "": 1})
	})
	for e := -330; e <= 308; e++ {
		same(t, math.Pow10(e))
		same(t, -1.7*math.Pow10(e))
	}
	for _, x := range []float64{0, math.Copysign(0, -1), 1, 0.5, 1e21, 1e20, 123456789012345680000, 1e-6, 9.99e-7, 5e-324, math.MaxFloat64} {
		same(t, x)
	}
	same(t, []any{nil, true, "\x00\x1f\u2028<&>\"\\/ü\U0001F600", []int(nil), [][]int32{{}, {1, -2}}})
}

func TestWhatHasNoJSON(t *testing.T) {
	for _, v := range []any{math.NaN(), []float64{math.Inf(1)}, complex(1, 2)} {
		_, err := call.Marshal(v)
		assert.Error(t, err)
	}
}

func TestUnmarshalSaysWhatIsWrongAndWhere(t *testing.T) {
	for _, c := range []struct{ text, field, says string }{
		{`{"int":1.5}`, "int", "wrong type"}, {`{"int":true}`, "int", "wrong type"}, {`{"small":3000000000}`, "small", "out of range"},
		{`{"first":-1}`, "first", "wrong type"}, {`{"number":1e999}`, "number", "out of range"}, {`{"flag":0}`, "flag", "wrong type"},
		{`{"text":1}`, "text", "wrong type"}, {`{"words":["a",null]}`, "words", "wrong type"}, {`{"words":{}}`, "words", "wrong type"},
		{`{"arcs":[[1,2],[null,2]]}`, "arcs", "wrong type"}, {`{"inner":{"numbers":["1"]}}`, "numbers", "wrong type"},
		{`{"inner":{"more":1}}`, "", `unknown field "more"`},
		{`{"Text":"a"}`, "", `unknown field "Text"`}, {`{"int":1,"int":1}`, "int", "twice"}, {`[]`, "", "wrong type"}, {`7`, "", "wrong type"},
		{``, "", "malformed"}, {`{"int":1}}`, "", "malformed"}, {`{"int":01}`, "", "malformed"}, {"{\"text\":\"\n\"}", "", "malformed"},
		{"{\"text\":\"\xff\"}", "", "UTF-8"}, {strings.Repeat(`[`, 1<<17), "", "request"},
	} {
		failure := call.Unmarshal([]byte(c.text), new(everything))
		require.NotNil(t, failure, "%.60s", c.text)
		assert.Equal(t, call.BadRequest, failure.Code)
		assert.Equal(t, c.field, failure.Argument, "%.60s: %s", c.text, failure.Message)
		assert.Contains(t, failure.Message, c.says, "%.60s", c.text)
	}
}

// An object of very many fields takes time in their number, and the second of two is found among them.
func TestManyFields(t *testing.T) {
	var text strings.Builder
	for k := range 200_000 {
		fmt.Fprintf(&text, `,"f%d":1`, k)
	}
	fields, failure := call.Fields([]byte("{" + text.String()[1:] + "}"))
	require.Nil(t, failure)
	assert.Len(t, fields, 200_000)
	_, failure = call.Fields([]byte("{" + text.String()[1:] + `,"f150000":2}`))
	require.NotNil(t, failure)
	assert.Equal(t, "f150000", failure.Argument)
}

func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte(`{"text":"a\u0000","flag":true,"int":-3,"number":1e-3,"maybe":null,"words":["a"],"arcs":[[1,2],[]],"raw":{"x":[1]}}`))
	f.Add([]byte(`{"inner":{"numbers":[1,2.5]},"first":18446744073709551615}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var ours, theirs everything
		if call.Unmarshal(text, &ours) != nil {
			return
		}
		require.NoError(t, json.Unmarshal(text, &theirs))
		require.Equal(t, theirs, ours)
		written, err := call.Marshal(ours)
		require.NoError(t, err)
		var again everything
		require.Nil(t, call.Unmarshal(written, &again))
	})
}

var anonymousCode = regexp.MustCompile(`(?m)^\S+ r.x. \S+ \S+ 0 *$`)

// Where sonic compiles a type, it maps memory for the code. Here no type does.
func TestNothingIsCompiled(t *testing.T) {
	if _, err := os.Stat("/proc/self/maps"); err != nil {
		t.Skip("only Linux says what is mapped")
	}
	mapped := func() int {
		maps, err := os.ReadFile("/proc/self/maps")
		require.NoError(t, err)
		return len(anonymousCode.FindAll(maps, -1))
	}
	before := mapped()
	var read struct {
		Unseen []float64 `json:"unseen"`
	}
	require.Nil(t, call.Unmarshal([]byte(`{"unseen":[1,2.5]}`), &read))
	text, err := call.Marshal(read)
	require.NoError(t, err)
	assert.Equal(t, `{"unseen":[1,2.5]}`, string(text))
	assert.Equal(t, before, mapped())
}
