package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() { call.Register("scores", scoresMemory, scores) }

type scoresRequest struct {
	call.Common
	call.Parallel
	Dataset Dataset
	Graphs  call.CountedGraphs
}

func scoresMemory(q *scoresRequest, s *call.Size) float64 {
	return q.Dataset.models(s) + q.Dataset.counted()
}

// scores computes the score of each node in each graph.
func scores(ctx context.Context, q *scoresRequest, _ *call.Progress) (*call.Output, error) {
	model, err := q.Dataset.model(ctx, &q.Nodes, 0, 0, q.Workers)
	if err != nil {
		return nil, err
	}
	scorers := make([]*score.LocalScorer, q.Workers)
	return eachFamily(ctx, &q.Common, q.Workers, q.Graphs.Members, func(worker int, g *graph.DAG, y int) float64 {
		if scorers[worker] == nil {
			scorers[worker] = score.NewLocalScorer(model)
		}
		return scorers[worker].Score(int32(y), g.Pa(y).Append(nil))
	})
}

// eachFamily evaluates f for each node in each of the graphs. The result has the values (graphs, n) and their
// sums (graphs,). The sums are taken in the order of the engine's nodes, so they do not depend on workers.
func eachFamily(
	ctx context.Context, c *call.Common, workers int, graphs []*graph.DAG, f func(worker int, g *graph.DAG, y int) float64,
) (*call.Output, error) {
	values := make([]float64, len(graphs)*c.N)
	err := parallel.For(ctx, len(values), workers, func(worker, i int) error {
		k, y := i/c.N, i%c.N
		values[k*c.N+c.Index.Caller(y)] = f(worker, graphs[k], y)
		return nil
	})
	if err != nil {
		return nil, err
	}
	totals := make([]float64, len(graphs))
	for k := range totals {
		for y := range c.N {
			totals[k] += values[k*c.N+c.Index.Caller(y)]
		}
	}
	return &call.Output{Arrays: call.Arrays{
		"value": call.NewArray(values, len(graphs), c.N), "total": call.NewArray(totals, len(graphs)),
	}}, nil
}
