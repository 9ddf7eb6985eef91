package data

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/learn/popcount"
)

// Dataset is a table of discrete variables, stored by column. Any number of goroutines may
// read it once Index has returned.
type Dataset struct {
	Rows    int
	Columns []Column

	blocks []block    // of the columns' masks; nil before Index
	whole  bool       // all blocks have popcount.Words
	states int        // that have masks in a column, less one, on average
	joined []*Dataset // what Join made it of
	parts  parts
}

// Column is one variable: its state in each row, as a code from 0.
type Column struct {
	Arity int // the number of possible states, whether or not they occur
	Codes int // all codes are below: the arity or, if that is large, the states that occur

	codes  codes
	states []uint32 // by code: the state that it stands for; nil: every code is its state

	// After Index, unless there are many states: the number of states that occur, their masks, block by block, and their
	// codes, mask by mask.
	seen   int
	masks  []uint64
	stands []uint8
}

// New makes a dataset of columns with the given numbers of possible states. It copies the columns.
// Every state is below its column's arity.
func New[T code](rows int, columns [][]T, arity []int32) *Dataset {
	d := &Dataset{Rows: rows, Columns: make([]Column, len(columns))}
	for i, states := range columns {
		d.Columns[i] = newColumn(states, int(arity[i]))
	}
	return d
}

func newColumn[T code](states []T, arity int) Column {
	c := Column{Arity: arity, Codes: arity}
	switch {
	case arity <= 1<<8:
		c.codes = converted[uint8](states)
	case arity > len(states):
		return recoded(states, arity)
	case arity <= 1<<16:
		c.codes = converted[uint16](states)
	default:
		c.codes = converted[uint32](states)
	}
	return c
}

// recoded numbers the states that occur, in their order. So no array is as long as an arity that
// is larger than the number of rows.
func recoded[T code](states []T, arity int) Column {
	seen := slices.Clone(states)
	slices.Sort(seen)
	seen = slices.Compact(seen)
	codes := make(map[T]uint32, len(seen))
	for code, s := range seen {
		codes[s] = uint32(code)
	}
	out := make([]uint32, len(states))
	for row, s := range states {
		out[row] = codes[s]
	}
	c := newColumn(out, len(codes))
	c.Arity, c.states = arity, converted[uint32](seen)
	return c
}

func converted[To, From code](states []From) packed[To] {
	out := make(packed[To], len(states))
	if same, ok := any(states).([]To); ok {
		copy(out, same)
		return out
	}
	for i, s := range states {
		out[i] = To(s)
	}
	return out
}

// Index makes counting faster. It pays if much is counted. If ctx ends, the columns that are left are
// not indexed: what counts them is slower, and the counts are the same.
func (d *Dataset) Index(ctx context.Context) {
	ends := d.parts.ends
	if d.joined == nil {
		ends = []int32{int32(d.Rows)}
	}
	if d.blocks = blocksOf(ends); d.blocks == nil {
		return
	}
	d.whole = !slices.ContainsFunc(d.blocks, func(b block) bool { return b.words != popcount.Words })
	for i := range d.Columns {
		if ctx.Err() != nil {
			return
		}
		if c := &d.Columns[i]; c.narrow() != nil {
			c.index(d.blocks)
			d.states += c.seen
		}
	}
	d.states = d.states/len(d.Columns) - 1
}

// Arity is the arity of each column.
func (d *Dataset) Arity() []int {
	arity := make([]int, len(d.Columns))
	for i := range d.Columns {
		arity[i] = d.Columns[i].Arity
	}
	return arity
}

// State is the code of the variable's state in a row.
func (c *Column) State(row int) int { return c.codes.at(row) }

// maxCodes is the largest number of codes of a column.
func (d *Dataset) maxCodes() int {
	most := 0
	for i := range d.Columns {
		most = max(most, d.Columns[i].Codes)
	}
	return most
}
