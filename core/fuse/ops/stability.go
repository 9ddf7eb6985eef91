package ops

import (
	"context"
	"errors"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

func init() { call.Register("stability", stability) }

type stabilityRequest struct {
	batchRequest
	call.Timed
}

// stability does the runs of a batch and counts how often they agree. Of each run it keeps θ
// and the DAG. After a time limit or a cancellation, the result is that of the runs before the
// first one that is not done. So it is the answer to a request for fewer runs.
func stability(ctx context.Context, q *stabilityRequest, p *call.Progress) (*call.Output, error) {
	runs := len(q.Runs.list)
	thetas, dags := make([]float64, runs), make([]*graph.DAG, runs)
	ctx, stop := q.Limited(ctx, p)
	defer stop()
	err := eachVariant(ctx, &q.batchRequest, p, func(k int, result variantResult) {
		thetas[k], dags[k] = result.theta, result.adjacency
	})
	out := &call.Output{}
	if err != nil {
		if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
			return nil, err
		}
		out.Status = context.Cause(ctx).Error()
		if k := slices.Index(dags, nil); k >= 0 {
			runs = k
		}
	}
	p.Enter(call.Finishing)
	out.Arrays = q.Index.EdgeCounts(q.N, dags[:runs], q.Options.Class)
	out.Arrays["theta"] = call.NewArray(thetas[:runs], runs)
	return out, nil
}
