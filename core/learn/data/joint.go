package data

import (
	"math/bits"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/learn/popcount"
)

// Joint counts the rows by their joint states of some variables, in ascending order. An index makes it faster.
func (d *Dataset) Joint(variables []int32) Joint {
	var j jointCounter
	cells, masked := 1, d.whole && len(variables) > 0
	for _, v := range variables {
		c := &d.Columns[v]
		j.columns = append(j.columns, c)
		cells *= c.Arity
		masked = masked && c.masks != nil && c.states == nil
	}
	j.counts = make([]int32, cells)
	if masked {
		j.groups = make([]popcount.Block, len(variables))
		for k := range d.blocks {
			j.countBlock(&d.blocks[k])
		}
	} else {
		j.countRows(d.Rows)
	}
	return Joint{variables, j.counts}
}

// jointCounter counts joint states of some columns.
type jointCounter struct {
	columns []*Column
	counts  []int32 // by cell

	// By masks:
	groups []popcount.Block // by place: the rows of one joint state of the columns up to there
	last   [maxMasks]int32  // by state that occurs: the rows of a group
}

// countRows counts row by row.
func (j *jointCounter) countRows(rows int) {
	var room [1 << 11]int // of as many rows at a time as stay in the processor's first cache
	for from := 0; from < rows; from += len(room) {
		at := room[:min(len(room), rows-from)] // by row: its cell
		clear(at)
		for _, c := range j.columns {
			c.appendDigit(at, from)
		}
		for _, cell := range at {
			j.counts[cell]++
		}
	}
}

// appendDigit appends to numbers, one for each row of a part, the state as a digit whose base is the arity.
func (c *Column) appendDigit(numbers []int, from int) {
	if c.states != nil {
		for k := range numbers {
			numbers[k] = numbers[k]*c.Arity + int(c.original(from+k))
		}
		return
	}
	switch codes := c.codes.(type) { // a method of the interface would have the numbers on the heap
	case packed[uint8]:
		codes.appendDigit(numbers, from, c.Arity)
	case packed[uint16]:
		codes.appendDigit(numbers, from, c.Arity)
	case packed[uint32]:
		codes.appendDigit(numbers, from, c.Arity)
	}
}

func (states packed[T]) appendDigit(numbers []int, from, base int) {
	for k, state := range states[from:][:len(numbers)] {
		numbers[k] = numbers[k]*base + int(state)
	}
}

// countBlock counts the rows of a block by their masks.
func (j *jointCounter) countBlock(b *block) {
	rows := b.end - b.first
	var all popcount.Block
	bitset.Set(all[:]).Fill(int(rows))
	j.countGroup(b, &all, rows, 0, 0)
}

// fewRows is the most rows that are counted faster one by one than by masks.
const fewRows = 8

// countGroup counts some rows of a block, which have the same states in the columns before place: these are the cell's first
// digits.
func (j *jointCounter) countGroup(b *block, group *popcount.Block, rows int32, place, cell int) {
	c := j.columns[place]
	masks := c.masksIn(b)
	if place == len(j.columns)-1 {
		counts := j.last[:c.seen]
		popcount.Counts(group, masks, counts)
		for k, n := range counts {
			j.counts[cell*c.Arity+int(c.stands[k])] += n
		}
		return
	}
	if rows <= fewRows {
		j.countFew(b, group, place, cell)
		return
	}
	part := &j.groups[place]
	for k := 0; rows > 0; k++ {
		if n := int32(popcount.And(part, group, (*popcount.Block)(masks[k*popcount.Words:]))); n > 0 {
			j.countGroup(b, part, n, place+1, cell*c.Arity+int(c.stands[k]))
			rows -= n
		}
	}
}

// countFew is countGroup, row by row.
func (j *jointCounter) countFew(b *block, group *popcount.Block, place, cell int) {
	for w, word := range group {
		for ; word != 0; word &= word - 1 {
			row := int(b.first) + w*64 + bits.TrailingZeros64(word)
			at := cell
			for _, c := range j.columns[place:] {
				at = at*c.Arity + int(c.narrow()[row])
			}
			j.counts[at]++
		}
	}
}
