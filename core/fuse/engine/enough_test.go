package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A run that Enough ends has the first steps of the whole run, and the same state at θ = "auto". It ends there
// too if it goes on from any of its steps.
func TestEnough(t *testing.T) {
	t.Parallel()
	cases, shorter, forced := 1000, 0, 0
	if testing.Short() {
		cases = 200
	}
	for seed := range cases {
		rng := oracle.Rand(uint64(seed))
		matrices, weights := nasty(rng)
		if weights == nil {
			weights = ones(len(matrices))
		}
		opt := consensus.Options{Weights: weights, KMax: 10, Start: equiv.Start(rng.IntN(2))}
		if rng.IntN(3) == 0 {
			opt.Constraints = constraintsOf(anyConstraints(rng, len(matrices[0]), rng.IntN(2) == 0))
		}
		dags := graphtest.DAGs(matrices)
		morals := WeightedMorals(dags, weights)
		f, whole := runOn(t, dags, 1, opt)
		distinct := FindDistinct(dags, weights)
		opt.Weights = distinct.Weights
		from := func(k int) *consensus.Trajectory {
			begun, pruned, err := distinct.Resume(f.Union, opt.Start, arcsAlone(whole.Steps[:k]), opt.Constraints)
			require.NoError(t, err)
			opt := opt
			opt.Enough = Enough(begun, morals)
			got, err := consensus.Continue(context.Background(), begun, local.New(f.Union.N, pruned, distinct.Times, nil), opt)
			require.NoError(t, err)
			require.False(t, got.Interrupted)
			return got
		}
		first := from(0)
		ends := len(first.Steps)
		for k, step := range first.Steps {
			require.Equal(t, [2]int32{whole.Steps[k].U, whole.Steps[k].V}, [2]int32{step.U, step.V}, "seed %d, step %d", seed, k)
		}
		require.Equal(t, SelectTheta(whole, morals), SelectTheta(first, morals), "seed %d", seed)
		if ends > 0 {
			require.Len(t, from(rng.IntN(ends)).Steps, ends, "seed %d", seed)
		}
		if ends < len(whole.Steps) {
			shorter++
		}
		forced += whole.Forced
	}
	require.Greater(t, shorter, cases/4, "few runs end early")
	require.Positive(t, forced)
}

// Enough keeps of a state its distance, and a lower bound of the distances of it and all later states.
func TestEnoughFollowsDistances(t *testing.T) {
	for seed := range 100 {
		rng := oracle.Rand(uint64(seed))
		matrices, _ := nasty(rng)
		dags := graphtest.DAGs(matrices)
		morals := WeightedMorals(dags, ones(len(dags)))
		_, whole := runOn(t, dags, 1, consensus.Options{KMax: 10})
		fusion := whole.Fusion.Moralize()
		e := &enough{inputs: morals, distance: morals.SMHD(fusion), floor: morals.Floor(fusion), highest: -1}
		for k := range whole.Steps {
			e.add(StateOf(whole, k+1).Member(), &whole.Steps[k], false)
			require.Equal(t, morals.SMHD(StateOf(whole, k+1).Member().Moralize()), e.distance, "seed %d, step %d", seed, k)
			for later := k + 1; later <= len(whole.Steps); later++ {
				require.False(t, morals.SMHD(StateOf(whole, later).Member().Moralize()).Less(e.floor), "seed %d, step %d", seed, k)
			}
		}
	}
}
