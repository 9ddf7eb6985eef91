package engine

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Extension is the DAG that stands for a class: the extension of its CPDAG that goes with the votes,
// among those that keep the constraints' directions. A state of a run with these constraints has
// one.
func Extension(c *equiv.Class, constraints *graph.Constraints, votes equiv.Votes) (*graph.DAG, error) {
	return equiv.Preferred(c.CPDAG(), constraints.Directions(), votes)
}

// Votes counts, for an arc, the weight of the DAGs that have it.
func Votes(dags []*graph.DAG, weights []int64) equiv.Votes {
	return func(x, y int) (weight int64) {
		for i, g := range dags {
			if g.Has(x, y) {
				weight += weights[i]
			}
		}
		return weight
	}
}

// Removal is all that the inputs have removed in one step.
type Removal []consensus.CutEdge

// Prune returns the DAGs as the removals left them. It does not change dags.
func Prune(dags []*graph.DAG, removals []Removal) []*graph.DAG {
	pruned := make([]*graph.DAG, len(dags))
	for i, g := range dags {
		pruned[i] = g.Clone()
	}
	for _, removal := range removals {
		for _, e := range removal {
			if e.Arc {
				pruned[e.Dag].Remove(int(e.From), int(e.To))
			}
		}
	}
	return pruned
}

// Refusion is the fusion, with a fresh order, of the inputs as the removals left them: the
// output that the paper's figures show. DAG i counts times[i] times in the order, or once if
// times is nil. The DAGs are not changed.
func Refusion(
	ctx context.Context, dags []*graph.DAG, times []int64, removals []Removal, team *parallel.Team,
) (*graph.DAG, error) {
	n, pruned := dags[0].N, Prune(dags, removals)
	if times == nil {
		times = slices.Repeat([]int64{1}, len(dags))
	}
	distinct := FindDistinct(pruned, times) // its Weights are sums of times
	f, err := Fuse(ctx, n, local.New(n, distinct.DAGs, distinct.Weights, team), nil, nil)
	if err != nil {
		return nil, err
	}
	return f.Union, nil
}

// Removals lists the removals of a run's steps.
func Removals(steps []consensus.Step) []Removal {
	out := make([]Removal, len(steps))
	for k := range steps {
		out[k] = steps[k].Cut
	}
	return out
}
