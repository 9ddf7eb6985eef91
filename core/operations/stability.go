package operations

import (
	"context"
	"errors"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opStability does the runs of a batch and counts how often they agree. Of each run it keeps θ
// and the DAG. After a time limit or a cancellation, the result is that of the runs before the
// first one that is not done. So it is the answer to a request for fewer runs.
func opStability(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	runs := len(in.Variants)
	thetas, dags := make([]float64, runs), make([]*graph.DAG, runs)
	ctx, stop := p.Limited(ctx, in.TimeLimit)
	defer stop()
	err := eachVariant(ctx, in, p, func(k int, result variantResult) {
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
	out.Arrays = countEdges(in, dags[:runs], equiv.Completed)
	out.Arrays["theta"] = call.NewArray(thetas[:runs], runs)
	return out, nil
}

// countEdges counts, for each pair of nodes, in how many of the DAGs' CPDAGs the pair has a
// directed edge, and in how many an undirected one. With as = Directed it counts in the DAGs
// themselves. It packs the DAGs too.
func countEdges(in *wire.Input, dags []*graph.DAG, as equiv.Start) map[string]call.Array {
	n := in.N
	directed, undirected := make([]int64, n*n), make([]int64, n*n)
	for _, g := range dags {
		p := equiv.FromDAG(g, as).CPDAG()
		for u := range n {
			row := in.Index.Caller(u) * n
			for v := p.Ch(u).Next(0); v >= 0; v = p.Ch(u).Next(v + 1) {
				directed[row+in.Index.Caller(v)]++
			}
			for v := p.Ne(u).Next(0); v >= 0; v = p.Ne(u).Next(v + 1) {
				undirected[row+in.Index.Caller(v)]++
			}
		}
	}
	return map[string]call.Array{
		"directed":   call.NewArray(directed, n, n),
		"undirected": call.NewArray(undirected, n, n),
		"packed":     in.Index.PackedDAGs(n, dags),
	}
}
