package score

import "github.com/mcbnc/mcbnc/core/learn/data"

// eachOccurring makes the sum of the scores of one family of each part's rows: of the counts of its parents, and then of
// its own. Each part has joint states of the parents of its own that occur.
type eachOccurring struct {
	statesByPart
	parts []partOccurring
	alone int64 // the sum of F(P)
}

// partOccurring is what the rows of one part have.
type partOccurring struct {
	size  size // of the parents' joint states that occur
	terms terms
}

func newEachOccurring(d *data.Dataset) eachOccurring {
	states := newStatesByPart(d)
	return eachOccurring{statesByPart: states, parts: make([]partOccurring, len(states.rows))}
}

func (e *eachOccurring) parents(o *occurring, counts *data.Counts) {
	e.count(counts)
	for k := range e.parts {
		p := &e.parts[k]
		if states := int(e.states[k]); states > 0 {
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

// sum is the sum of F of the parts, and counts as count does. The formula has no whole.
func (e *eachOccurring) sum(counts *data.Counts) (total int64) {
	e.begin()
	start := int32(0)
	for _, run := range counts.Runs {
		states, rest := int32(0), e.parts[run.Part].terms.rest
		for _, n := range counts.Each[start:run.End] {
			states += int32(uint32(-n)>>31) - n
			value := rest.known(n)
			if value == 0 {
				value = rest.other(n)
			}
			total += value ^ coded
		}
		e.states[run.Part] += states
		start = run.End
	}
	for k := range e.parts {
		total += e.parts[k].terms.first * int64(e.states[k])
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
