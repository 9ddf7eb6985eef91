package consensus

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
)

// On every golden case the result is that of a run, for all k and for open and closed edges.
func TestGoldenCases(t *testing.T) {
	golden.Each(t, func(t *testing.T, c golden.Case) {
		dags := graphtest.DAGs(c.Matrices())
		for _, terms := range []Terms{
			{Draft: 1}, {Draft: 3, Counts: true, Run: consensus.Options{Start: equiv.Directed}}, {OpenAbove: 2, Auto: true},
		} {
			terms.N, terms.Weights, terms.Run.KMax = c.N, c.Weights, c.Cap()
			if terms.Weights == nil {
				terms.Weights = ones(c.R)
			}
			s := newSites(&terms, dags)
			got, err := Coordinate(t.Context(), &terms, s.ask)
			require.NoError(t, err)
			require.Equal(t, plain(pooled(t, &terms, dags)), plain(got))
			require.Equal(t, c.Order, graphtest.Ints(got.Order))
			require.Equal(t, golden.Matrix(c.N, c.Union), graphtest.Matrix(got.Trajectory.Fusion))
		}
	})
}

// On the clients of real networks too. WIN95PTS has edges with many deletions. Some of them are opened.
func TestRealRuns(t *testing.T) {
	prefixes := []string{"asia", "alarm", "insurance"}
	if !testing.Short() {
		prefixes = append(prefixes, "hepar2", "win95pts_r5_cpdag", "win95pts_r5_knone")
	}
	for _, prefix := range prefixes {
		for _, c := range golden.RealRuns(t, prefix) {
			t.Run(c.ID, func(t *testing.T) { checkRealRun(t, c) })
		}
	}
}

func checkRealRun(t *testing.T, c golden.RealRun) {
	terms := &Terms{
		N: len(c.Names), Weights: c.Options.Weights, Run: consensus.Options{KMax: c.Options.Cap()}, Canonical: c.Options.Canonical,
	}
	if terms.Weights == nil {
		terms.Weights = ones(c.R)
	}
	if c.Options.Start == "dag" {
		terms.Run.Start = equiv.Directed
	}
	s := newSites(terms, graphtest.DAGs(golden.LoadClients(t, c.Clients).Matrices(c.R)))
	got, err := Coordinate(t.Context(), terms, s.ask)
	require.NoError(t, err)
	require.Equal(t, c.Order, graphtest.Ints(got.Order))
	require.Equal(t, golden.Matrix(terms.N, c.Union), graphtest.Matrix(got.Trajectory.Fusion))
	require.Len(t, got.Trajectory.Steps, len(c.Steps))
	for k, step := range got.Trajectory.Steps {
		require.Equal(t, c.Steps[k], golden.RealStep{
			U: int(step.U), V: int(step.V), Undirected: step.Undirected, H: graphtest.Ints(step.H), Score: step.Score,
		}, "step %d", k)
	}
}

// What a whole trajectory of ten clients costs. With k = 1 all numbers are those of the states of
// the run. With larger k there are fewer rounds.
func TestRoundsAndNumbers(t *testing.T) {
	for _, c := range []struct {
		network              string
		draft, order, rounds int // of the order, and of the deletions
		costs, cuts          int // numbers that each site sends
	}{
		{"asia", 1, 7, 12, 35, 105}, {"asia", 16, 4, 4, 46, 154},
		{"child", 1, 19, 22, 209, 262}, {"child", 16, 10, 4, 615, 437},
		{"alarm", 1, 36, 73, 702, 3972}, {"alarm", 16, 14, 11, 2458, 9603}, {"alarm", 64, 14, 9, 3115, 16881},
		{"hepar2", 1, 69, 216, 2484, 26818}, {"hepar2", 16, 18, 43, 5039, 87496},
	} {
		if testing.Short() && c.network == "hepar2" {
			continue
		}
		dags := graphtest.DAGs(golden.LoadClients(t, c.network+".json").Matrices(10))
		n := dags[0].N
		terms := &Terms{N: n, Weights: ones(10), Run: consensus.Options{KMax: 10}, Draft: c.draft}
		s := newSites(terms, dags)
		got, err := Coordinate(t.Context(), terms, s.ask)
		require.NoError(t, err)
		require.Equal(t, map[Kind]int{Costs: c.order, IMaps: 1, Cuts: c.rounds}, s.counts, "%s, k = %d", c.network, c.draft)
		require.Equal(t, map[Kind]int{Costs: c.costs, IMaps: pairs(n), Cuts: c.cuts}, s.sent, "%s, k = %d", c.network, c.draft)
		require.Equal(t, []int64{int64(c.order + 1 + c.rounds), int64(c.costs + pairs(n) + c.cuts)}, []int64{int64(got.Rounds), got.Numbers})
	}
}
