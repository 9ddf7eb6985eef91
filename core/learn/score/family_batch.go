package score

import (
	"context"
	"math"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// familyBatch evaluates the families of a formula by the joint states of the parents that occur. With q of them, and r
// states of the child y, the score of y with parents P is
//
//	F(P ∪ {y}) with |P ∪ {y}| = q r, less F(P) with |P| = q
//
// by the formula. Two sets are open for a family: P, and P ∪ {y}.
type familyBatch struct {
	m       ofRows
	counter *discreteBatch // has two slots for each of these
	slots   []familySlot
	tables  []recentTables // by worker
}

// familySlot is an open family.
type familySlot struct {
	y     int32 // the child; unless there is one, no family is open
	child bool
	all   parentStates // of the parents
	set   []int32      // scratch: the parents, then the child too
}

// parentStates are all joint states of some parents: their number, and its size.
type parentStates struct {
	number uint64 // or math.MaxUint64, if that is smaller
	size   size
}

func (m *discrete) withStates(s parentStates, x int32) parentStates {
	return parentStates{times(s.number, uint64(m.arity[x])), m.with(s.size, x)}
}

func newFamilyBatch(m ofRows, c *discreteBatch, workers int) *familyBatch {
	return &familyBatch{m, c, make([]familySlot, max(workers, c.Slots()/2)), make([]recentTables, workers)}
}

func (b *familyBatch) Slots() int { return len(b.slots) }

func (b *familyBatch) Cost() (open, extend int) {
	open, extend = b.counter.Cost()
	return 2 * open, 2 * extend
}

// Open opens a family. F of a set of variables alone is 0.
func (b *familyBatch) Open(worker, slot int, set []int32, _ int) int64 {
	s := &b.slots[slot]
	s.child, s.set, s.all = false, s.set[:0], parentStates{number: 1}
	for _, v := range set {
		if v < 0 {
			s.y, s.child = Child(v), true
			continue
		}
		s.set = append(s.set, v)
		s.all = b.m.withStates(s.all, v)
	}
	if !s.child {
		return 0
	}
	of := b.of(worker, s.all, s.y)
	of.parents(b.counter.openCounts(worker, 2*slot, s.set))
	s.set = append(s.set, s.y)
	return of.family(b.counter.openCounts(worker, 2*slot+1, s.set))
}

func (b *familyBatch) Extend(ctx context.Context, worker, slot int, variables []int32, values []int64) {
	s := &b.slots[slot]
	for _, x := range variables {
		if ctx.Err() != nil {
			return
		}
		if values[x] = 0; s.child {
			of := b.of(worker, b.m.withStates(s.all, x), s.y)
			of.parents(b.counter.countsWith(worker, 2*slot, x))
			values[x] = of.family(b.counter.countsWith(worker, 2*slot+1, x))
		}
	}
}

func (b *familyBatch) of(worker int, all parentStates, y int32) occurring {
	return occurring{m: b.m.discrete, all: all, y: y, known: &b.tables[worker]}
}

// occurring makes the score of one family of the counts of its parents, and then those of its own.
type occurring struct {
	m     *discrete
	all   parentStates
	y     int32
	known *recentTables
	size  size  // of the parents' joint states that occur
	alone int64 // F(P)
}

func (o *occurring) parents(counts *data.Counts) {
	states := counts.Singletons
	for _, n := range counts.All {
		states += int(uint32(-n) >> 31) // 1 if there are rows
	}
	switch {
	case states == 0: // there are no rows
		return
	case uint64(states) == o.all.number: // to the last bit as without the flag
		o.size = o.all.size
	default:
		log := math.Log(float64(states))
		o.size = size{o.m.fixed(log), fine(log)}
	}
	o.alone = o.sum(o.size, counts)
}

func (o *occurring) family(counts *data.Counts) int64 {
	return o.sum(o.m.with(o.size, o.y), counts) - o.alone
}

func (o *occurring) sum(z size, counts *data.Counts) int64 {
	return o.known.terms(o.m, z).sum(counts.All, counts.Singletons)
}
