package score

import (
	"context"
	"slices"
)

// gaussianBatch keeps open sets as lists. Every set is evaluated on its own.
type gaussianBatch struct {
	m       *gaussian
	workers []gaussianWorker
	slots   [][]int32 // the open sets in ascending order
}

// gaussianWorker is the scratch memory of a worker.
type gaussianWorker struct {
	matrix []float64
	set    []int32
}

const (
	gaussianSlots = 256 // enough for all workers to have something to do
	gaussianCost  = 100 // nanoseconds for a set of few variables
)

func (m *gaussian) NewBatch(workers int) Batch {
	return &gaussianBatch{m, make([]gaussianWorker, workers), make([][]int32, gaussianSlots)}
}

func (b *gaussianBatch) Slots() int { return len(b.slots) }

func (b *gaussianBatch) Cost() (open, extend int) { return gaussianCost, gaussianCost }

func (b *gaussianBatch) Open(worker, slot int, set []int32, _ int) int64 {
	open := append(b.slots[slot][:0], set...)
	slices.Sort(open)
	b.slots[slot] = open
	return b.m.f(open, &b.workers[worker].matrix)
}

func (b *gaussianBatch) Extend(ctx context.Context, worker, slot int, variables []int32, values []int64) {
	w := &b.workers[worker]
	for _, x := range variables {
		if ctx.Err() != nil {
			return
		}
		w.set = including(w.set[:0], b.slots[slot], int(x))
		values[x] = b.m.f(w.set, &w.matrix)
	}
}
