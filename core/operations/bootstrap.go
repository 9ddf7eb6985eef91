package operations

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/data"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/ges"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/resample"
	"github.com/mcbnc/mcbnc/core/score"
	"github.com/mcbnc/mcbnc/core/wire"
)

// rows are data that rows can be drawn from.
type rows interface {
	// Repeated is the model of the rows, each as often as times says.
	Repeated(ctx context.Context, times []int32, workers int) (score.Model, error)
}

// rowsOf are the rows of the only dataset, in an order that does not depend on the caller's.
func rowsOf(ctx context.Context, in *wire.Input) (rows, error) {
	if in.Score.Continuous != nil {
		values, err := in.Values[0].Sorted(ctx)
		return continuousRows{in, values}, err
	}
	table, err := in.Tables[0].Sorted(ctx)
	return discreteRows{in, table}, err
}

// discreteRows are the rows of a table. A resample is a table of its own, in which a row occurs as often as
// it was drawn. Counting its bit masks is 4 to 27 times as fast as adding up weights of distinct rows, for
// groups by at most two variables.
type discreteRows struct {
	in    *wire.Input
	table *data.Dataset
}

func (d discreteRows) Repeated(ctx context.Context, times []int32, _ int) (score.Model, error) {
	table, err := d.table.Repeated(ctx, times)
	if err != nil {
		return nil, err
	}
	table.Index(ctx)
	return d.in.Score.Discrete(table, d.in.Parameters), nil
}

// continuousRows are the rows of a table of real values.
type continuousRows struct {
	in     *wire.Input
	values *data.Continuous
}

func (c continuousRows) Repeated(ctx context.Context, times []int32, workers int) (score.Model, error) {
	values, err := c.values.Repeated(ctx, times)
	if err != nil {
		return nil, err
	}
	return continuousModel(ctx, c.in, values, workers)
}

// opBootstrap learns a structure from each resample of the rows, and counts what the structures
// agree on. After a time limit or a cancellation, the result is that of the resamples before the
// first one that is not done. So it is the answer to a request for fewer resamples.
func opBootstrap(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	ctx, stop := p.Limited(ctx, in.TimeLimit)
	defer stop()
	p.Enter(call.Learning)
	p.Begin(in.Resamples)
	dags := make([]*graph.DAG, in.Resamples)
	each := max(1, in.Workers/in.Resamples) // workers of one resample
	from, err := rowsOf(ctx, in)
	if err == nil {
		err = parallel.For(ctx, in.Resamples, in.Workers, func(_, k int) (err error) {
			if dags[k], err = learnResample(ctx, in, from, in.First+k, each); err == nil {
				p.Finished()
			}
			return err
		})
	}
	out := &call.Output{ScoreTitle: in.Score.Title}
	if err != nil {
		if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
			return nil, err
		}
		out.Status = context.Cause(ctx).Error()
		if k := slices.Index(dags, nil); k >= 0 {
			dags = dags[:k]
		}
	}
	p.Enter(call.Finishing)
	as := equiv.Completed
	if in.OwnArcs {
		as = equiv.Directed
	}
	out.Arrays = in.Index.EdgeCounts(in.N, dags, as)
	return out, nil
}

// learnResample learns a structure from resample k.
func learnResample(ctx context.Context, in *wire.Input, from rows, k, workers int) (*graph.DAG, error) {
	times := resample.Draw(uint64(*in.Seed), k, in.Rows[0])
	model, err := from.Repeated(ctx, times, workers)
	var failure *call.Error
	switch {
	case errors.As(err, &failure):
		failure.Message = fmt.Sprintf("in resample %d, %s", k, failure.Message)
		return nil, failure.InGraph("values", 0)
	case err != nil:
		return nil, err
	}
	out, err := search(ctx, in, model, nil, workers)
	var dense *ges.TooDenseError
	switch {
	case errors.As(err, &dense):
		return nil, tooDense(in, dense, fmt.Sprint("resample ", k))
	case err != nil:
		return nil, err
	case out.stopped:
		return nil, ctx.Err()
	}
	return out.dag, nil
}
