package score

import (
	"context"
	"slices"
)

// setBatch keeps open sets as lists. Every set is evaluated on its own.
type setBatch struct {
	f     func(worker int, set []int32) int64 // of a set in ascending order
	cost  int                                 // nanoseconds for a set of few variables
	sets  [][]int32                           // by worker: scratch
	slots [][]int32                           // the open sets in ascending order
}

const setSlots = 256 // enough for all workers to have something to do

func newSetBatch(workers, cost int, f func(worker int, set []int32) int64) *setBatch {
	return &setBatch{f, cost, make([][]int32, workers), make([][]int32, max(workers, setSlots))}
}

func (b *setBatch) Slots() int { return len(b.slots) }

func (b *setBatch) Cost() (open, extend int) { return b.cost, b.cost }

func (b *setBatch) Open(worker, slot int, set []int32, _ int) int64 {
	open := append(b.slots[slot][:0], set...)
	slices.Sort(open)
	b.slots[slot] = open
	return b.f(worker, open)
}

func (b *setBatch) Extend(ctx context.Context, worker, slot int, variables []int32, values []int64) {
	for _, x := range variables {
		if ctx.Err() != nil {
			return
		}
		b.sets[worker] = including(b.sets[worker][:0], b.slots[slot], int(x))
		values[x] = b.f(worker, b.sets[worker])
	}
}
