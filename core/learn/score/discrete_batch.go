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
	byPart  bool // the sum of F of each part is evaluated too
	workers []discreteWorker
	slots   []discreteSlot

	eachWholes *wholes // of the parts; nil: the formula has none
}

// discreteWorker is the scratch memory of a worker.
type discreteWorker struct {
	ws      *data.Workspace
	counts  data.Counts
	tables  recentTables
	surplus surplusByPart // if the sum of F of each part is evaluated too
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
	rowBytes    = 72      // of a row of a group, at most
	// There are many small datasets, each slot takes memory of its own, and they are worth a few workers.
	smallRows, smallSlots = 1 << 10, 16
)

func (m ofRows) NewBatch(workers int) Batch {
	if m.formula.occurring {
		return newFamilyBatch(m, m.newBatch(2*workers, false), workers)
	}
	return m.newBatch(workers, false)
}

func (m ofRows) newBatch(workers int, byPart bool) *discreteBatch {
	b := &discreteBatch{m: m, byPart: byPart, workers: make([]discreteWorker, workers)}
	for i := range b.workers {
		b.workers[i].ws = data.NewWorkspace(m.data)
		if b.workers[i].ws.ByPart = byPart; byPart {
			b.workers[i].surplus = newSurplusByPart(m)
		}
	}
	slots := min(maxSlots, groupsBytes/(rowBytes*max(m.data.Rows, 1)))
	if m.data.Rows <= smallRows {
		slots = smallSlots
	}
	b.slots = make([]discreteSlot, max(workers, slots))
	return b
}

func (b *discreteBatch) Slots() int { return len(b.slots) }

func (b *discreteBatch) Cost() (open, extend int) {
	return groupCost * b.m.data.Rows, countCost * b.m.data.Rows
}

func (b *discreteBatch) Open(worker, slot int, set []int32, _ int) int64 {
	return b.open(worker, slot, set)[0]
}

func (b *discreteBatch) open(worker, slot int, set []int32) [2]int64 {
	s := &b.slots[slot]
	s.size = b.m.sizeOf(set)
	b.tellParts(worker, s.size)
	return b.both(worker, s.size, b.openCounts(worker, slot, set))
}

// Extend writes the values of all rows, and then those of the parts if these are evaluated too.
func (b *discreteBatch) Extend(ctx context.Context, worker, slot int, variables []int32, values []int64) {
	s, n := &b.slots[slot], len(b.m.data.Columns)
	for _, x := range variables {
		if ctx.Err() != nil {
			return
		}
		z := b.m.with(s.size, x)
		b.tellParts(worker, z)
		both := b.both(worker, z, b.countsWith(worker, slot, x))
		if values[x] = both[0]; b.byPart {
			values[n+int(x)] = both[1]
		}
	}
}

// tellParts makes the next counts, of a set of this size, record their parts if the surplus of each part needs that.
func (b *discreteBatch) tellParts(worker int, z size) {
	if w := &b.workers[worker]; b.byPart {
		w.ws.Runs = w.surplus.asks(z)
	}
}

// openCounts opens a set and returns its counts, and countsWith those with x. They are valid until the worker's next call.
func (b *discreteBatch) openCounts(worker, slot int, set []int32) *data.Counts {
	w, groups := &b.workers[worker], &b.slots[slot].groups
	groups.Group(b.m.data, set, w.ws)
	groups.Sizes(b.m.data, &w.counts, w.ws)
	return &w.counts
}

func (b *discreteBatch) countsWith(worker, slot int, x int32) *data.Counts {
	w := &b.workers[worker]
	b.slots[slot].groups.Counts(b.m.data, &b.m.data.Columns[x], &w.counts, w.ws)
	return &w.counts
}

// both is F(Z) of all rows, and the sum of F(Z) of each part.
func (b *discreteBatch) both(worker int, z size, counts *data.Counts) (values [2]int64) {
	w := &b.workers[worker]
	t := w.tables.terms(b.m.discrete, z)
	values[0] = t.sum(counts.All, counts.Singletons)
	if b.byPart {
		t.whole, t.surplus = b.eachWholes.of(z), surplus{}
		if values[1] = t.sum(counts.Each, counts.OfPartAlone); w.ws.Runs {
			values[1] -= w.surplus.of(counts)
		}
	}
	return values
}

// recentTables remembers the tables of the terms that were asked for last. To look a table up in the
// model's tables takes longer than to sum a few counts.
type recentTables [1 << recentBits]struct {
	fine  int64
	table *counted
}

const recentBits = 9

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
	return terms{m.wholes.of(z), m.firstOf(z), known.table, m.surplusOf(z)}
}
