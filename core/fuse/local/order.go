package local

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// working has room for the DAGs as an order changes them.
func (in *single) working() []graph.DAG {
	if !in.prepared.Load() {
		return in.graphs.Spares()
	}
	out := make([]graph.DAG, in.Count())
	for i := range out {
		out[i] = *graph.NewDAG(in.n)
	}
	return out
}

func (in *single) SinkCosts(ctx context.Context, total []int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	in.left = in.n
	working := in.working()
	in.sinks = make([]fusion.SinkCosts, in.Count())
	costs := make([]int32, in.n*in.Count())
	in.team.Do(in.Count(), in.nodesCost(), func(worker, i int) {
		in.graphs.Lend(i, &working[i])
		in.sinks[i] = fusion.NewSinkCosts(&working[i], costs[i*in.n:(i+1)*in.n], in.scratch[worker].fusion)
	})
	for i, s := range in.sinks {
		s.AddCosts(in.times[i], total)
	}
	return nil
}

func (in *single) MakeSink(ctx context.Context, x int, total []int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	in.bodies.sink = x
	in.team.Do(len(in.sinks), in.cutCost(), in.bodies.makeSink)
	for _, worker := range in.scratch {
		worker.fusion.AddChanges(total)
	}
	if in.left--; in.left == 0 {
		in.sinks = nil
	}
	return nil
}

func (in *single) MinimalIMaps(ctx context.Context, order []int32, union *graph.DAG, each []*graph.DAG) error {
	in.sinks = nil
	in.prepare(in.team)
	return in.unite(ctx, union, in.Count(), in.nodesCost(), func(worker, i int, union *graph.DAG) {
		g, ws := in.graphs.At(i), in.scratch[worker].Cutter
		if each == nil {
			fusion.MinimalIMap(g, order, ws, union)
			return
		}
		each[i] = graph.NewDAG(in.n)
		fusion.MinimalIMap(g, order, ws, each[i])
		union.Unite(each[i])
	})
}
