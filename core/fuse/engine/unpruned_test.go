package engine

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A run that prunes nothing takes the steps of the run that enumerates every deletion, with any
// other options. Its inputs are what they were.
func TestUnprunedRunEqualsNaiveRun(t *testing.T) {
	t.Parallel()
	cases := 1000
	if testing.Short() {
		cases = 100
	}
	differ := 0
	for seed := range cases {
		dags, naive, opt := cappedCase(seed)
		if seed%4 == 1 {
			naive.Cap, opt.Cap = 0, 0
		}
		naive.Unpruned, opt.Unpruned = true, true
		want := oracle.Run(dags, naive)
		inputs := graphtest.DAGs(dags)
		if naive.Canonical {
			inputs = Canonicalize(inputs)
		}
		_, got := runOn(t, inputs, []int{1, 2, 7}[seed%3], opt)
		requireSteps(t, flattenNaive(want), flattenAll(len(dags), got.Steps), "seed %d", seed)
		require.Equal(t, want.Forced, got.Forced, "seed %d", seed)
		checkStates(t, seed, dags, want, got, inputs, opt.Constraints)
		for k, g := range Prune(inputs, Removals(got.Steps)) {
			require.True(t, g.Equal(inputs[k]))
		}
		opt.Unpruned = false
		if _, pruned := runOn(t, inputs, 1, opt); !assert.ObjectsAreEqual(Deletions(got.Steps), Deletions(pruned.Steps)) {
			differ++
		}
	}
	require.Greater(t, differ, cases/20, "pruning must matter in many cases")
}

// What is kept from step to step stands here too. A run that begins at any state of another one goes
// on as the other did. Neither steps nor counts depend on the order of the DAGs, nor the steps on the
// workers. The graphs are too large for the oracle.
func TestUnprunedRunsBegunAnewGoOnTheSame(t *testing.T) {
	t.Parallel()
	cases := 120
	if testing.Short() {
		cases = 12
	}
	for seed := range cases {
		rng := oracle.Rand(uint64(seed))
		n, r := 10+rng.IntN(60), 2+rng.IntN(8)
		dags := oracle.RandomDAGs(rng, r, n, 2.5/float64(n))
		opt := consensus.Options{Cap: seed % 3, KMax: 10, Unpruned: true}
		f, run := runOn(t, graphtest.DAGs(dags), 1, opt)
		opt.ShareFrom = 1
		rng.Shuffle(r, func(i, j int) { dags[i], dags[j] = dags[j], dags[i] })
		for _, workers := range []int{2, 7} {
			_, other := runOn(t, graphtest.DAGs(dags), workers, opt)
			requireSameChoices(t, run, other, "seed %d, %d workers", seed, workers)
		}
		for range 3 {
			k := rng.IntN(len(run.Steps) + 1)
			state := NewReplay(f.Union, opt.Start, Deletions(run.Steps)).mustAdvance(k)
			rest, err := consensus.Run(t.Context(), state.Member(), local.New(n, graphtest.DAGs(dags), nil, nil), opt)
			require.NoError(t, err)
			require.True(t, sameSteps(run.Steps[k:], rest.Steps, r), "seed %d, from step %d", seed, k)
		}
	}
}
