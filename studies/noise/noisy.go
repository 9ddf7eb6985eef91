package main

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/mcbnc/mcbnc/core/learn/score"
)

// noisy is a model with noise added to F of each set but the empty one. The noise of a set is the
// same whenever it is asked for, since it is drawn from a seed and the set alone. It is Gaussian: so
// the sum of what several sites add is Gaussian too, and is drawn at once.
type noisy struct {
	score.Model
	seed      uint64
	deviation float64 // the standard deviation of the noise, in units
	margin    int64   // taken off the score of each family, in units
}

func (m noisy) NodePenalty(y int) int64 { return m.Model.NodePenalty(y) + m.margin }

// noise is what is added to F of a set, in ascending order, in units.
func (m noisy) noise(set []int32) int64 {
	if len(set) == 0 {
		return 0
	}
	hash := fnv.New64a()
	for _, x := range set {
		hash.Write(binary.LittleEndian.AppendUint32(nil, uint32(x)))
	}
	return int64(math.Round(m.deviation * rand.New(rand.NewPCG(m.seed, hash.Sum64())).NormFloat64()))
}

func (m noisy) NewBatch(workers int) score.Batch {
	b := noisyBatch{Batch: m.Model.NewBatch(workers), model: m}
	b.sets = make([][]int32, b.Slots())
	return b
}

// noisyBatch keeps which set each slot has.
type noisyBatch struct {
	score.Batch
	model noisy
	sets  [][]int32
}

func (b noisyBatch) Open(worker, slot int, set []int32, extensions int) int64 {
	b.sets[slot] = slices.Sorted(slices.Values(set))
	return b.Batch.Open(worker, slot, set, extensions) + b.model.noise(b.sets[slot])
}

func (b noisyBatch) Extend(ctx context.Context, worker, slot int, variables []int32, values []int64) {
	b.Batch.Extend(ctx, worker, slot, variables, values)
	for _, x := range variables {
		at, _ := slices.BinarySearch(b.sets[slot], x)
		values[x] += b.model.noise(slices.Insert(slices.Clone(b.sets[slot]), at, x))
	}
}
