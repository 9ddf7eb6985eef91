package golden_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bytedance/sonic"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
)

func TestCasesAreComplete(t *testing.T) {
	golden.Each(t, func(t *testing.T, c golden.Case) {
		require.Len(t, c.DAGs, c.R)
		require.Len(t, c.Names, c.N)
		require.Len(t, c.Order, c.N)
		require.Len(t, c.MinimalIMaps, c.R)
		require.Len(t, c.Matrices(), c.R)
		require.Equal(t, len(c.Union), len(c.Trajectory.DAG.Steps))
		require.Equal(t, len(c.Union), len(c.Trajectory.CPDAG.Steps))
		require.NotEmpty(t, c.Thetas.DAG)
		require.NotEmpty(t, c.Thetas.CPDAG)
	})
}

// Each fault of a text has an error: nothing is skipped, and nothing is guessed.
func TestFaultsOfATextAreRefused(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(golden.OwnDir(t), "c00_paper_example.md"))
	require.NoError(t, err)
	text := string(data)
	for from, to := range map[string]string{
		"# c00":        "c00",
		"## Order":     "## Sequence",
		"- k_max: 10":  "- most: 10",
		"k_max: 10":    "k_max: ten",
		"- tie: first": "",
		"| node |":     "| name |",
		"{y}":          "y",
		"w->x x->y":    "w->v x->y",
		"w->x x->y y":  "w=>x x->y y",
		"| yes ":       "| perhaps ",
		"| z    | 0 ":  "| z ",
		"| y-z     ":   "| y-z w-x ",
	} {
		require.True(t, strings.Contains(text, from), from)
		_, err := golden.Read(strings.Replace(text, from, to, 1))
		require.Error(t, err, from)
	}
}

func TestRealRunsAreComplete(t *testing.T) {
	for _, run := range golden.RealRuns(t, "") {
		clients := golden.LoadClients(t, run.Clients)
		require.Equal(t, run.Names, clients.SortedNames(), run.ID)
		require.Len(t, clients.Matrices(run.R), run.R)
		require.Len(t, run.Steps, len(run.Union), run.ID)
		require.Len(t, run.Order, len(run.Names))
	}
}

func TestMissingSharedDataSkips(t *testing.T) {
	t.Setenv("MCBNC_SHARED", t.TempDir())
	var skipped bool
	t.Run("shared", func(t *testing.T) {
		defer func() { skipped = t.Skipped() }()
		golden.Shared(t)
	})
	require.True(t, skipped)
}

func TestRealStepIsAListOfFive(t *testing.T) {
	var step golden.RealStep
	require.NoError(t, sonic.UnmarshalString(`[3, 1, 1, [0, 2], 7]`, &step))
	require.Equal(t, golden.RealStep{U: 3, V: 1, Undirected: true, H: []int{0, 2}, Score: 7}, step)
	require.Error(t, sonic.UnmarshalString(`[3, 1, 1, [0, 2]]`, &step))
	require.Error(t, sonic.UnmarshalString(`[3, 1, 1, "0", 7]`, &step))
}

func TestMatrixOfAPDAG(t *testing.T) {
	p := golden.PDAG{Directed: []golden.Arc{{2, 0}}, Undirected: []golden.Arc{{0, 1}}}
	require.Equal(t, [][]bool{{false, true, false}, {true, false, false}, {true, false, false}}, p.Matrix(3))
}

func TestClientsAreNumberedBySortedName(t *testing.T) {
	c := golden.Clients{
		Nodes: []string{"b", "c", "a"}, Gold: [][2]string{{"b", "a"}}, Clients: [][][2]string{{{"c", "b"}}},
	}
	require.Equal(t, golden.Matrix(3, []golden.Arc{{1, 0}}), c.GoldMatrix())
	require.Equal(t, golden.Matrix(3, []golden.Arc{{2, 1}}), c.Matrices(1)[0])
}

func TestFloatIsCorrectlyRounded(t *testing.T) {
	require.Equal(t, 1.0/3, golden.Float("1/3"))
	require.Panics(t, func() { golden.Float("a third") })
}
