package score

import "github.com/mcbnc/mcbnc/core/learn/data"

// areOfParts reports whether a is of all rows, and b is the sum of the same score of each part that the
// rows were joined of. Then both can be counted at once, in the rows of a.
func areOfParts(a, b Model) (m ofParts, ok bool) {
	all, isOfRows := a.(ofRows)
	each, isSum := b.(sum)
	if !isOfRows || !isSum {
		return m, false
	}
	var parts []*data.Dataset
	var shapes []*discrete
	for _, part := range each.models {
		p, ok := part.(ofRows)
		if !ok || p.unit != all.unit || p.tables != all.tables || p.first != all.first || p.quarter != all.quarter || p.Equal() != all.Equal() {
			return m, false
		}
		parts, shapes = append(parts, p.data), append(shapes, p.discrete)
	}
	m = ofParts{ofRows: all}
	if all.wholes != nil {
		m.eachWholes = newWholes(shapes...)
	}
	return m, all.data.IsJoinOf(parts)
}

// ofParts is the model of all rows, and what the sum of the parts' models has beside it.
type ofParts struct {
	ofRows
	eachWholes *wholes
}

// partsBatch is discreteBatch for the score of all rows and the sum of the scores of each part of
// them: one grouping and one pass over the rows give the counts of both.
type partsBatch struct{ *discreteBatch }

func newPartsBatch(m ofParts, workers int) batch {
	if m.formula.occurring {
		return newFamilyPartsBatch(m.ofRows, workers)
	}
	b := m.newBatch(workers, true)
	b.eachWholes = m.eachWholes
	return partsBatch{b}
}

func (b partsBatch) Open(worker, slot int, set []int32, _ int) [2]int64 {
	return b.open(worker, slot, set)
}
