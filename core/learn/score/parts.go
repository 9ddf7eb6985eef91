package score

import "github.com/mcbnc/mcbnc/core/learn/data"

// areOfParts says whether a is of all rows, and b is the sum of the same score of each part that the
// rows were joined of. Then both can be counted at once, in the rows of a.
func areOfParts(a, b Model) (all ofRows, ok bool) {
	all, isOfRows := a.(ofRows)
	each, isSum := b.(sum)
	if !isOfRows || !isSum {
		return all, false
	}
	var parts []*data.Dataset
	for _, part := range each.models {
		p, ok := part.(ofRows)
		if !ok || p.unit != all.unit || p.tables != all.tables || p.first != all.first {
			return all, false
		}
		parts = append(parts, p.data)
	}
	return all, all.data.IsJoinOf(parts)
}

// partsBatch is discreteBatch for the score of all rows and the sum of the scores of each part of
// them: one grouping and one pass over the rows tell the counts of both.
type partsBatch struct{ *discreteBatch }

func newPartsBatch(m ofRows, workers int) partsBatch { return partsBatch{m.newBatch(workers, true)} }

func (b partsBatch) Open(worker, slot int, set []int32, _ int) [2]int64 {
	return b.open(worker, slot, set)
}
