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
	Inputs engine.Inputs
	At     int64        // the call that fails, counted from 1; 0: none
	Fail   func() error // called instead of the method; if it returns nil, the method is called after all
	Late   bool         // a Prune that fails has pruned before, and has called meanwhile
	Calls  atomic.Int64 // so far
	Failed atomic.Value // the name of the method that failed, a string
}

var _ engine.Inputs = (*Failing)(nil)

// fails counts a call and reports how it fails.
func (f *Failing) fails(method string) error {
	if f.Calls.Add(1) != f.At {
		return nil
	}
	f.Failed.Store(method)
	return f.Fail()
}

// Count is the number of DAGs. It cannot fail.
func (f *Failing) Count() int { return f.Inputs.Count() }

// SinkCosts fails or is that of Inputs, as all methods below.
func (f *Failing) SinkCosts(ctx context.Context, total []int64) error {
	if err := f.fails("SinkCosts"); err != nil {
		return err
	}
	return f.Inputs.SinkCosts(ctx, total)
}

// MakeSink fails or is that of Inputs.
func (f *Failing) MakeSink(ctx context.Context, x int, total []int64) error {
	if err := f.fails("MakeSink"); err != nil {
		return err
	}
	return f.Inputs.MakeSink(ctx, x, total)
}

// MinimalIMaps fails or is that of Inputs.
func (f *Failing) MinimalIMaps(ctx context.Context, order []int32) ([]*graph.DAG, error) {
	if err := f.fails("MinimalIMaps"); err != nil {
		return nil, err
	}
	return f.Inputs.MinimalIMaps(ctx, order)
}

// Adjacent fails or is that of Inputs.
func (f *Failing) Adjacent(ctx context.Context, v int, among bitset.Set, in []bitset.Set) error {
	if err := f.fails("Adjacent"); err != nil {
		return err
	}
	return f.Inputs.Adjacent(ctx, v, among, in)
}

// Ancestral fails or is that of Inputs.
func (f *Failing) Ancestral(ctx context.Context, u, v int, given, probe, dags, in bitset.Set) error {
	if err := f.fails("Ancestral"); err != nil {
		return err
	}
	return f.Inputs.Ancestral(ctx, u, v, given, probe, dags, in)
}

// Reach fails or is that of Inputs.
func (f *Failing) Reach(ctx context.Context, worker int, q *consensus.ReachQuery) error {
	if err := f.fails("Reach"); err != nil {
		return err
	}
	return f.Inputs.Reach(ctx, worker, q)
}

// MinCuts fails or is that of Inputs.
func (f *Failing) MinCuts(ctx context.Context, worker int, q *consensus.CutQuery) error {
	if err := f.fails("MinCuts"); err != nil {
		return err
	}
	return f.Inputs.MinCuts(ctx, worker, q)
}

// Explain fails or is that of Inputs.
func (f *Failing) Explain(
	ctx context.Context, worker, u, v int, less, more bitset.Set, dags []int32, causes []consensus.Cause,
) error {
	if err := f.fails("Explain"); err != nil {
		return err
	}
	return f.Inputs.Explain(ctx, worker, u, v, less, more, dags, causes)
}

// Prune fails or is that of Inputs.
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
