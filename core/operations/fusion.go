package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/local"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opFusion finds the order, unless it is given, the I-maps and their union.
func opFusion(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	p.Enter(call.Mapping)
	team := parallel.NewTeam(in.Workers)
	defer team.Close()
	distinct := engine.FindDistinct(in.DAGs, in.Weights)
	f, err := engine.Fuse(ctx, in.N, local.New(in.N, distinct.DAGs, distinct.Times, team), in.Order, nil)
	if err != nil {
		return nil, err
	}
	return &call.Output{Arrays: map[string]call.Array{
		"order":  in.Index.Nodes(f.Order),
		"fusion": in.Index.DAG(f.Union),
		"imaps":  in.Index.DAGs(in.N, distinct.SpreadIMaps(f.IMaps)),
	}}, nil
}

// fuse finds the order, unless it is given, and the I-maps.
func fuse(ctx context.Context, in *wire.Input, inputs *local.Inputs, p *call.Progress, clock *stopwatch) (*engine.Fusion, error) {
	order := in.Order
	if order == nil {
		p.Enter(call.Ordering)
		var err error
		if order, err = engine.Order(ctx, in.N, inputs, in.Constraints); err != nil {
			return nil, err
		}
	}
	clock.lap("order")
	p.Enter(call.Mapping)
	f, err := engine.Fuse(ctx, in.N, inputs, order, in.Constraints)
	clock.lap("imaps")
	return f, err
}
