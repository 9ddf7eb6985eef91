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
	workers []familyWorker
}

// familyWorker is the scratch memory of a worker.
type familyWorker struct {
	tables recentTables
	each   eachOccurring
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
	return &familyBatch{m, c, make([]familySlot, max(workers, c.Slots()/2)), make([]familyWorker, workers)}
}

func (b *familyBatch) Slots() int { return len(b.slots) }

func (b *familyBatch) Cost() (open, extend int) {
	open, extend = b.counter.Cost()
	return 2 * open, 2 * extend
}

// Open opens a family. F of a set of variables alone is 0.
func (b *familyBatch) Open(worker, slot int, set []int32, _ int) int64 {
	return b.open(worker, slot, set)[0]
}

func (b *familyBatch) open(worker, slot int, set []int32) [2]int64 {
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
		return [2]int64{}
	}
	of := b.of(worker, s.all, s.y)
	of.parents(b.counter.openCounts(worker, 2*slot, s.set))
	s.set = append(s.set, s.y)
	return of.family(b.counter.openCounts(worker, 2*slot+1, s.set))
}

// Extend writes the values of all rows, and then those of the parts if these are evaluated too.
func (b *familyBatch) Extend(ctx context.Context, worker, slot int, variables []int32, values []int64) {
	s, n := &b.slots[slot], len(b.m.data.Columns)
	for _, x := range variables {
		if ctx.Err() != nil {
			return
		}
		var both [2]int64
		if s.child {
			of := b.of(worker, b.m.withStates(s.all, x), s.y)
			of.parents(b.counter.countsWith(worker, 2*slot, x))
			both = of.family(b.counter.countsWith(worker, 2*slot+1, x))
		}
		if values[x] = both[0]; b.counter.byPart {
			values[n+int(x)] = both[1]
		}
	}
}

// of makes the score of a family of all rows, and of each part if these are evaluated too.
func (b *familyBatch) of(worker int, all parentStates, y int32) bothOccurring {
	w := &b.workers[worker]
	of := bothOccurring{all: occurring{m: b.m.discrete, all: all, y: y, known: &w.tables}}
	if b.counter.byPart {
		of.each = &w.each
	}
	return of
}

// bothOccurring makes the score of one family of all rows, and the sum of its scores of each part's rows, of the same
// counts.
type bothOccurring struct {
	all  occurring
	each *eachOccurring // nil: only of all rows
}

func (o *bothOccurring) parents(counts *data.Counts) {
	o.all.parents(counts)
	if o.each != nil {
		o.each.parents(&o.all, counts)
	}
}

func (o *bothOccurring) family(counts *data.Counts) (values [2]int64) {
	values[0] = o.all.family(counts)
	if o.each != nil {
		values[1] = o.each.family(&o.all, counts)
	}
	return values
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
	if states := counts.Singletons + occur(counts.All); states > 0 {
		o.size = o.sizeOf(states)
	}
	o.alone = o.sum(o.size, counts)
}

// sizeOf is the size of the given number of joint states of the parents, which occur.
func (o *occurring) sizeOf(states int) size {
	if uint64(states) == o.all.number { // to the last bit as without the flag
		return o.all.size
	}
	log := math.Log(float64(states))
	return size{logs: o.m.fixed(log), fine: fine(log)}
}

// occur is how many of the counts are not 0.
func occur(counts []int32) (states int) {
	for _, n := range counts {
		states += int(uint32(-n) >> 31) // 1 if there are rows
	}
	return states
}

func (o *occurring) family(counts *data.Counts) int64 {
	return o.sum(o.m.with(o.size, o.y), counts) - o.alone
}

func (o *occurring) sum(z size, counts *data.Counts) int64 {
	return o.known.terms(o.m, z).sum(counts.All, counts.Singletons)
}
