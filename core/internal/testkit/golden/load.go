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

// Root is the folder of the module's go.mod. It is searched upwards from the test's folder.
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

// SharedDir is the shared data folder: $MCBNC_SHARED/data if the variable is set, otherwise shared/data
// beside the checkout. If there is no such folder, the test is skipped.
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

// Own returns our own cases, which are texts.
func Own(t testing.TB) []Case {
	t.Helper()
	return cases(t, OwnDir(t), "*.md", func(t testing.TB, path string, into *Case) {
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		*into, err = Read(string(data))
		require.NoError(t, err, path)
	})
}

// Shared returns the shared cases. Without the shared folder, the test is skipped.
func Shared(t testing.TB) []Case {
	t.Helper()
	return cases(t, filepath.Join(SharedDir(t), "golden"), "*.json", read[Case])
}

// Each runs f as a subtest on every case, our own and the shared ones. Without the shared folder, the
// subtest of the shared ones is skipped.
func Each(t *testing.T, f func(t *testing.T, c Case)) {
	for name, list := range map[string]func(testing.TB) []Case{"own": Own, "shared": Shared} {
		t.Run(name, func(t *testing.T) {
			for _, c := range list(t) {
				t.Run(c.ID, func(t *testing.T) { f(t, c) })
			}
		})
	}
}

// RealRuns returns the runs on real networks whose file names start with the prefix. There must be one.
// Without the shared folder, the test is skipped.
func RealRuns(t testing.TB, prefix string) []RealRun {
	t.Helper()
	var out []RealRun
	for _, path := range files(t, filepath.Join(SharedDir(t), "real"), "*.json") {
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

// LoadClients reads the clients' DAGs from the file that RealRun.Clients names, such as "alarm.json".
// Without the shared folder, the test is skipped.
func LoadClients(t testing.TB, file string) Clients {
	t.Helper()
	var c Clients
	read(t, filepath.Join(SharedDir(t), "clients", file), &c)
	return c
}

// Union is a case of DAGs over different nodes: what they have, and what comes out.
type Union struct {
	ID       string
	Nodes    []string
	Sees     [][]int
	DAGs     [][][2]int
	Weights  []int64
	Cap      *int
	Expected struct {
		Order []int
		IMaps [][][2]int
		Union [][2]int
		Steps []struct {
			U, V       int
			H, S       []int
			Num, Den   int64
			Undirected bool
			Removed    map[string][][2]int
			CPDAG      UnionClass
		}
		Auto struct {
			Rows [][]any
			Best []any
		}
		Vote *struct {
			Plain, Explained []UnionShare
			Skeleton         [][2]int
			PlainCPDAG       *UnionClass `json:"plain_cpdag"`
			CPDAG            *UnionClass
		}
	}
}

// UnionShare is what votes for a pair, in eighths of a weight, and the DAGs whose join is explained.
type UnionShare struct {
	Pair        [2]int
	Joined, All int64
	DAGs        []int
}

// UnmarshalJSON reads the list [a, b, joined, all] or [a, b, joined, all, DAGs].
func (u *UnionShare) UnmarshalJSON(text []byte) error {
	list := []any{&u.Pair[0], &u.Pair[1], &u.Joined, &u.All, &u.DAGs}
	return sonic.ConfigStd.Unmarshal(text, &list)
}

// UnionClass are the edges of a class.
type UnionClass struct{ Directed, Undirected [][2]int }

// LoadUnion reads the cases of DAGs over different nodes. Without the shared folder, the test is skipped.
func LoadUnion(t testing.TB) []Union {
	t.Helper()
	var all struct{ Cases []Union }
	read(t, filepath.Join(SharedDir(t), "union", "golden.json"), &all)
	require.NotEmpty(t, all.Cases)
	return all.Cases
}

func cases(t testing.TB, dir, pattern string, read func(testing.TB, string, *Case)) []Case {
	t.Helper()
	paths := files(t, dir, pattern)
	out := make([]Case, len(paths))
	for i, path := range paths {
		read(t, path, &out[i])
	}
	return out
}

func files(t testing.TB, dir, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	require.NoError(t, err)
	require.NotEmpty(t, paths, "no golden files in %s", dir)
	slices.Sort(paths)
	return paths
}

func read[T any](t testing.TB, path string, into *T) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, sonic.ConfigStd.Unmarshal(data, into), path)
}
