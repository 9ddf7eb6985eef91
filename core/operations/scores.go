package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/data"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/score"
	"github.com/mcbnc/mcbnc/core/wire"
)

// modelOf is the score that was asked for, on a table.
func modelOf(in *wire.Input, table *data.Dataset) score.Model {
	return in.Score.Discrete(table, score.Parameters{ESS: in.ESS})
}

// opScores computes the score of each node in each graph.
func opScores(ctx context.Context, in *wire.Input, _ *wire.Progress) (*wire.Output, error) {
	model := modelOf(in, in.Tables[0])
	scorers := make([]*score.LocalScorer, in.Workers)
	return eachFamily(ctx, in, func(worker int, g *graph.DAG, y int) float64 {
		if scorers[worker] == nil {
			scorers[worker] = score.NewLocalScorer(model)
		}
		return scorers[worker].Score(int32(y), g.Pa(y).Append(nil))
	})
}

// opLogLikelihood computes, for each node in each graph, the log-likelihood of the second
// dataset. The parameters are estimated on the first one.
func opLogLikelihood(ctx context.Context, in *wire.Input, _ *wire.Progress) (*wire.Output, error) {
	predictor := score.NewPredictor(in.Tables[0], in.Rows[0], in.ESS)
	workspaces := make([]*data.Workspace, in.Workers)
	return eachFamily(ctx, in, func(worker int, g *graph.DAG, y int) float64 {
		if workspaces[worker] == nil {
			workspaces[worker] = data.NewWorkspace(in.Tables[0])
		}
		return predictor.LogLikelihood(g, y, workspaces[worker])
	})
}

// eachFamily evaluates f for each node in each graph. Of a partially directed graph it takes
// any member of the class. The result has the values (graphs, n) and their sums (graphs,).
// The sums are taken in the order of the engine's nodes, so they do not depend on workers.
func eachFamily(ctx context.Context, in *wire.Input, f func(worker int, g *graph.DAG, y int) float64) (*wire.Output, error) {
	members, failure := members(in)
	if failure != nil {
		return nil, failure
	}
	values := make([]float64, len(members)*in.N)
	err := parallel.For(ctx, len(values), in.Workers, func(worker, i int) error {
		k, y := i/in.N, i%in.N
		values[k*in.N+in.Index.Caller(y)] = f(worker, members[k], y)
		return nil
	})
	if err != nil {
		return nil, err
	}
	totals := make([]float64, len(members))
	for k := range totals {
		for y := range in.N {
			totals[k] += values[k*in.N+in.Index.Caller(y)]
		}
	}
	return &wire.Output{Arrays: map[string]wire.Array{
		"value": wire.NewArray(values, len(members), in.N), "total": wire.NewArray(totals, len(members)),
	}}, nil
}
