package operations

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/data"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/score"
	"github.com/mcbnc/mcbnc/core/wire"
)

// modelOf is the score that was asked for, on dataset k.
func modelOf(ctx context.Context, in *wire.Input, k, workers int) (score.Model, error) {
	if in.Score.Continuous == nil {
		return in.Score.Discrete(in.Tables[k], in.Parameters), nil
	}
	model, err := continuousModel(ctx, in, in.Values[k], workers)
	var failure *call.Error
	if errors.As(err, &failure) {
		return nil, failure.InGraph("values", in.First+k)
	}
	return model, err
}

// continuousModel is the score that was asked for, on real-valued data.
func continuousModel(ctx context.Context, in *wire.Input, values *data.Continuous, workers int) (score.Model, error) {
	team := parallel.NewTeam(workers)
	defer team.Close()
	scatter, err := data.NewScatter(ctx, values, team)
	if err != nil {
		return nil, err
	}
	model, err := in.Score.Continuous(scatter, in.Parameters)
	var singular *score.SingularError
	if errors.As(err, &singular) {
		return nil, singularError(in, values.Rows, singular)
	}
	if err != nil {
		return nil, call.AsError(err)
	}
	return model, nil
}

// singularError names the columns of which one is a linear function of the others.
func singularError(in *wire.Input, rows int, e *score.SingularError) *call.Error {
	const instead = "or use the score \"bge\", which its prior defines all the same"
	if e.Column < 0 {
		return call.Errorf(call.InvalidInput, "%d rows are too few for %d columns: a likelihood has a maximum only if there are "+
			"more rows than columns; leave out columns, %s", rows, in.N, instead)
	}
	columns := []int{in.Index.Caller(e.Column)}
	for _, other := range e.Others {
		columns = append(columns, in.Index.Caller(other))
	}
	what := "does not vary"
	if len(e.Others) > 0 {
		what = "is a linear function of " + in.List(columns[1:])
	}
	return call.Errorf(call.InvalidInput, "%s %s; leave out columns, %s", in.Name(columns[0]), what, instead).At(columns...)
}

// opScores computes the score of each node in each graph.
func opScores(ctx context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	model, err := modelOf(ctx, in, 0, in.Workers)
	if err != nil {
		return nil, err
	}
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
func opLogLikelihood(ctx context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	predictor := score.NewPredictor(in.Tables[0], in.Rows[0], in.Parameters.ESS)
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
func eachFamily(ctx context.Context, in *wire.Input, f func(worker int, g *graph.DAG, y int) float64) (*call.Output, error) {
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
	return &call.Output{Arrays: map[string]call.Array{
		"value": call.NewArray(values, len(members), in.N), "total": call.NewArray(totals, len(members)),
	}}, nil
}

// members has a DAG of the class of each of "graphs".
func members(in *wire.Input) ([]*graph.DAG, error) {
	out := make([]*graph.DAG, len(in.Graphs))
	for k, p := range in.Graphs {
		g, failure := in.Member(p)
		if failure != nil {
			return nil, failure.InGraph("graphs", k)
		}
		out[k] = g
	}
	return out, nil
}
