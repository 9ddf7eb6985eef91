package consensus

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A number of several DAGs may depend on two of them: the bound of a closed edge does.
func TestASiteOfSeveralDAGsSendsNothingUnderMasks(t *testing.T) {
	dags := graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(5), 2, 6, 0.3))
	q := &Question{Kind: Morals}
	site := &Site{Terms: &Terms{N: 6, Weights: ones(1)}, DAGs: dags}
	_, err := site.Answer(t.Context(), q)
	require.ErrorContains(t, err, "one DAG, not 2")
	_, err = site.Unmasked(t.Context(), q)
	require.NoError(t, err)
	site.DAGs = dags[:1]
	told, err := site.Answer(t.Context(), q)
	require.NoError(t, err)
	require.Len(t, told.Numbers(), pairs(6))
}

// Sums of the largest terms that there are have bits enough, and of larger ones no number is made.
func TestBoundsOfTheLargestTerms(t *testing.T) {
	for _, terms := range []*Terms{
		{N: 1 << 16, Weights: ones(1), Held: []int64{1 << 30}},
		{N: 1 << 10, Weights: []int64{1 << 51, 1 << 51}},
		{N: 1 << 6, Weights: []int64{1 << 24, 1 << 24}, Unlike: true},
	} {
		for _, kind := range []Kind{Sees, Costs, IMaps, Cuts, Morals, Distances, Arrows, Joins, Shares, Directions, Explained} {
			bound := terms.bound(kind)
			if kind == Distances && !terms.Unlike {
				continue // which is not asked
			}
			require.Positive(t, bound.Greatest)
			require.LessOrEqual(t, bound.Greatest, int64(1<<62)/bound.Units, "%s of %d nodes", kind, terms.N)
		}
	}
	site := &Site{Terms: &Terms{N: 6, Weights: []int64{1 << 61, 1 << 61}}, DAGs: graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(5), 1, 6, 0.3))}
	_, err := site.Answer(t.Context(), &Question{Kind: Cuts})
	require.ErrorContains(t, err, "more than 62 bits")
}
