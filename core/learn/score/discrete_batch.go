package score

import (
	"context"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// ofRows is a Model of discrete data whose rows are here.
type ofRows struct {
	*discrete
	data *data.Dataset
}

func newOfRows(d *data.Dataset, p Parameters, f formula) ofRows {
	return ofRows{newDiscrete(d.Rows, d.Arity(), p, f), d}
}

// discreteBatch groups the rows by a set that is opened. It extends the set by counting
// one more variable within the groups.
type discreteBatch struct {
	m       ofRows
	workers []discreteWorker
	slots   []discreteSlot
}

// discreteWorker is the scratch memory of a worker.
type discreteWorker struct {
	ws     *data.Workspace
	counts []int32
}

// discreteSlot is an open set.
type discreteSlot struct {
	groups data.Groups
	size   size
}

const (
	groupCost   = 8       // nanoseconds to group a row by a set, roughly
	countCost   = 1       // nanoseconds to count a row of groups, at most
	maxSlots    = 64      // enough for all workers to have something to do
	groupsBytes = 1 << 26 // the memory of all slots' groups
	worthMasks  = 6       // from this many extensions on, bit masks of the groups pay
)

func (m ofRows) NewBatch(workers int) Batch {
	switch small := m.data.IsSmall(); {
	case m.formula.occurring && small:
		return newFamilyBatch(m, newSmallBatch(m, 2*workers), workers)
	case m.formula.occurring:
		return newFamilyBatch(m, m.newBatch(2*workers), workers)
	case small:
		return newSmallBatch(m, workers)
	}
	return m.newBatch(workers)
}

func (m ofRows) newBatch(workers int) *discreteBatch {
	b := &discreteBatch{m: m, workers: make([]discreteWorker, workers)}
	for i := range b.workers {
		b.workers[i].ws = data.NewWorkspace(m.data)
	}
	b.slots = make([]discreteSlot, max(workers, min(maxSlots, groupsBytes/(8*max(m.data.Rows, 1)))))
	return b
}

func (b *discreteBatch) Slots() int { return len(b.slots) }

func (b *discreteBatch) Cost() (open, extend int) {
	return groupCost * b.m.data.Rows, countCost * b.m.data.Rows
}

func (b *discreteBatch) Open(worker, slot int, set []int32, extensions int) int64 {
	s := &b.slots[slot]
	counts, singletons := b.openCounts(worker, slot, set, extensions)
	return b.m.terms(s.size).sum(counts, singletons)
}

// open groups the rows by a set.
func (s *discreteSlot) open(m ofRows, set []int32, w *discreteWorker) {
	s.size = m.sizeOf(set)
	s.groups.Group(m.data, set, w.ws)
}

// termsByArity remembers the terms of the extensions of one set. Most datasets have no more arities.
type termsByArity [16]struct {
	arity int
	terms terms
}

// of are the terms of Z ∪ {x}, for Z of some size.
func (t *termsByArity) of(m ofRows, z size, x int32) terms {
	arity := m.arity[x]
	known := &t[arity%len(t)]
	if known.arity != arity {
		known.arity, known.terms = arity, m.terms(m.with(z, x))
	}
	return known.terms
}

func (b *discreteBatch) Extend(ctx context.Context, worker, slot int, variables []int32, values []int64) {
	s := &b.slots[slot]
	var known termsByArity
	for _, x := range variables {
		if ctx.Err() != nil {
			return
		}
		counts, singletons := b.countsWith(worker, slot, x)
		values[x] = known.of(b.m, s.size, x).sum(counts, singletons)
	}
}

// openCounts opens a set and returns its counts, and countsWith those with x.
func (b *discreteBatch) openCounts(worker, slot int, set []int32, extensions int) ([]int32, int) {
	w, s := &b.workers[worker], &b.slots[slot]
	s.open(b.m, set, w)
	if extensions >= worthMasks {
		s.groups.MakeMasks(b.m.data)
	}
	w.counts = s.groups.Sizes(w.counts[:0])
	return w.counts, s.groups.Singletons
}

func (b *discreteBatch) countsWith(worker, slot int, x int32) ([]int32, int) {
	w, s := &b.workers[worker], &b.slots[slot]
	w.counts = s.groups.Counts(&b.m.data.Columns[x], w.counts[:0], w.ws)
	return w.counts, s.groups.Singletons
}
