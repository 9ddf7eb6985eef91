package score

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// filler evaluates what sets lack. It opens as many sets as the batch has slots for, then
// extends them, and goes on to the next ones. Workers share both loops.
type filler struct {
	batch batch
	team  *parallel.Team

	ctx     context.Context // of the call of fill under way
	open    []*set          // by slot
	blocks  []block
	missing []int32 // the variables of all blocks
}

// block is some of the variables by which the set of a slot is to be extended: what one
// worker does at a time.
type block struct {
	slot      int
	variables []int32
}

const blockSize = 16 // variables

func newFiller(b batch, team *parallel.Team) filler { return filler{batch: b, team: team} }

// batch is Batch for one model or two. What Open returns, and what Extend writes, is by model.
type batch interface {
	Slots() int
	Cost() (open, extend int)
	Open(worker, slot int, set []int32, extensions int) [2]int64
	Extend(ctx context.Context, worker, slot int, variables []int32, values []int64)
}

// single is the batch of one model.
type single struct{ Batch }

func (b single) Open(worker, slot int, set []int32, extensions int) [2]int64 {
	return [2]int64{b.Batch.Open(worker, slot, set, extensions)}
}

// fill evaluates what the sets lack, or returns ctx's error.
func (f *filler) fill(ctx context.Context, sets []*set) error {
	f.ctx = ctx
	// Sets that begin with the same variables come one after the other: see data.Group.
	slices.SortFunc(sets, func(a, b *set) int { return slices.Compare(a.members, b.members) })
	open, extend := f.batch.Cost()
	for len(sets) > 0 {
		f.open = sets[:min(f.batch.Slots(), len(sets))]
		f.blocks, f.missing = f.blocks[:0], f.missing[:0]
		for slot := range f.open {
			f.addBlocks(slot)
		}
		f.team.Do(len(f.open), open, f.openSlot)
		f.team.Do(len(f.blocks), blockSize*extend, f.extendBlock)
		if err := ctx.Err(); err != nil {
			return err
		}
		sets = sets[len(f.open):]
	}
	return nil
}

func (f *filler) addBlocks(slot int) {
	start := len(f.missing)
	f.missing = f.open[slot].missing.Append(f.missing)
	for missing := f.missing[start:]; len(missing) > 0; {
		size := min(blockSize, len(missing))
		f.blocks = append(f.blocks, block{slot, missing[:size]})
		missing = missing[size:]
	}
}

func (f *filler) openSlot(worker, slot int) {
	if f.ctx.Err() == nil {
		b := f.open[slot]
		b.value = f.batch.Open(worker, slot, b.members, b.missing.Count())
	}
}

func (f *filler) extendBlock(worker, k int) {
	b := &f.blocks[k]
	f.batch.Extend(f.ctx, worker, b.slot, b.variables, f.open[b.slot].with)
}
