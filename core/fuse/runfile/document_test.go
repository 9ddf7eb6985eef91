package runfile_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/runfile"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// savedRun is the file of a run, which is given more arrays, and the arrays that the file was
// made of.
func savedRun(t testing.TB, dags []byte, n, r int, options, record string, weights []float64, more ...call.Raw) ([]byte, []call.Raw) {
	t.Helper()
	raws := []call.Raw{jobtest.Raw("dags", dags...)}
	if weights != nil {
		raws = append(raws, jobtest.Raw("weights", weights...))
	}
	run := jobtest.Start(t, jobtest.Request("run", n, r, options), append(more, raws...)...)
	for _, name := range []string{
		"order", "fusion", "step_edges", "score", "step_seconds", "h_ptr", "h", "s_ptr", "s", "removed",
	} {
		raws = append(raws, call.Raw{Name: name, Data: jobtest.Read[uint8](t, run, name)})
	}
	save := jobtest.Start(t, jobtest.Request("save", n, r, options+record), raws...)
	return jobtest.Read[uint8](t, save, "file"), append(raws, call.Raw{Name: "psi", Data: jobtest.Read[uint8](t, run, "psi")})
}

const record3 = `,"record":{"mcbnc":"0","nodes":["a",2,["b",-3]],"named":true,"status":"complete","seconds":0.5}`

// The loaded arrays are those that were saved, byte by byte.
func TestLoadGivesWhatWasSaved(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, r := rapid.IntRange(1, 7).Draw(rt, "n"), rapid.IntRange(1, 4).Draw(rt, "r")
		var dags []oracle.Matrix
		for range r {
			dags = append(dags, oracle.DrawDAG(rt, n, "dag"))
		}
		var weights []float64
		if rapid.Bool().Draw(rt, "weighted") {
			weights = rapid.SliceOfN(rapid.Float64Range(0.001, 1e9), r, r).Draw(rt, "weights")
		}
		nodes := []any{"ü\"", -2.0, []any{"b", -3.0}, []any{}, "", "1", 1.0}[:n]
		text, err := json.Marshal(nodes)
		require.NoError(rt, err)
		record := fmt.Sprintf(`,"record":{"mcbnc":"0","nodes":%s,"named":true,"status":"complete","seconds":0.5}`, text)
		cells := jobtest.Cells(dags)
		var order []call.Raw
		if rapid.Bool().Draw(rt, "ordered") {
			order = []call.Raw{jobtest.Raw("order", rapid.Permutation([]int32{0, 1, 2, 3, 4, 5, 6}[:n]).Draw(rt, "order")...)}
		}
		file, raws := savedRun(t, cells, n, r, `,"k_max":2,"seed":4`, record, weights, order...)
		load := jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", file...))
		fields := jobtest.Result(t, load)
		for _, raw := range raws {
			require.Equal(rt, raw.Data, jobtest.Read[uint8](t, load, raw.Name), raw.Name)
		}
		require.Equal(rt, map[string]any{
			"mcbnc": "0", "nodes": nodes, "named": true, "status": "complete",
			"seconds": 0.5, "limit": nil, "forced": 0.0, "result": nil,
			"options": map[string]any{"k_max": 2.0, "start": "", "canonical": false, "seed": 4.0},
		}, fields["record"])
	})
}

// A file keeps the cap and the dropped DAGs. Only DAGs of weight 0 can be dropped ones.
func TestAFileKeepsTheCapAndWhoWasDropped(t *testing.T) {
	dags := append(jobtest.Matrix(3, [2]int{0, 1}), jobtest.Matrix(3, [2]int{1, 2})...)
	record := func(dropped string) string {
		return `,"record":{"mcbnc":"0","nodes":[0,1,2],"named":false,"status":"complete","seconds":0.5,"dropped":` + dropped + `}`
	}
	file, raws := savedRun(t, dags, 3, 2, `,"cap":1`, record("[1]"), []float64{1, 0})
	fields := jobtest.Result(t, jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", file...)))["record"].(map[string]any)
	require.Equal(t, []any{1.0}, fields["dropped"])
	require.EqualValues(t, 1, fields["options"].(map[string]any)["cap"])
	for _, dropped := range []string{"[0]", "[-1]", "[2]", "[1,1]"} {
		failure := jobtest.Refusal(t, jobtest.Request("save", 3, 2, record(dropped)), raws[:len(raws)-1]...)
		require.Equal(t, call.BadRequest, failure.Code)
		require.Equal(t, "record", failure.Argument)
	}
}

// A file keeps how the run was made, whatever that is, and its checksum is over it.
func TestAFileKeepsHowTheRunWasMade(t *testing.T) {
	dags := jobtest.Matrix(3, [2]int{0, 1})
	record := func(made string) string {
		return `,"record":{"mcbnc":"0","nodes":[0,1,2],"named":false,"status":"complete","seconds":0.5,"provenance":` + made + `}`
	}
	made := `{ "b":[1, {"c": 1.50}], "a":"\u00e9é" }`
	file, raws := savedRun(t, dags, 3, 1, "", record(made), nil)
	require.Contains(t, string(file), `"provenance":{"b":[1,{"c":1.50}],"a":"\u00e9é"}`)
	fields := jobtest.Result(t, jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", file...)))["record"].(map[string]any)
	require.Equal(t, map[string]any{"b": []any{1.0, map[string]any{"c": 1.5}}, "a": "éé"}, fields["provenance"])

	changed := bytes.Replace(file, []byte(`"c":1.50`), []byte(`"c":1.51`), 1)
	refused := jobtest.Failure(t, jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", changed...)))
	require.Contains(t, refused.Message, "damaged")

	deep := strings.Repeat(`{"a":[`, 40) + strings.Repeat(`]}`, 40)
	for _, bad := range []string{`[]`, `"a"`, `1`, `null`, `{"a":1,"a":2}`, `{"b":[{"a":1,"a":2}]}`, deep} {
		failure := jobtest.Refusal(t, jobtest.Request("save", 3, 1, record(bad)), raws[:len(raws)-1]...)
		require.Equal(t, call.BadRequest, failure.Code, bad)
	}
}

func TestWhatCannotBeSaved(t *testing.T) {
	dags := jobtest.Matrix(3, [2]int{0, 1})
	_, raws := savedRun(t, dags, 3, 1, "", record3, nil)
	raws = raws[:len(raws)-1] // without psi
	without := func(name string, more ...call.Raw) []call.Raw {
		out := more
		for _, raw := range raws {
			if raw.Name != name {
				out = append(out, raw)
			}
		}
		return out
	}
	for _, c := range []struct {
		more     string
		raws     []call.Raw
		argument string
	}{
		{"", raws, "record"},
		{`,"record":{"nodes":["a"],"status":"complete"}`, raws, "record"},
		{`,"record":{"nodes":["a",1.5,"c"],"status":"complete"}`, raws, "nodes"},
		{`,"record":{"nodes":["a",null,"c"],"status":"complete"}`, raws, "nodes"},
		{`,"record":{"nodes":["a",[["b"]],"c"],"status":"complete"}`, raws, "nodes"},
		{`,"record":{"nodes":["a","b","c"],"status":"running"}`, raws, "record"},
		{`,"record":{"nodes":["a","b","c"],"status":"complete","result":{"theta":1,"seconds":1}}`, raws, "adjacency"},
		{record3, without("", jobtest.Raw("adjacency", dags...)), "adjacency"},
		{record3, without("score", jobtest.Raw[int64]("score")), "score"},
		{record3, without("score", jobtest.Raw[int64]("score", -1)), "score"},
		{record3, without("s", jobtest.Raw[int32]("s", 0)), "s_ptr"},
		{record3, without("fusion"), "fusion"},
	} {
		failure := jobtest.Refusal(t, jobtest.Request("save", 3, 1, c.more), c.raws...)
		assert.Equal(t, call.BadRequest, failure.Code, c.more)
		assert.Equal(t, c.argument, failure.Argument, "%s: %s", c.more, failure.Message)
	}
}

func TestAFileOfAnotherVersion(t *testing.T) {
	for text, says := range map[string]string{
		`{"format":"mcbnc","version":2,"mcbnc":"7.0"}`: `version 2 of the format, and this mcbnc reads version 1 at most; mcbnc "7.0"`,
		`{"format":"mcbnc","version":9}`:               "version 9",
		`{"format":"mcbnc","version":0}`:               "whole number from 1",
		`{"format":"mcbnc","version":1e0}`:             "whole number from 1",
		`{"format":"Mcbnc","version":1}`:               "no mcbnc file",
		`null`:                                         "no mcbnc file",
	} {
		_, failure := runfile.Open([]byte(text)).Parse()
		require.NotNil(t, failure, text)
		assert.Equal(t, call.InvalidInput, failure.Code, text)
		assert.Contains(t, failure.Message, says)
	}
}

var digestField = regexp.MustCompile(`,"sha256":"[0-9a-f]{64}"`)

// A change anywhere in a file is noticed, also where each single check would let it pass.
func TestAFileThatNoLongerIsWhatWasSaved(t *testing.T) {
	file, _ := savedRun(t, jobtest.Matrix(3, [2]int{0, 1}), 3, 1, "", record3, []float64{0.3})
	for _, change := range [][2]string{
		{`"seconds":0.5`, `"seconds":0.25`},
		{`"weights":[0.3]`, `"weights":[0.5]`},
		{`"b",-3`, `"b",-2`},
		{`"status":"complete"`, `"status":"time_limit"`},
		{`"dags":[[[0,1]]]`, `"dags":[[[0,2]]]`},
	} {
		require.Equal(t, 1, bytes.Count(file, []byte(change[0])), change[0])
		changed := bytes.Replace(file, []byte(change[0]), []byte(change[1]), 1)
		j := jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", changed...))
		require.True(t, j.Wait(-1))
		_, err := j.Result()
		require.ErrorContains(t, err, "damaged", change[1])
		assert.Equal(t, call.InvalidInput, call.AsError(err).Code)
		jobtest.Result(t, jobtest.Start(t, `{"op":"load"}`, call.Raw{Name: "file", Data: digestField.ReplaceAll(changed, nil)}))
	}
	var spaced bytes.Buffer
	require.NoError(t, json.Indent(&spaced, file, "", " "))
	jobtest.Read[uint8](t, jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", spaced.Bytes()...)), "psi")
}

// A file that was made by hand has no checksum. The data of its steps must still be consistent,
// since explain and at rely on them.
func TestStepsThatDoNotGoTogether(t *testing.T) {
	chain := jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 2}, [2]int{0, 2})
	file, _ := savedRun(t, chain, 3, 1, "", record3, nil)
	file = digestField.ReplaceAll(file, nil)
	jobtest.Result(t, jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", file...)))
	require.Contains(t, string(file), `"step_edges":[[0,1,1],[0,2,1],[1,2,1]]`)
	require.Contains(t, string(file), `"h":[[],[],[]],"s":[[2],[],[]]`)
	for change, says := range map[[2]string]string{
		{`"s":[[2],[],[]]`, `"s":[[],[],[]]`}:              "with this S",
		{`"s":[[2],[],[]]`, `"s":[[2,2],[],[]]`}:           "with this S",
		{`"s":[[2],[],[]]`, `"s":[[2],[2],[]]`}:            "end of the step's edge",
		{`"s":[[2],[],[]]`, `"s":[[2],[null],[]]`}:         "wrong type",
		{`"h":[[],[],[]]`, `"h":[[2],[],[]]`}:              "with this S",
		{`"h":[[],[],[]]`, `"h":[[null],[],[]]`}:           "wrong type",
		{`"step_edges":[[0,1,1]`, `"step_edges":[[0,1,0]`}: "with this S",
	} {
		require.Equal(t, 1, bytes.Count(file, []byte(change[0])), change[0])
		j := jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", bytes.Replace(file, []byte(change[0]), []byte(change[1]), 1)...))
		require.True(t, j.Wait(-1))
		_, err := j.Result()
		require.ErrorContains(t, err, says, change[1])
		assert.Equal(t, call.InvalidInput, call.AsError(err).Code)
	}
}

// The steps of another run may lead to a class without a DAG that keeps the directions.
func TestStepsAgainstTheDirections(t *testing.T) {
	triangle := jobtest.Matrix(3, [2]int{1, 2}, [2]int{1, 0}, [2]int{2, 0})
	for required, says := range map[string]string{"": "", `,"required":[[2,0,0]]`: "directions cannot be kept"} {
		save := jobtest.Start(t, jobtest.Request("save", 3, 1, required+record3),
			jobtest.Raw("dags", triangle...), jobtest.Raw("fusion", triangle...), jobtest.Raw[int32]("order", 1, 2, 0),
			jobtest.Raw[int32]("step_edges", 0, 1, 1), jobtest.Raw[int64]("h_ptr", 0, 1), jobtest.Raw[int32]("h", 2), // leaves 0 -> 2 <- 1
			jobtest.Raw[int64]("s_ptr", 0, 0), jobtest.Raw[int32]("s"), jobtest.Raw[int32]("removed"),
			jobtest.Raw[int64]("score", 1), jobtest.Raw[float64]("step_seconds", 0))
		load := jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", jobtest.Read[uint8](t, save, "file")...))
		require.True(t, load.Wait(-1))
		if _, err := load.Result(); says == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, says)
		}
	}
}

// FuzzLoad throws arbitrary texts at the parser of files. A text that is accepted must be whole:
// saved again, it is the same run.
func FuzzLoad(f *testing.F) {
	for _, dags := range [][]byte{
		jobtest.Matrix(3), jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 2}), jobtest.Matrix(3, [2]int{0, 1}, [2]int{0, 2}, [2]int{1, 2}),
	} {
		file, _ := savedRun(f, append(dags, dags...), 3, 2, "", record3, []float64{1, 0.3})
		file = digestField.ReplaceAll(file, nil) // or hardly any changed text would be taken
		f.Add(file)
		f.Add(file[:len(file)/2])
		f.Add(bytes.Replace(file, []byte(`"limit":null,"result":null`), []byte(`"limit":1,"result":{"theta":1,"seconds":2}`), 1))
		f.Add(bytes.Replace(file, []byte(`"result":null`), []byte(`"provenance":{"a":[{"b":"c"}]},"result":null`), 1))
	}
	f.Add([]byte(`{"format":"mcbnc","version":2}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		j := jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", text...))
		require.True(t, j.Wait(-1))
		result, err := j.Result()
		if err != nil {
			require.Equal(t, call.InvalidInput, call.AsError(err).Code, "%v", err)
			return
		}
		again, failure := runfile.Open(text).Parse()
		require.Nil(t, failure)
		written, err := call.Marshal(again)
		require.NoError(t, err)
		second := jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", written...))
		require.True(t, second.Wait(-1))
		same, err := second.Result()
		require.NoError(t, err)
		require.Equal(t, recordOf(t, result), recordOf(t, same))
		require.Equal(t, jobtest.Arrays(t, j), jobtest.Arrays(t, second))
	})
}

func recordOf(t testing.TB, result []byte) (fields struct{ Record any }) {
	t.Helper()
	require.NoError(t, json.Unmarshal(result, &fields))
	return fields
}
