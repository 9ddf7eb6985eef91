package engine

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/metrics"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/treewidth"
)

// Profile is what a state along a run amounts to.
type Profile struct {
	Edges     int
	SMHD      float64 // mean to the inputs, weighted
	Treewidth int     // of the min-fill triangulation of the moral graph
}

// profiled is how many states are held at once.
const profiled = 64

// Profiles describes the states after the given numbers of steps, which must not
// decrease.
func Profiles(
	ctx context.Context, walk *Replay, prefixes []int, inputs *metrics.WeightedMorals, team *parallel.Team,
) ([]Profile, error) {
	out := make([]Profile, len(prefixes))
	n := walk.class.N
	for from := 0; from < len(out); from += profiled {
		part := out[from:min(from+profiled, len(out))]
		morals := make([]bitset.Matrix, len(part))
		for k := range part {
			class, err := walk.Advance(prefixes[from+k])
			if err != nil {
				return nil, err
			}
			part[k].Edges = class.Edges()
			morals[k] = class.Member().Moralize()
		}
		team.Do(len(part), n*n*10, func(_, k int) {
			part[k].SMHD = inputs.SMHD(morals[k]).Over(inputs.Total())
			part[k].Treewidth = treewidth.Triangulate(n, morals[k], treewidth.MinFill).Width
		})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// WeightedMorals is what SMHD to the inputs is measured against.
func WeightedMorals(dags []*graph.DAG, weights []int64) *metrics.WeightedMorals {
	c := metrics.NewWeightedMorals(dags[0].N)
	for i, g := range dags {
		c.Add(g.Moralize(), weights[i])
	}
	return c
}

// SelectTheta is the θ on the trajectory whose G*(θ) has the least summed SMHD to
// the inputs, and the number of steps it takes; ties go to the fewest edges. θ = 0
// stands for the state before the first breakpoint, in which nothing is gone but what
// had to go.
func SelectTheta(t *consensus.Trajectory, inputs *metrics.WeightedMorals) consensus.Breakpoint {
	walk := NewReplay(t.Fusion, t.Start, Deletions(t.Steps))
	var best consensus.Breakpoint
	var least metrics.Sum
	for k, b := range append([]consensus.Breakpoint{{Steps: t.Forced}}, t.Breakpoints()...) {
		d := inputs.SMHD(walk.mustAdvance(b.Steps).Member().Moralize())
		if k == 0 || !least.Less(d) || b.Theta == 0 {
			best, least = b, d
		}
	}
	return best
}

// StateOf is the class after k steps of a run.
func StateOf(t *consensus.Trajectory, k int) *equiv.Class {
	if k == len(t.Steps) {
		return t.Final
	}
	return NewReplay(t.Fusion, t.Start, Deletions(t.Steps)).mustAdvance(k)
}
