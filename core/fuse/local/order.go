package local

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// working has room for the DAGs as an order changes them.
func (in *Inputs) working() []graph.DAG {
	if !in.prepared.Load() {
		return in.graphs.Spares()
	}
	out := make([]graph.DAG, in.Count())
	for i := range out {
		out[i] = *graph.NewDAG(in.n)
	}
	return out
}

func (in *Inputs) SinkCosts(ctx context.Context, total []int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	in.left = in.n
	if in.many != nil {
		in.many.sinkCosts(total)
		return nil
	}
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

func (in *Inputs) MakeSink(ctx context.Context, x int, total []int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if in.many != nil {
		in.many.makeSink(x, total)
	} else {
		in.loops.sink = x
		in.team.Do(len(in.sinks), in.cutCost(), in.loops.makeSink)
		for _, worker := range in.scratch {
			worker.fusion.AddChanges(total)
		}
	}
	if in.left--; in.left == 0 {
		in.endOrder()
	}
	return nil
}

// endOrder frees the memory of making an order.
func (in *Inputs) endOrder() {
	in.sinks = nil
	if in.many != nil {
		in.many.sinks = nil
	}
}

func (in *Inputs) MinimalIMaps(ctx context.Context, order []int32, union *graph.DAG, each []*graph.DAG) error {
	in.endOrder()
	in.prepare(in.team)
	for k, worker := range in.scratch {
		if worker.union = union; k > 0 {
			worker.union = graph.NewDAG(in.n)
		}
	}
	if in.many != nil {
		in.many.minimalIMaps(ctx, order, union, each)
	} else {
		in.minimalIMaps(ctx, order, each)
	}
	for _, worker := range in.scratch[1:] {
		union.Unite(worker.union)
		worker.union = nil
	}
	return ctx.Err()
}

// minimalIMaps unites the I-maps with the union of the worker that makes them.
func (in *Inputs) minimalIMaps(ctx context.Context, order []int32, each []*graph.DAG) {
	in.team.Do(in.Count(), in.nodesCost(), func(worker, i int) {
		if ctx.Err() != nil {
			return
		}
		w, g := in.scratch[worker], in.graphs.At(i)
		if each == nil {
			fusion.MinimalIMap(g, order, w.Workspace, w.union)
			return
		}
		each[i] = graph.NewDAG(in.n)
		fusion.MinimalIMap(g, order, w.Workspace, each[i])
		w.union.Unite(each[i])
	})
}
