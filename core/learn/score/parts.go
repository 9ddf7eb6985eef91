package score

import (
	"context"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// areOfParts says whether a is of all rows, and b is the sum of the same score of each part that the
// rows were joined of. Then both can be counted at once, in the rows of a.
func areOfParts(a, b Model) (m ofParts, ok bool) {
	all, isOfRows := a.(ofRows)
	each, isSum := b.(sum)
	if !isOfRows || !isSum || !all.Equal() {
		return m, false
	}
	var parts []*data.Dataset
	var shapes []*discrete
	for _, part := range each.models {
		p, ok := part.(ofRows)
		if !ok || p.unit != all.unit || p.tables != all.tables || p.first != all.first {
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

// batchOfParts is the batch that suits the sizes of the parts.
func batchOfParts(m ofParts, workers int) batch {
	if m.data.HasSmallParts() {
		return newSmallPartsBatch(m, workers)
	}
	return newPartsBatch(m, workers)
}

// partsBatch is discreteBatch for the score of all rows and the sum of the scores of each part of
// them: one grouping and one pass over the rows tell the counts of both.
type partsBatch struct {
	discreteBatch
	each   *wholes
	counts []data.PartCounts // by worker
}

func newPartsBatch(m ofParts, workers int) *partsBatch {
	return &partsBatch{*m.newBatch(workers), m.eachWholes, make([]data.PartCounts, workers)}
}

func (b *partsBatch) Open(worker, slot int, set []int32, extensions int) [2]int64 {
	w, s, counts := &b.workers[worker], &b.slots[slot], &b.counts[worker]
	s.open(b.m, set, w)
	s.groups.SplitParts(b.m.data)
	if extensions >= worthMasks {
		s.groups.MakePartMasks(b.m.data)
	}
	s.groups.PartSizes(counts)
	return b.m.terms(s.size).both(b.each.of(s.size), counts, s.groups.Singletons)
}

func (b *partsBatch) Extend(ctx context.Context, worker, slot int, variables []int32, values []int64) {
	w, s, counts := &b.workers[worker], &b.slots[slot], &b.counts[worker]
	var known termsByArity
	for _, x := range variables {
		if ctx.Err() != nil {
			return
		}
		column := &b.m.data.Columns[x]
		s.groups.PartCounts(b.m.data, column, counts, w.ws)
		each := b.each.of(b.m.with(s.size, x))
		both := known.of(b.m, s.size, x).both(each, counts, s.groups.Singletons)
		values[x], values[len(b.m.data.Columns)+int(x)] = both[0], both[1]
	}
}

// both is the sum of the terms over all rows, and over each part, whose wholes are together each.
func (t terms) both(each int64, counts *data.PartCounts, singletons int) [2]int64 {
	all := t.sum(counts.All, singletons)
	t.whole = each
	return [2]int64{all, t.sum(counts.Each, counts.Singletons)}
}
