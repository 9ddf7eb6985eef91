package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/synthetic"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

// At θ = 0.5 the consensus of many disturbed copies of a graph is that graph (MCBNC, Appendix B).
func TestSyntheticRecovery(t *testing.T) {
	t.Parallel()
	for _, n := range []int{30, 50} {
		for _, r := range []int{10, 30} {
			for seed := range uint64(3) {
				gold, dags := synthetic.Inputs(synthetic.Attempted, seed, n, r)
				theta := 0.5
				_, run := runOn(t, dags, 2, consensus.Options{KMax: 10, Until: &theta})
				distance := metrics.SMHD(n, gold.Moralize(), run.Final.Member().Moralize())
				require.Zero(t, distance, "n = %d, r = %d, seed %d", n, r, seed)
			}
		}
	}
}
