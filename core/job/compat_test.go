package job

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
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
		load := start(t, `{"op":"load"}`, Raw{"file", file})
		record := resultOf(t, load)["record"].(map[string]any)

		request := map[string]any{"op": "save", "n": len(record["nodes"].([]any)), "r": 3}
		maps.Copy(request, record["options"].(map[string]any))
		delete(record, "options")
		request["record"] = record
		text, err := json.Marshal(request)
		require.NoError(t, err)
		var raws []Raw
		for _, name := range []string{
			"dags", "weights", "order", "fusion", "step_edges", "score", "step_seconds", "h_ptr", "h", "s_ptr", "s", "removed",
			"adjacency",
		} {
			if _, given := load.arrays[name]; given {
				raws = append(raws, Raw{name, array(t, load, name)})
			}
		}
		save := start(t, string(text), raws...)
		require.Equal(t, string(file), string(array(t, save, "file")), path)
	}
}
