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

// opScores is each node's score in each graph.
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

// opLogLikelihood is how well each graph predicts each node in the second dataset, with
// parameters estimated on the first.
func opLogLikelihood(ctx context.Context, in *wire.Input, _ *wire.Progress) (*wire.Output, error) {
	predictor := score.NewPredictor(in.Tables[0], in.Rows[0], in.ESS)
	spaces := make([]*data.Workspace, in.Workers)
	return eachFamily(ctx, in, func(worker int, g *graph.DAG, y int) float64 {
		if spaces[worker] == nil {
			spaces[worker] = data.NewWorkspace(in.Tables[0])
		}
		return predictor.LogLikelihood(g, y, spaces[worker])
	})
}

// eachFamily has the values of f for each node in a member of each graph's class: one by one
// (graphs, n), and summed (graphs,) in the order of the nodes.
func eachFamily(ctx context.Context, in *wire.Input, f func(worker int, g *graph.DAG, y int) float64) (*wire.Output, error) {
	members, failure := members(in, in.Graphs, "graphs")
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
