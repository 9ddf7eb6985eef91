package score

import (
	"context"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// smallPartsBatch is partsBatch for parts of few rows: see data.SmallParts.
type smallPartsBatch struct {
	m       ofParts
	workers []smallPartsWorker
	slots   []smallPartsSlot
}

// smallPartsWorker is the scratch memory of a worker.
type smallPartsWorker struct {
	ws     data.SmallPartsWorkspace
	counts data.PartCounts
	tables recentTables
}

// smallPartsSlot is an open set.
type smallPartsSlot struct {
	groups data.SmallParts
	size   size
}

func newSmallPartsBatch(m ofParts, workers int) *smallPartsBatch {
	const bytes = 48 // of a row that has a mask of its own
	slots := max(workers, min(maxSlots, groupsBytes/(bytes*max(m.data.Rows, 1))))
	return &smallPartsBatch{m, make([]smallPartsWorker, workers), make([]smallPartsSlot, slots)}
}

func (b *smallPartsBatch) Slots() int { return len(b.slots) }

func (b *smallPartsBatch) Cost() (open, extend int) {
	return groupCost * b.m.data.Rows, countCost * b.m.data.Rows
}

func (b *smallPartsBatch) Open(worker, slot int, set []int32, _ int) [2]int64 {
	w, s := &b.workers[worker], &b.slots[slot]
	s.size = b.m.sizeOf(set)
	s.groups.Group(b.m.data, set, &w.ws)
	s.groups.Sizes(&w.counts)
	return w.tables.terms(b.m.discrete, s.size).bothSmall(b.m.eachWholes.of(s.size), &w.counts)
}

func (b *smallPartsBatch) Extend(ctx context.Context, worker, slot int, variables []int32, values []int64) {
	w, s := &b.workers[worker], &b.slots[slot]
	columns := b.m.data.Columns
	for _, x := range variables {
		if ctx.Err() != nil {
			return
		}
		s.groups.Counts(b.m.data, &columns[x], &w.counts, &w.ws)
		z := b.m.with(s.size, x)
		both := w.tables.terms(b.m.discrete, z).bothSmall(b.m.eachWholes.of(z), &w.counts)
		values[x], values[len(columns)+int(x)] = both[0], both[1]
	}
}

// bothSmall is both, of counts of small parts.
func (t terms) bothSmall(each int64, counts *data.PartCounts) [2]int64 {
	all := t.sum(counts.All, counts.Singletons)
	t.whole = each
	return [2]int64{all, t.sumSmall(counts.Each, counts.Singletons)}
}
