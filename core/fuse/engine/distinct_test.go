package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A run on the distinct DAGs, each counted as often as it is in the list, is the run on all DAGs.
func TestDistinct(t *testing.T) {
	t.Parallel()
	for seed := range 300 {
		rng := oracle.Rand(uint64(seed))
		few, _ := nasty(rng)
		var dags []oracle.Matrix
		var weights []int64
		for range 1 + rng.IntN(12) {
			dags = append(dags, few[rng.IntN(len(few))])
			weights = append(weights, int64(1+rng.IntN(3)))
		}
		f, want := runOn(t, graphtest.DAGs(dags), 1, consensus.Options{Weights: weights, KMax: 10})

		d := FindDistinct(graphtest.DAGs(dags), weights)
		require.LessOrEqual(t, len(d.DAGs), len(few))
		n := len(dags[0])
		in := local.New(n, d.DAGs, d.Times, nil)
		once, err := FuseKept(context.Background(), n, in, nil)
		require.NoError(t, err)
		require.Equal(t, f.Order, once.Order)
		require.True(t, f.Union.Equal(once.Union))
		for i, g := range d.SpreadDAGs(once.IMaps) {
			require.True(t, f.IMaps[i].Equal(g))
		}
		got, err := consensus.Run(context.Background(), once.Union, in, consensus.Options{Weights: d.Weights, KMax: 10})
		require.NoError(t, err)
		d.Spread(got.Steps)
		requireSteps(t, flattenAll(len(dags), want.Steps), flattenAll(len(dags), got.Steps), "seed %d", seed)
	}
}
