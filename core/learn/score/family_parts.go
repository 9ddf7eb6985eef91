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
	states int // that occur in the counts under way
	alone  int // of these, joint states of one row that are not among the counts
}

func newEachOccurring(d *data.Dataset) eachOccurring {
	rows := d.PartRows()
	return eachOccurring{rows: rows, parts: make([]partOccurring, len(rows))}
}

func (e *eachOccurring) parents(o *occurring, counts *data.Counts) {
	e.count(counts)
	for k := range e.parts {
		p := &e.parts[k]
		if p.size = (size{}); p.states > 0 {
			p.size = o.sizeOf(p.states)
		}
		p.terms = o.known.terms(o.m, p.size)
	}
	e.alone = e.sum(counts)
}

func (e *eachOccurring) family(o *occurring, counts *data.Counts) int64 {
	e.count(counts)
	for k := range e.parts {
		p := &e.parts[k]
		p.terms = o.known.terms(o.m, o.m.with(p.size, o.y))
	}
	return e.sum(counts) - e.alone
}

// count tells the joint states of each part. Its rows that are in no count are alone in theirs.
func (e *eachOccurring) count(counts *data.Counts) {
	for k, rows := range e.rows {
		e.parts[k].states, e.parts[k].alone = 0, rows
	}
	start := int32(0)
	for _, run := range counts.Runs {
		p := &e.parts[run.Part]
		for _, n := range counts.Each[start:run.End] {
			p.alone -= int(n)
			p.states += int(uint32(-n) >> 31) // 1 if there are rows
		}
		start = run.End
	}
	for k := range e.parts {
		e.parts[k].states += e.parts[k].alone
	}
}

// sum is the sum of F of the parts. The formula has no whole.
func (e *eachOccurring) sum(counts *data.Counts) (total int64) {
	for k := range e.parts {
		total += e.parts[k].terms.first * int64(e.parts[k].alone)
	}
	start := int32(0)
	for _, run := range counts.Runs {
		total += e.parts[run.Part].terms.sum(counts.Each[start:run.End], 0)
		start = run.End
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
