package inputstest

import (
	"context"
	"sync/atomic"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Failing are inputs one call of which fails. All other calls go on to Inputs.
type Failing struct {
	engine.Inputs
	At     int64        // the call that fails, counted from 1; 0: none
	Fail   func() error // called instead of the method; if it returns nil, the method is called after all
	Late   bool         // a Prune that fails has pruned before, and has called meanwhile
	Calls  atomic.Int64 // so far
	Failed atomic.Value // the name of the method that failed, a string
}

var _ engine.Inputs = (*Failing)(nil)

func (f *Failing) fails(method string) error {
	if f.Calls.Add(1) != f.At {
		return nil
	}
	f.Failed.Store(method)
	return f.Fail()
}

// unless asks Inputs, unless this call fails.
func (f *Failing) unless(method string, ask func() error) error {
	if err := f.fails(method); err != nil {
		return err
	}
	return ask()
}

func (f *Failing) SinkCosts(ctx context.Context, total []int64) error {
	return f.unless("SinkCosts", func() error { return f.Inputs.SinkCosts(ctx, total) })
}

func (f *Failing) MakeSink(ctx context.Context, x int, total []int64) error {
	return f.unless("MakeSink", func() error { return f.Inputs.MakeSink(ctx, x, total) })
}

func (f *Failing) MinimalIMaps(ctx context.Context, order []int32, union *graph.DAG, each []*graph.DAG) error {
	return f.unless("MinimalIMaps", func() error { return f.Inputs.MinimalIMaps(ctx, order, union, each) })
}

func (f *Failing) Adjacent(ctx context.Context, v int, among bitset.Set, in []bitset.Set) error {
	return f.unless("Adjacent", func() error { return f.Inputs.Adjacent(ctx, v, among, in) })
}

func (f *Failing) Ancestral(ctx context.Context, u, v int, given, probe, dags, in bitset.Set) error {
	return f.unless("Ancestral", func() error { return f.Inputs.Ancestral(ctx, u, v, given, probe, dags, in) })
}

func (f *Failing) Reach(ctx context.Context, worker int, q *consensus.ReachQuery) error {
	return f.unless("Reach", func() error { return f.Inputs.Reach(ctx, worker, q) })
}

func (f *Failing) MinCuts(ctx context.Context, worker int, q *consensus.CutQuery) error {
	return f.unless("MinCuts", func() error { return f.Inputs.MinCuts(ctx, worker, q) })
}

func (f *Failing) Explain(
	ctx context.Context, worker, u, v int, less, more bitset.Set, prove bool, dags []int32, causes []consensus.Cause,
) error {
	return f.unless("Explain", func() error { return f.Inputs.Explain(ctx, worker, u, v, less, more, prove, dags, causes) })
}

func (f *Failing) Prune(
	ctx context.Context, u, v int, s bitset.Set, dags []int32, marks consensus.Marks, meanwhile func(),
) ([]consensus.CutEdge, error) {
	if f.Late {
		cut, err := f.Inputs.Prune(ctx, u, v, s, dags, marks, meanwhile)
		if late := f.fails("Prune"); late != nil {
			return nil, late
		}
		return cut, err
	}
	if err := f.fails("Prune"); err != nil {
		return nil, err
	}
	return f.Inputs.Prune(ctx, u, v, s, dags, marks, meanwhile)
}
