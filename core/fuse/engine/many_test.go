package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// With so many DAGs that they are lanes and few are asked at a time, the run is the oracle's run: with equal DAGs among
// them, with weights, some of them 0, with one worker and with two. In another order of the DAGs it chooses the same.
func TestVeryManyDAGsEqualNaiveRun(t *testing.T) {
	t.Parallel()
	seeds := 6
	if testing.Short() {
		seeds = 2
	}
	for seed := range seeds {
		rng := oracle.Rand(uint64(seed))
		r, n := 2048+rng.IntN(200), 4+seed%2
		dags := oracle.RandomDAGs(rng, r, n, []float64{0.3, 0.6}[seed%2])
		copy(dags[r-30:], dags[:30])
		var weights []int64
		if seed%3 > 0 {
			for range r {
				weights = append(weights, int64(rng.IntN(4)))
			}
		}
		want := oracle.Run(dags, oracle.Options{Weights: weights, KMax: 10})
		opt := consensus.Options{Weights: weights, KMax: 10}
		_, first := runOn(t, graphtest.DAGs(dags), 1, opt)
		_, second := runOn(t, graphtest.DAGs(dags), 2, opt)
		requireSteps(t, flattenNaive(want), flattenAll(r, first.Steps), "seed %d", seed)
		requireSteps(t, flattenNaive(want), flattenAll(r, second.Steps), "seed %d, two workers", seed)
		require.Equal(t, first.Counts, second.Counts, "seed %d", seed)

		rng.Shuffle(r, func(i, j int) {
			dags[i], dags[j] = dags[j], dags[i]
			if weights != nil {
				weights[i], weights[j] = weights[j], weights[i]
			}
		})
		_, turned := runOn(t, graphtest.DAGs(dags), 1, opt)
		requireSameChoices(t, first, turned, "seed %d", seed)
	}
}
