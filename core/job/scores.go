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

// opScores is each node's score in each graph.
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

// opLogLikelihood is how well each graph foretells each node in the second dataset, after
// the first one.
func opLogLikelihood(ctx context.Context, in *Input, _ *Progress) (*Output, error) {
	predictor := score.NewPredictor(in.Tables[0], in.Rows[0], in.ESS)
	spaces := make([]*data.Workspace, in.Workers)
	return in.eachFamily(ctx, func(worker int, g *graph.DAG, y int) float64 {
		if spaces[worker] == nil {
			spaces[worker] = data.NewWorkspace(in.Tables[0])
		}
		return predictor.LogLikelihood(g, y, spaces[worker])
	})
}

// eachFamily is what f makes of each node in each graph, any member of its class: one by
// one (graphs, n), and added up (graphs,), always in the same order.
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
