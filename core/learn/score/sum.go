package score

import (
	"context"
	"math"
	"math/bits"
)

// sum is a Model whose F is the sum of the F of other models, of the same variables and the same
// unit. So a score is the sum of their scores.
type sum struct {
	models     []Model
	penalising []Model // those whose penalties may not be 0
}

// Sum is the model of the sum of some models' scores. The models have the same variables and the
// same unit. The unit leaves room for the sum: see Parameters.MaxUnit and Room.
func Sum(models []Model) Model {
	s := sum{models: models}
	for _, m := range models {
		if rows, ok := m.(ofRows); !ok || rows.parameter != 0 {
			s.penalising = append(s.penalising, m)
		}
	}
	return s
}

// Room is the number of binary places that a unit must give up for the sum of a number of F.
func Room(models int) int { return bits.Len(uint(models - 1)) }

func (m sum) Variables() int            { return m.models[0].Variables() }
func (m sum) Equal() bool               { return m.models[0].Equal() }
func (m sum) Unit() int                 { return m.models[0].Unit() }
func (m sum) Float(units int64) float64 { return m.models[0].Float(units) }

func (m sum) Penalty(y int32, parents []int32) float64 {
	total := 0.0
	for _, part := range m.penalising {
		total += part.Penalty(y, parents)
	}
	return total
}

func (m sum) NodePenalty(y int) int64 {
	total := int64(0)
	for _, part := range m.penalising {
		if total += part.NodePenalty(y); total >= MaxPenalty {
			return MaxPenalty
		}
	}
	return total
}

func (m sum) ArcPenalty(others []int32, x, y int) int64 {
	total := int64(0)
	for _, part := range m.penalising {
		if total += part.ArcPenalty(others, x, y); total >= MaxPenalty {
			return MaxPenalty
		}
	}
	return total
}

// sumBatch opens a set in the batches of all models at once.
type sumBatch struct {
	batches []Batch
	slots   int
	values  [][]int64 // by worker: of one model, while they are added
}

func (m sum) NewBatch(workers int) Batch {
	b := &sumBatch{values: make([][]int64, workers)}
	least := math.MaxInt
	for _, part := range m.models {
		batch := part.NewBatch(workers)
		b.batches, least = append(b.batches, batch), min(least, batch.Slots())
	}
	b.slots = max(workers, least/len(m.models)) // all open sets take the memory of one model's
	for i := range b.values {
		b.values[i] = make([]int64, m.Variables())
	}
	return b
}

func (b *sumBatch) Slots() int { return b.slots }

func (b *sumBatch) Cost() (open, extend int) {
	for _, batch := range b.batches {
		o, e := batch.Cost()
		open, extend = open+o, extend+e
	}
	return open, extend
}

func (b *sumBatch) Open(worker, slot int, set []int32, extensions int) int64 {
	total := int64(0)
	for _, batch := range b.batches {
		total += batch.Open(worker, slot, set, extensions)
	}
	return total
}

func (b *sumBatch) Extend(ctx context.Context, worker, slot int, variables []int32, values []int64) {
	for _, x := range variables {
		values[x] = 0
	}
	part := b.values[worker]
	for _, batch := range b.batches {
		batch.Extend(ctx, worker, slot, variables, part)
		for _, x := range variables {
			values[x] += part[x]
		}
	}
}
