package engine

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// A run that goes on from any of its prefixes takes the steps of the undisturbed run.
func TestRunGoesOnFromEveryPrefix(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(t, "seed"))
		matrices, weights := nasty(rng)
		opt := consensus.Options{
			Weights: weights, ShareFrom: 1,
			KMax: rapid.SampledFrom([]int{-1, 0, 1, 2, 10}).Draw(t, "k_max"),
			Cap:  rapid.SampledFrom([]int{0, 0, 1, 2}).Draw(t, "cap"),
		}
		if rapid.Bool().Draw(t, "start=dag") {
			opt.Start = equiv.Directed
		}
		if rapid.Bool().Draw(t, "constrained") {
			opt.Constraints = constraintsOf(anyConstraints(rng, len(matrices[0]), rapid.Bool().Draw(t, "directed")))
		}
		dags := graphtest.DAGs(matrices)
		if rapid.Bool().Draw(t, "canonical") {
			dags = Canonicalize(dags)
		}
		checkPrefixes(t, dags, opt)
	})
}

func checkPrefixes(t *rapid.T, dags []*graph.DAG, opt consensus.Options) {
	n, r := dags[0].N, len(dags)
	team := parallel.NewTeam(rapid.IntRange(1, 3).Draw(t, "workers"))
	defer team.Close()
	opt.Team = team
	ones := opt.Weights
	if ones == nil {
		ones = slices.Repeat([]int64{1}, r)
	}
	distinct := FindDistinct(dags, ones)
	opt.Weights = distinct.Weights
	in := local.New(n, distinct.DAGs, distinct.Times, team)
	f, err := Fuse(t.Context(), n, in, nil, opt.Constraints)
	require.NoError(t, err)
	whole, err := consensus.Run(t.Context(), f.Union, in, opt)
	require.NoError(t, err)
	distinct.Spread(whole.Steps)
	want := flattenAll(r, whole.Steps)
	for k := range len(whole.Steps) + 1 {
		resumed, pruned, err := distinct.Resume(f.Union, opt.Start, arcsAlone(whole.Steps[:k]), opt.Constraints)
		require.NoError(t, err)
		got, err := consensus.Continue(t.Context(), resumed, local.New(n, pruned, distinct.Times, team), opt)
		require.NoError(t, err)
		require.False(t, got.Interrupted)
		require.Equal(t, whole.Forced, got.Forced, "from step %d", k)
		require.Equal(t, whole.Final.CPDAG(), got.Final.CPDAG(), "from step %d", k)
		require.Equal(t, whole.Final.Member(), got.Final.Member(), "from step %d", k)
		distinct.Spread(got.Steps)
		require.Equal(t, want[k:], flattenAll(r, got.Steps)[k:], "from step %d", k)
		require.Equal(t, flattenAll(r, arcsAlone(whole.Steps[:k])), flattenAll(r, got.Steps[:k]))
	}
}

// arcsAlone are the steps as a result has them: of each cut, the arcs.
func arcsAlone(steps []consensus.Step) []consensus.Step {
	out := slices.Clone(steps)
	for k := range out {
		out[k].Cut = slices.DeleteFunc(slices.Clone(out[k].Cut), func(e consensus.CutEdge) bool { return !e.Arc })
	}
	return out
}

// A run that pauses has taken one step at least, and its steps are those of the undisturbed run.
func TestRunPausesBetweenSteps(t *testing.T) {
	t.Parallel()
	dags := graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(5), 4, 7, 0.6))
	_, whole := runOn(t, dags, 1, consensus.Options{KMax: 10})
	asked := 0
	_, paused := runOn(t, dags, 1, consensus.Options{KMax: 10, Pause: func() bool { asked++; return asked == 3 }})
	require.True(t, paused.Interrupted)
	require.Len(t, paused.Steps, 3)
	requireSteps(t, flattenAll(4, whole.Steps[:3]), flattenAll(4, paused.Steps), "paused")
	require.Equal(t, StateOf(whole, 3).CPDAG(), paused.Final.CPDAG())
}

// Steps that cannot be are errors, and so is a run with a seed.
func TestResumeRefuses(t *testing.T) {
	t.Parallel()
	dags := graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(5), 4, 7, 0.6))
	f, whole := runOn(t, dags, 1, consensus.Options{KMax: 10})
	distinct := FindDistinct(dags, []int64{1, 1, 1, 1})
	steps := arcsAlone(whole.Steps)

	_, _, err := distinct.Resume(f.Union, equiv.Completed, slices.Concat(steps[:2], steps[:1]), nil)
	require.ErrorContains(t, err, "step 2")
	bad := slices.Clone(steps)
	bad[1].Cut = []consensus.CutEdge{{Dag: 0, From: 3, To: 3, Arc: true}}
	_, _, err = distinct.Resume(f.Union, equiv.Completed, bad, nil)
	require.EqualError(t, err, "step 1 removes an arc that DAG 0 does not have")
	resumed, pruned, err := distinct.Resume(f.Union, equiv.Completed, steps[:2], nil)
	require.NoError(t, err)
	_, err = consensus.Continue(t.Context(), resumed, local.New(7, pruned, nil, nil), consensus.Options{Seed: new(int64(1))})
	require.ErrorContains(t, err, "draws ties")
}
