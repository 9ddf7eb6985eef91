package baselines_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/compare/baselines"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// dsepCase is a list of DAGs, and how to vote on them.
type dsepCase struct {
	dags    []oracle.Matrix
	weights []int64
	kMax    int
	start   equiv.Start
	share   float64
}

// drawDSepCase draws DAGs that have arcs in common. Most shares are ones that a vote can come to.
func drawDSepCase(t *rapid.T) dsepCase {
	n := rapid.IntRange(1, 6).Draw(t, "n")
	c := dsepCase{
		kMax:  rapid.SampledFrom([]int{-1, 0, 1, 10}).Draw(t, "k_max"),
		start: rapid.SampledFrom([]equiv.Start{equiv.Completed, equiv.Directed}).Draw(t, "start"),
	}
	sources, total := []oracle.Matrix{oracle.DrawDAG(t, n, "one"), oracle.DrawDAG(t, n, "other")}, int64(0)
	for range rapid.IntRange(1, 6).Draw(t, "r") {
		g := rapid.SampledFrom(sources).Draw(t, "source").Clone()
		for _, a := range g.Arcs() {
			g[a[0]][a[1]] = rapid.IntRange(0, 3).Draw(t, "gone") > 0
		}
		c.dags = append(c.dags, g)
		c.weights = append(c.weights, rapid.Int64Range(1, 4).Draw(t, "weight"))
		total += c.weights[len(c.weights)-1]
	}
	c.share = float64(rapid.Int64Range(0, total).Draw(t, "votes")) / float64(total)
	if rapid.IntRange(0, 3).Draw(t, "any") == 0 {
		c.share = rapid.Float64Range(0, 1).Draw(t, "share")
	}
	return c
}

// naiveDSepVote enumerates all deletions at every step, and votes on each by d-separation.
func naiveDSepVote(c dsepCase) (state oracle.Matrix, steps []oracle.Operator) {
	total := int64(0)
	for _, w := range c.weights {
		total += w
	}
	_, _, state = oracle.Fuse(c.dags, oracle.Constraints{})
	if c.start == equiv.Completed {
		state = oracle.CPDAG(state)
	}
	for {
		most, best := int64(-1), oracle.Operator{}
		for _, op := range oracle.Operators(state, c.kMax, false) {
			votes := int64(0)
			for i, g := range c.dags {
				if oracle.DSeparated(g, op.U, op.V, op.S) {
					votes += c.weights[i]
				}
			}
			if votes > most {
				most, best = votes, op
			}
		}
		if most < 0 || float64(most)/float64(total) < c.share {
			return state, steps
		}
		steps = append(steps, best)
		state, _ = oracle.Complete(oracle.Delete(state, best.U, best.V, best.H))
	}
}

// The vote deletes what the vote does that follows the definition, to the very share at which it ends.
func TestDSepVoteEqualsItsDefinition(t *testing.T) { rapid.Check(t, checkDSepVote) }

func checkDSepVote(t *rapid.T) {
	c := drawDSepCase(t)
	want, steps := naiveDSepVote(c)
	n, inputs := len(c.dags[0]), graphtest.DAGs(c.dags)
	in := local.New(n, inputs, nil, nil)
	f, err := engine.Fuse(t.Context(), n, in, nil, nil)
	require.NoError(t, err)
	theta := 0.0 // has no part in it
	run, err := consensus.Run(t.Context(), f.Union, in, baselines.DSep(consensus.Options{
		Weights: c.weights, KMax: c.kMax, Start: c.start, Until: &theta,
	}, c.share))
	require.NoError(t, err)
	require.Len(t, run.Steps, len(steps))
	for k, s := range run.Steps {
		require.Equal(t, []any{steps[k].U, steps[k].V, steps[k].H, steps[k].S},
			[]any{int(s.U), int(s.V), graphtest.Ints(s.H), graphtest.Ints(s.S)}, "step %d", k)
		require.Empty(t, s.Cut)
	}
	require.Equal(t, want, oracle.Matrix(graphtest.PDAGMatrix(run.Final.CPDAG())))
}

// The quotients on both sides of the test are rounded once. 1 − 0.9 is less than 1/10 as a float64, so
// a test by θ = 1 − share would keep an edge that nine of ten inputs vote out.
func TestDSepVoteAtTheBoundary(t *testing.T) {
	for r := int64(1); r <= 60; r++ {
		for votes := range r + 1 {
			dags := []oracle.Matrix{oracle.New(2), oracle.FromArcs(2, [][2]int{{0, 1}})}
			c := dsepCase{dags: dags, weights: []int64{votes, r - votes}}
			for _, share := range []struct {
				value   float64
				deletes bool
			}{
				{float64(votes) / float64(r), true}, {float64(2*votes+1) / float64(2*r), false},
			} {
				in := local.New(2, graphtest.DAGs(c.dags), nil, nil)
				f, err := engine.Fuse(t.Context(), 2, in, nil, nil)
				require.NoError(t, err)
				run, err := consensus.Run(t.Context(), f.Union, in,
					baselines.DSep(consensus.Options{Weights: c.weights}, share.value))
				require.NoError(t, err)
				require.Equal(t, share.deletes, len(run.Steps) == 1, "%d of %d, share %v", votes, r, share.value)
			}
		}
	}
}
