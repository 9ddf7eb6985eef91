package engine

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// With a seed, every step is one of the oracle's best deletions in the state that the steps before
// it lead to. The same seed gives the same run.
func TestSeededTiesAreTies(t *testing.T) {
	t.Parallel()
	for seed := range 300 {
		dags, weights := nasty(oracle.Rand(uint64(seed)))
		kMax := []int{-1, 0, 1, 10}[seed%4]
		opt := consensus.Options{Weights: weights, KMax: kMax, Seed: new(int64(seed))}
		f, got := runOn(t, graphtest.DAGs(dags), 1, opt)
		_, again := runOn(t, graphtest.DAGs(dags), 2, opt)
		state := oracle.CPDAG(graphtest.Matrix(f.Union))
		for k, step := range got.Steps {
			require.Equal(t, flatten(len(dags), step), flatten(len(dags), again.Steps[k]), "seed %d", seed)
			best, _ := oracle.Best(oracle.Candidates(state, dags, weights, kMax, false))
			require.Equal(t, best.Score, step.Score, "seed %d, step %d", seed, k)
			u, v, h := int(step.U), int(step.V), graphtest.Ints(step.H)
			require.True(t, isCandidate(state, kMax, u, v, h), "seed %d, step %d", seed, k)
			state, _ = oracle.Complete(oracle.Delete(state, u, v, h))
			dags = withoutArcs(dags, step)
		}
	}
}

func isCandidate(state oracle.Matrix, kMax, u, v int, h []int) bool {
	for _, op := range oracle.Operators(state, kMax, false) {
		if op.U == u && op.V == v && fmt.Sprint(op.H) == fmt.Sprint(h) {
			return true
		}
	}
	return false
}

func withoutArcs(dags []oracle.Matrix, step consensus.Step) []oracle.Matrix {
	out := append([]oracle.Matrix(nil), dags...)
	for _, e := range step.Cut {
		if e.Arc {
			out[e.Dag] = out[e.Dag].Clone()
			out[e.Dag][e.From][e.To] = false
		}
	}
	return out
}

// Over many seeds every tied deletion of the first step comes up, about equally often: within five
// standard deviations.
func TestSeededTiesAreUniform(t *testing.T) {
	t.Parallel()
	rng := oracle.Rand(3)
	dags := oracle.RandomDAGs(rng, 2, 5, 0.8)
	f, _ := runOn(t, graphtest.DAGs(dags), 1, consensus.Options{KMax: 10})
	candidates := oracle.Candidates(oracle.CPDAG(graphtest.Matrix(f.Union)), dags, nil, 10, false)
	best, tied := oracle.Best(candidates)
	require.Greater(t, tied, 2, "the case must have ties to draw from")

	const draws = 2000
	times := map[string]int{}
	for seed := range draws {
		_, run := runOn(t, graphtest.DAGs(dags), 1, consensus.Options{KMax: 10, Seed: new(int64(seed))})
		first := run.Steps[0]
		require.Equal(t, best.Score, first.Score)
		times[fmt.Sprint(first.U, first.V, first.H)]++
	}
	require.Len(t, times, tied)
	p := 1 / float64(tied)
	for which, count := range times {
		deviation := float64(count) - draws*p
		require.Less(t, deviation*deviation, 25*draws*p*(1-p), "%s came up %d times of %d", which, count, draws)
	}
}
