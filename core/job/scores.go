package job

import (
	"context"

	"github.com/mcbnc/mcbnc/core/data"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/score"
)

// model is the score that was asked for, on a table.
func (in *Input) model(table *data.Dataset) score.Model {
	return in.Score.Discrete(table, score.Parameters{ESS: in.ESS})
}

// opScores computes the score of each node in each graph.
func opScores(ctx context.Context, in *Input, _ *Progress) (*Output, error) {
	model := in.model(in.Tables[0])
	scorers := make([]*score.LocalScorer, in.Workers)
	return in.eachFamily(ctx, func(worker int, g *graph.DAG, y int) float64 {
		if scorers[worker] == nil {
			scorers[worker] = score.NewLocalScorer(model)
		}
		return scorers[worker].Score(int32(y), g.Pa(y).Append(nil))
	})
}

// opLogLikelihood computes, for each node in each graph, the log-likelihood of the second
// dataset. The parameters are estimated on the first one.
func opLogLikelihood(ctx context.Context, in *Input, _ *Progress) (*Output, error) {
	predictor := score.NewPredictor(in.Tables[0], in.Rows[0], in.ESS)
	workspaces := make([]*data.Workspace, in.Workers)
	return in.eachFamily(ctx, func(worker int, g *graph.DAG, y int) float64 {
		if workspaces[worker] == nil {
			workspaces[worker] = data.NewWorkspace(in.Tables[0])
		}
		return predictor.LogLikelihood(g, y, workspaces[worker])
	})
}

// eachFamily evaluates f for each node in each graph. Of a partially directed graph it takes
// any member of the class. The result has the values (graphs, n) and their sums (graphs,).
// The sums are taken in the order of the engine's nodes, so they do not depend on workers.
func (in *Input) eachFamily(ctx context.Context, f func(worker int, g *graph.DAG, y int) float64) (*Output, error) {
	members, failure := in.members(in.Graphs, "graphs")
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
	return &Output{Arrays: map[string]Array{
		"value": NewArray(values, len(members), in.N), "total": NewArray(totals, len(members)),
	}}, nil
}
