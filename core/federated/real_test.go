package federated

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/internal/golden"
	"github.com/mcbnc/mcbnc/core/internal/graphtest"
)

// On every golden case the result is that of a run, for all k and for open and closed menus.
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

// On the clients of real networks too. WIN95PTS takes minutes: see TestLargeMenus for one of it.
func TestRealRuns(t *testing.T) {
	prefixes := []string{"asia", "alarm", "insurance"}
	if !testing.Short() {
		prefixes = append(prefixes, "hepar2")
	}
	for _, prefix := range prefixes {
		for _, c := range golden.RealRuns(t, prefix) {
			t.Run(c.ID, func(t *testing.T) {
				checkRealRun(t, c)
			})
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
	dags := graphtest.DAGs(golden.LoadClients(t, c.Clients).Matrices(c.R))
	s := newSites(terms, dags)
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
	t.Log(s.counts, s.sent)
}
