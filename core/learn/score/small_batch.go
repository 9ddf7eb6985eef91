package score

import (
	"context"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// smallBatch is discreteBatch for a small dataset: see data.SmallGroups.
type smallBatch struct {
	m       ofRows
	workers []smallWorker
	slots   []smallSlot
}

// smallWorker is the scratch memory of a worker.
type smallWorker struct {
	ws     data.SmallWorkspace
	counts []int32
	tables recentTables
}

// smallSlot is an open set.
type smallSlot struct {
	groups data.SmallGroups
	size   size
}

// smallSlots is enough for a few workers, which is what a small dataset is worth. There are many small
// datasets, and each slot takes memory of its own.
const smallSlots = 16

func newSmallBatch(m ofRows, workers int) *smallBatch {
	return &smallBatch{m, make([]smallWorker, workers), make([]smallSlot, max(workers, smallSlots))}
}

func (b *smallBatch) Slots() int { return len(b.slots) }

func (b *smallBatch) Cost() (open, extend int) {
	return groupCost * b.m.data.Rows, countCost * b.m.data.Rows
}

func (b *smallBatch) Open(worker, slot int, set []int32, _ int) int64 {
	w, s := &b.workers[worker], &b.slots[slot]
	s.size = b.m.sizeOf(set)
	s.groups.Group(b.m.data, set, &w.ws)
	return w.tables.terms(b.m.discrete, s.size).sumSmall(s.groups.Sizes(), s.groups.Singletons)
}

func (b *smallBatch) Extend(ctx context.Context, worker, slot int, variables []int32, values []int64) {
	if ctx.Err() != nil { // a block of variables takes some microseconds at most
		return
	}
	w, s := &b.workers[worker], &b.slots[slot]
	for _, x := range variables {
		w.counts = s.groups.Counts(b.m.data, &b.m.data.Columns[x], w.counts)
		values[x] = w.tables.terms(b.m.discrete, b.m.with(s.size, x)).sumSmall(w.counts, s.groups.Singletons)
	}
}

// Counts of a small dataset are in the first page of a table.
const _ = uint(1<<pageBits - 1 - data.MaxSmall)

// sumSmall is sum, of counts of a small dataset. Counts may be 0.
func (t terms) sumSmall(counts []int32, singletons int) int64 {
	total, cells := int64(0), singletons
	for _, n := range counts {
		at := &t.rest.first[n&(1<<pageBits-1)]
		value := at.Load()
		if value == 0 {
			value = t.rest.fill(at, n) ^ coded
		}
		total += value ^ coded
		cells += int(uint32(-n) >> 31) // 1 if there are rows
	}
	return total + t.whole + t.first*int64(cells)
}

// recentTables remembers the tables of the terms that were asked for last. To look a table up in the
// model's tables takes longer than to sum a few counts.
type recentTables [1 << recentBits]struct {
	fine  int64
	table *table
}

const recentBits = 7

// terms are the model's.
func (r *recentTables) terms(m *discrete, z size) terms {
	name := z.fine
	if !m.formula.uniform {
		name = 0
	}
	known := &r[uint64(name)*0x9e3779b97f4a7c15>>(64-recentBits)]
	if known.table == nil || known.fine != name {
		known.fine, known.table = name, m.terms(z).rest
	}
	return terms{m.wholes.of(z), m.firstOf(z), known.table}
}

// openCounts opens a set and returns its counts, of which some may be 0, and countsWith those with x.
func (b *smallBatch) openCounts(worker, slot int, set []int32, _ int) ([]int32, int) {
	s := &b.slots[slot]
	s.groups.Group(b.m.data, set, &b.workers[worker].ws)
	return s.groups.Sizes(), s.groups.Singletons
}

func (b *smallBatch) countsWith(worker, slot int, x int32) ([]int32, int) {
	w, s := &b.workers[worker], &b.slots[slot]
	w.counts = s.groups.Counts(b.m.data, &b.m.data.Columns[x], w.counts)
	return w.counts, s.groups.Singletons
}
