package ops

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() {
	call.Register("fusion", func(_ *fusionRequest, s *call.Size) float64 { return fusionMemory(s) }, fusion)
}

type fusionRequest struct {
	call.Common
	DAGs  call.DAGs
	Order parts.Order `call:"optional"`
}

// fusion finds the order, unless it is given, the I-maps and their union.
func fusion(ctx context.Context, q *fusionRequest, p *call.Progress) (*call.Output, error) {
	p.Enter(call.Mapping)
	team := parallel.NewTeam(q.Workers)
	defer team.Close()
	distinct := engine.FindDistinct(q.DAGs.List, slices.Repeat([]int64{1}, q.R))
	f, err := engine.Fuse(ctx, q.N, local.New(q.N, distinct.DAGs, distinct.Times, team), q.Order, nil)
	if err != nil {
		return nil, err
	}
	return &call.Output{Arrays: call.Arrays{
		"order":  q.Index.Nodes(f.Order),
		"fusion": q.Index.DAG(f.Union),
		"imaps":  q.Index.DAGs(q.N, distinct.SpreadIMaps(f.IMaps)),
	}}, nil
}

// fuse finds the order, unless it is given, and the I-maps.
func fuse(ctx context.Context, q *runRequest, inputs *local.Inputs, p *call.Progress, clock *stopwatch) (*engine.Fusion, error) {
	order := []int32(q.Order)
	if order == nil {
		p.Enter(call.Ordering)
		var err error
		if order, err = engine.Order(ctx, q.N, inputs, q.Options.Constraints); err != nil {
			return nil, err
		}
	}
	clock.lap("order")
	p.Enter(call.Mapping)
	f, err := engine.Fuse(ctx, q.N, inputs, order, q.Options.Constraints)
	clock.lap("imaps")
	return f, err
}
