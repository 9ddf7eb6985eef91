package golden

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bytedance/sonic"
	"github.com/stretchr/testify/require"
)

// Root is the folder of the module's go.mod, found from the test's own folder.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		require.NotEqual(t, filepath.Dir(dir), dir, "no go.mod above the test's folder")
		dir = filepath.Dir(dir)
	}
}

// SharedDir is the shared data folder: $MCBNC_SHARED/data, else shared/data
// beside the checkout. Without one the test is skipped.
func SharedDir(t testing.TB) string {
	t.Helper()
	shared := os.Getenv("MCBNC_SHARED")
	if shared == "" {
		shared = filepath.Join(filepath.Dir(Root(t)), "shared")
	}
	dir := filepath.Join(shared, "data")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no shared data at %s: set MCBNC_SHARED to the folder that holds data/", dir)
	}
	return dir
}

// OwnDir is the folder of our own cases.
func OwnDir(t testing.TB) string { return filepath.Join(Root(t), "tests", "golden") }

// Own are our own cases.
func Own(t testing.TB) []Case {
	t.Helper()
	return cases(t, OwnDir(t))
}

// Shared are the shared cases; without them the test is skipped.
func Shared(t testing.TB) []Case {
	t.Helper()
	return cases(t, filepath.Join(SharedDir(t), "golden"))
}

// Each runs f as a subtest on every case, ours and the shared ones; without the
// latter their subtest is skipped.
func Each(t *testing.T, f func(t *testing.T, c Case)) {
	for name, list := range map[string]func(testing.TB) []Case{"own": Own, "shared": Shared} {
		t.Run(name, func(t *testing.T) {
			for _, c := range list(t) {
				t.Run(c.ID, func(t *testing.T) { f(t, c) })
			}
		})
	}
}

// RealRuns are the runs on real networks whose file name starts with the
// prefix; without shared data the test is skipped.
func RealRuns(t testing.TB, prefix string) []RealRun {
	t.Helper()
	var out []RealRun
	for _, path := range jsonFiles(t, filepath.Join(SharedDir(t), "real")) {
		id := strings.TrimSuffix(filepath.Base(path), ".json")
		if !strings.HasPrefix(id, prefix) {
			continue
		}
		run := RealRun{ID: id}
		read(t, path, &run)
		out = append(out, run)
	}
	require.NotEmpty(t, out, "no real run starts with %q", prefix)
	return out
}

// LoadClients reads the clients' DAGs that a RealRun names, such as
// "alarm.json"; without shared data the test is skipped.
func LoadClients(t testing.TB, file string) Clients {
	t.Helper()
	var c Clients
	read(t, filepath.Join(SharedDir(t), "clients", file), &c)
	return c
}

func cases(t testing.TB, dir string) []Case {
	t.Helper()
	paths := jsonFiles(t, dir)
	out := make([]Case, len(paths))
	for i, path := range paths {
		read(t, path, &out[i])
	}
	return out
}

func jsonFiles(t testing.TB, dir string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.json"))
	require.NoError(t, err)
	require.NotEmpty(t, paths, "no golden files in %s", dir)
	slices.Sort(paths)
	return paths
}

func read(t testing.TB, path string, into any) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, sonic.ConfigStd.Unmarshal(data, into), path)
}
