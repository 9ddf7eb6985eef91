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

// Extension is the DAG that stands for a class: the extension of its CPDAG that the votes prefer,
// among those that keep the constraints' directions. A state of a run with these constraints has
// one.
func Extension(c *equiv.Class, constraints *graph.Constraints, votes equiv.Votes) (*graph.DAG, error) {
	return equiv.Preferred(c.CPDAG(), constraints.Directions(), votes)
}

// Prune returns the DAGs as the cuts of the steps left them. It does not change dags.
func Prune(dags []*graph.DAG, steps []consensus.Step) []*graph.DAG {
	pruned := make([]*graph.DAG, len(dags))
	for i, g := range dags {
		pruned[i] = g.Clone()
	}
	for k := range steps {
		for _, e := range steps[k].Cut {
			if e.Arc {
				pruned[e.Dag].Remove(int(e.From), int(e.To))
			}
		}
	}
	return pruned
}

// Refusion is the fusion, with a fresh order, of the inputs as the steps left them: the
// output that the paper's figures show. DAG i counts times[i] times in the order, or once if
// times is nil. The DAGs are not changed.
func Refusion(
	ctx context.Context, dags []*graph.DAG, times []int64, steps []consensus.Step, team *parallel.Team,
) (*graph.DAG, error) {
	n, pruned := dags[0].N, Prune(dags, steps)
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
