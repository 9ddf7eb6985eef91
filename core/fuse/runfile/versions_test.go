package runfile_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/runfile"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

// testdata has files that mcbnc 0.1.0 wrote: a trajectory, a result, and a run with every
// option. Each loads, its SHA-256 included, and is saved again to the same bytes. So the
// names, the order and the presence of the fields stay as they were.
func TestFilesOfOlderVersions(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.json")
	require.NoError(t, err)
	require.Len(t, paths, 3)
	for _, path := range paths {
		file, err := os.ReadFile(path)
		require.NoError(t, err)
		load := jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", file...))
		arrays := jobtest.Arrays(t, load)
		record := jobtest.Result(t, load)["record"].(map[string]any)

		request := map[string]any{"op": "save", "n": len(record["nodes"].([]any)), "r": 3}
		maps.Copy(request, record["options"].(map[string]any))
		delete(record, "options")
		request["record"] = record
		text, err := json.Marshal(request)
		require.NoError(t, err)
		var raws []call.Raw
		for _, name := range []string{
			"dags", "weights", "order", "fusion", "step_edges", "score", "step_seconds", "h_ptr", "h", "s_ptr", "s", "removed",
			"adjacency",
		} {
			if array, given := arrays[name]; given {
				raws = append(raws, call.Raw{Name: name, Data: array.Bytes})
			}
		}
		save := jobtest.Start(t, string(text), raws...)
		require.Equal(t, string(file), string(jobtest.Read[uint8](t, save, "file")), path)
	}
}

// The sizes are the file's: those of the request do not matter.
func TestLoadNeedsNoSizes(t *testing.T) {
	file, err := os.ReadFile("testdata/result.json")
	require.NoError(t, err)
	for _, sizes := range []string{`"n":-1,"r":-1`, `"n":1099511627776,"r":1099511627776`, `"n":1,"r":1`} {
		j := jobtest.Start(t, `{"op":"load",`+sizes+`}`, jobtest.Raw("file", file...))
		require.Len(t, jobtest.Read[uint8](t, j, "dags"), 3*4*4)
	}
}

// A caller that has asked for the size of a run has found the file's fields already. They are not searched again.
func TestFieldsAreFoundOnce(t *testing.T) {
	text, err := os.ReadFile("testdata/result.json")
	require.NoError(t, err)
	fresh := testing.AllocsPerRun(10, func() { runfile.Open(text).Sizes() })
	file := runfile.Open(text)
	nodes, dags := file.Sizes()
	require.Equal(t, []int{4, 3}, []int{nodes, dags})
	require.Less(t, testing.AllocsPerRun(10, func() { file.Sizes() }), fresh/2)

	whole := testing.AllocsPerRun(10, func() { _, _ = runfile.Open(text).Parse() })
	require.Less(t, testing.AllocsPerRun(10, func() { _, _ = file.Parse() }), whole-fresh/2)
}

// Graphs as lists of arcs are those of the matrices.
func TestLoadAsArcs(t *testing.T) {
	file, err := os.ReadFile("testdata/result.json")
	require.NoError(t, err)
	dense := jobtest.Arrays(t, jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", file...)))
	listed := jobtest.Arrays(t, jobtest.Start(t, `{"op":"load","as_arcs":true}`, jobtest.Raw("file", file...)))
	n := dense["fusion"].Shape[0]
	require.Equal(t, dense["dags"].Bytes, jobtest.Drawn(n, listed["arc_ptr"].Bytes, listed["arcs"].Bytes))
	for _, name := range []string{"fusion", "adjacency", "cpdag"} {
		require.Equal(t, dense[name].Bytes, jobtest.Drawn(n, nil, listed[name+"_arcs"].Bytes), name)
		require.NotContains(t, listed, name)
		require.NotContains(t, dense, name+"_arcs")
	}
	require.Equal(t, dense["removed"].Bytes, listed["removed"].Bytes)
}

// A file of more nodes than matrices are made of is loaded as arcs alone.
func TestManyNodesAreLoadedAsArcs(t *testing.T) {
	const n = 33_000
	names := make([]string, n)
	for k := range names {
		names[k] = strconv.Itoa(k)
	}
	order := strings.Join(names, ",")
	file := `{"format":"mcbnc","version":1,"mcbnc":"0","nodes":[` + order + `],"named":false,"dags":[[[0,1]]],"weights":null,"options":{},"order":[` +
		order + `],"fusion":[[0,1]],"steps":{"step_edges":[],"score":[],"step_seconds":[],"h":[],"s":[],"removed":[]},` +
		`"status":"complete","seconds":0,"limit":null,"forced":0,"dropped":[],"result":null,"adjacency":null}`
	dense := jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", []byte(file)...))
	require.Equal(t, "as_arcs: 1 DAGs over 33000 nodes are too many for matrices", jobtest.Failure(t, dense).Message)
	listed := jobtest.Arrays(t, jobtest.Start(t, `{"op":"load","as_arcs":true}`, jobtest.Raw("file", []byte(file)...)))
	require.Equal(t, []int{1, 2}, listed["fusion_arcs"].Shape)
}
