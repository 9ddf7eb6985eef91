package baselines

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Count returns the edge counts of the DAGs themselves (equiv.Directed) or of their CPDAGs
// (equiv.Completed). There must be at least one DAG. Count fails if ctx ends.
func Count(
	ctx context.Context, dags []*graph.DAG, weights []int64, as equiv.Start, workers int,
) (*metrics.EdgeCounts, error) {
	pdags := make([]*graph.PDAG, len(dags))
	err := parallel.For(ctx, len(dags), workers, func(_, i int) error {
		pdags[i] = asPDAG(dags[i], as)
		return nil
	})
	if err != nil {
		return nil, err
	}
	counts := metrics.NewEdgeCounts(dags[0].N)
	for i, p := range pdags {
		counts.Add(p, weights[i])
	}
	return counts, ctx.Err()
}

func asPDAG(g *graph.DAG, as equiv.Start) *graph.PDAG { return equiv.FromDAG(g, as).CPDAG() }
