package metrics

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

func TestDistances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		a, b := oracle.DrawDAG(t, n, "a"), oracle.DrawDAG(t, n, "b")
		moralA, moralB := graphtest.DAG(a).Moralize(), graphtest.DAG(b).Moralize()
		require.Equal(t, [][]bool(oracle.Moral(a)), graphtest.Rows(n, moralA))
		require.Equal(t, oracle.SMHD(a, b), SMHD(n, moralA, moralB))
		pa, pb := oracle.CPDAG(a), oracle.CPDAG(b)
		require.Equal(t, oracle.SHD(pa, pb), SHD(graphtest.PDAG(pa), graphtest.PDAG(pb)))
	})
}

func TestWeightedMorals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		morals := NewWeightedMorals(n)
		g := graphtest.DAG(oracle.DrawDAG(t, n, "g")).Moralize()
		want, total := Sum{}, int64(0)
		for range rapid.IntRange(1, 5).Draw(t, "r") {
			other := graphtest.DAG(oracle.DrawDAG(t, n, "input")).Moralize()
			weight := rapid.Int64Range(0, 1<<40).Draw(t, "weight")
			morals.Add(other, weight)
			want.Add(weight * int64(SMHD(n, g, other)))
			total += weight
		}
		require.Equal(t, want, morals.SMHD(g))
		require.Equal(t, total, morals.Total())
	})
}
