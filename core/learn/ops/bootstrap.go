package ops

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/resample"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/learn/table"
	"github.com/mcbnc/mcbnc/core/run/garbage"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() { call.Register("bootstrap", bootstrap) }

type bootstrapRequest struct {
	call.Common
	call.Parallel
	call.Timed
	Search
	Dataset Dataset
	Runs    int    `json:"runs" range:"1..1048576"`
	First   int    `json:"first" range:"0..1048576"` // the number of the first resample
	Seed    *int64 `json:"seed"`
	CPDAG   bool   `json:"cpdag" default:"true"` // false: the DAGs' own arcs are counted
}

// CheckFields checks what the tags cannot express.
func (q *bootstrapRequest) CheckFields() *call.Error {
	if q.Seed == nil {
		return call.BadRequestf("seed", "a bootstrap draws rows by a seed")
	}
	if q.Dataset.Gaps {
		return call.Invalidf("gaps", "a bootstrap needs a value in every cell")
	}
	if q.Dataset.Total() == 0 {
		return call.Invalidf("data", "there are no rows to draw from")
	}
	return nil
}

// Pieces are the resamples.
func (q *bootstrapRequest) Pieces() int { return q.Runs }

// bootstrap learns a structure from each resample of the rows, and counts what the structures
// agree on. After a time limit or a cancellation, the result is that of the resamples before the
// first one that is not done. So it is the answer to a request for fewer resamples.
func bootstrap(ctx context.Context, q *bootstrapRequest, p *call.Progress) (*call.Output, error) {
	defer garbage.Allow()()
	ctx, stop := q.Limited(ctx, p)
	defer stop()
	p.Enter(call.Learning)
	p.Begin(q.Runs)
	dags, dense := make([]*graph.DAG, q.Runs), make([]int32, q.Runs)
	each := max(1, q.Workers/q.Runs) // workers of one resample
	weights := q.Weights(q.N, q.N)
	sorted, err := q.Dataset.Tables[0].Sorted(ctx) // an order that does not depend on the caller's
	if err == nil {
		err = parallel.For(ctx, q.Runs, q.Workers, func(_, k int) error {
			found, err := q.learn(ctx, sorted, weights, q.First+k, each)
			if err == nil {
				dags[k], dense[k] = found.dag, int32(denseNode(&q.Nodes, found.dense))
				p.Finished()
			}
			return err
		})
	}
	out := &call.Output{ScoreTitle: q.Dataset.title(&q.Search)}
	if err != nil {
		if !ended(ctx, err) {
			return nil, err
		}
		out.Status = context.Cause(ctx).Error()
		if k := slices.Index(dags, nil); k >= 0 {
			dags = dags[:k]
		}
	}
	p.Enter(call.Finishing)
	out.Arrays = q.Index.EdgeCounts(q.N, dags, q.edges)
	out.Arrays["dense"] = call.NewArray(dense[:len(dags)], len(dags))
	return out, nil
}

// edges are those of a resample's DAG that are counted: its class under the constraints, or the DAG itself.
func (q *bootstrapRequest) edges(g *graph.DAG) *graph.PDAG {
	if q.CPDAG {
		return equiv.Known(g, q.Edges.Given.Directions())
	}
	return equiv.FromDAG(g, equiv.Directed).CPDAG()
}

// modelOf is the model of a table of its own, in which a row occurs as often as it was drawn. Counting its bit masks is 4 to
// 27 times as fast as adding up weights of distinct rows, for groups by at most two variables.
func (q *bootstrapRequest) modelOf(ctx context.Context, sorted *table.Table, times []int32, workers int) (score.Model, error) {
	drawn, err := sorted.Repeated(ctx, times)
	if err != nil {
		return nil, err
	}
	drawn.Index(ctx)
	return q.Dataset.modelOf(ctx, &q.Nodes, drawn, workers)
}

// learn learns a structure from resample k.
func (q *bootstrapRequest) learn(ctx context.Context, sorted *table.Table, weights []float64, k, workers int) (learned, error) {
	model, err := q.modelOf(ctx, sorted, resample.Draw(uint64(*q.Seed), k, q.Dataset.Counts[0]), workers)
	var failure *call.Error
	switch {
	case errors.As(err, &failure):
		failure.Message = fmt.Sprintf("in resample %d, %s", k, failure.Message)
		return learned{}, failure.InGraph("values", 0)
	case err != nil:
		return learned{}, err
	}
	out, err := q.run(ctx, model, weights, q.N, nil, workers)
	var dense *ges.TooDenseError
	switch {
	case errors.As(err, &dense):
		return learned{}, TooDense(&q.Nodes, dense, fmt.Sprint("resample ", k))
	case err != nil:
		return learned{}, err
	case out.stopped:
		return learned{}, ctx.Err()
	}
	return out, nil
}
