package score

import "github.com/mcbnc/mcbnc/core/learn/data"

// eachOccurring makes the sum of the scores of one family of each part's rows: of the counts of its parents, and then of
// its own. Each part has joint states of the parents of its own that occur.
type eachOccurring struct {
	rows  []int // by part
	parts []partOccurring
	alone int64 // the sum of F(P)
}

// partOccurring is what the rows of one part have.
type partOccurring struct {
	size   size // of the parents' joint states that occur
	terms  terms
	states int32 // that occur in the counts under way, but for those of one row that are not among the counts
	alone  int32 // those
}

func newEachOccurring(d *data.Dataset) eachOccurring {
	rows := d.PartRows()
	return eachOccurring{rows: rows, parts: make([]partOccurring, len(rows))}
}

func (e *eachOccurring) parents(o *occurring, counts *data.Counts) {
	e.count(counts)
	for k := range e.parts {
		p := &e.parts[k]
		if states := int(p.states + p.alone); states > 0 {
			p.size = o.sizeOf(states)
		} else {
			p.size = size{}
		}
		p.terms = o.known.terms(o.m, p.size)
	}
	e.alone = e.sum(counts)
}

func (e *eachOccurring) family(o *occurring, counts *data.Counts) int64 {
	for k := range e.parts {
		p := &e.parts[k]
		p.terms = o.known.terms(o.m, o.m.with(p.size, o.y))
	}
	return e.sum(counts) - e.alone
}

// begin makes all rows of each part alone in their joint states.
func (e *eachOccurring) begin() {
	for k, rows := range e.rows {
		e.parts[k].states, e.parts[k].alone = 0, int32(rows)
	}
}

// count tells the joint states of each part. Its rows that are in no count are alone in theirs.
func (e *eachOccurring) count(counts *data.Counts) {
	e.begin()
	start := int32(0)
	for _, run := range counts.Runs {
		rows, states := int32(0), int32(0)
		for _, n := range counts.Each[start:run.End] {
			rows += n
			states += int32(uint32(-n) >> 31) // 1 if there are rows
		}
		p := &e.parts[run.Part]
		p.alone -= rows
		p.states += states
		start = run.End
	}
}

// sum is the sum of F of the parts, and counts as count does. The formula has no whole.
func (e *eachOccurring) sum(counts *data.Counts) (total int64) {
	e.begin()
	start := int32(0)
	for _, run := range counts.Runs {
		p := &e.parts[run.Part]
		rows, states, rest := int32(0), int32(0), p.terms.rest
		for _, n := range counts.Each[start:run.End] {
			rows += n
			states += int32(uint32(-n) >> 31)
			value := rest.known(n)
			if value == 0 {
				value = rest.other(n)
			}
			total += value ^ coded
		}
		p.alone -= rows
		p.states += states
		start = run.End
	}
	for k := range e.parts {
		p := &e.parts[k]
		total += p.terms.first * int64(p.states+p.alone)
	}
	return total
}

// familyPartsBatch is familyBatch for the score of all rows and the sum of the scores of each part of them.
type familyPartsBatch struct{ *familyBatch }

func newFamilyPartsBatch(m ofRows, workers int) familyPartsBatch {
	b := newFamilyBatch(m, m.newBatch(2*workers, true), workers)
	for k := range b.workers {
		b.counter.workers[k].ws.Runs = true
		b.workers[k].each = newEachOccurring(m.data)
	}
	return familyPartsBatch{b}
}

func (b familyPartsBatch) Open(worker, slot int, set []int32, _ int) [2]int64 {
	return b.open(worker, slot, set)
}
