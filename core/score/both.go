package score

import (
	"context"

	"github.com/mcbnc/mcbnc/core/data"
)

// newBothBatch is the batch of two models of the same variables and the same unit. If a is of all
// rows, and b is the sum of the same score of each part of the rows, both are counted at once.
func newBothBatch(a, b Model, workers int) batch {
	if all, ok := a.(*discrete); ok {
		if each, ok := b.(sum); ok && each.isByPart(all) {
			return newPartsBatch(all, workers)
		}
	}
	return twoBatches{a.NewBatch(workers), b.NewBatch(workers), a.Variables()}
}

// isByPart says whether the models are those of the parts that the rows of m were joined of, with
// the same F.
func (s sum) isByPart(m *discrete) bool {
	var parts []*data.Dataset
	for _, part := range s.models {
		p, ok := part.(*discrete)
		if !ok || p.unit != m.unit || p.tables != m.tables || p.first != m.first {
			return false
		}
		parts = append(parts, p.data)
	}
	return m.data.IsJoinOf(parts)
}

// twoBatches are the batches of any two models.
type twoBatches struct {
	a, b Batch
	n    int
}

func (t twoBatches) Slots() int { return min(t.a.Slots(), t.b.Slots()) }

func (t twoBatches) Cost() (open, extend int) {
	openA, extendA := t.a.Cost()
	openB, extendB := t.b.Cost()
	return openA + openB, extendA + extendB
}

func (t twoBatches) Open(worker, slot int, set []int32, extensions int) [2]int64 {
	return [2]int64{t.a.Open(worker, slot, set, extensions), t.b.Open(worker, slot, set, extensions)}
}

func (t twoBatches) Extend(ctx context.Context, worker, slot int, variables []int32, values []int64) {
	t.a.Extend(ctx, worker, slot, variables, values[:t.n])
	t.b.Extend(ctx, worker, slot, variables, values[t.n:])
}

// partsBatch is discreteBatch for the score of all rows and the sum of the scores of each part of
// them: one grouping and one pass over the rows tell the counts of both.
type partsBatch struct {
	discreteBatch
	counts []data.PartCounts // by worker
}

func newPartsBatch(m *discrete, workers int) *partsBatch {
	return &partsBatch{*m.newBatch(workers), make([]data.PartCounts, workers)}
}

func (b *partsBatch) Open(worker, slot int, set []int32, extensions int) [2]int64 {
	w, s, counts := &b.workers[worker], &b.slots[slot], &b.counts[worker]
	s.open(b.m, set, w)
	s.groups.SplitParts(b.m.data)
	if extensions >= worthMasks {
		s.groups.MakePartMasks(b.m.data)
	}
	s.groups.PartSizes(counts)
	return b.m.terms(s.size).both(counts, s.groups.Singletons)
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
		both := known.of(b.m, s.size, x).both(counts, s.groups.Singletons)
		values[x], values[len(b.m.data.Columns)+int(x)] = both[0], both[1]
	}
}

// both is the sum of the terms over all rows, and over each part.
func (t terms) both(counts *data.PartCounts, singletons int) [2]int64 {
	return [2]int64{t.sum(counts.All, singletons), t.sum(counts.Each, counts.Singletons)}
}
