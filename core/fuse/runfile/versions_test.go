package runfile_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
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
