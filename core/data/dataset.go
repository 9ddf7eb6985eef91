package data

import (
	"cmp"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// Dataset is a table of discrete variables, by columns. Any number of goroutines may
// read it, once Index has returned.
type Dataset struct {
	Rows    int
	Columns []Column
}

// code is the type of a variable's states, the smallest one that holds them all.
type code interface{ uint8 | uint16 | uint32 }

// Column is one variable: its state in each row, as a code from 0.
type Column struct {
	Arity int // how many states it may have, whether or not they occur
	Codes int // codes are below this: the arity, or where that is large, what occurs

	narrow []uint8 // one of these three has the states
	medium []uint16
	wide   []uint32

	// The rows with each state but the most frequent one, which is what they leave; nil
	// where there are many states, or before Index.
	masks []bitset.Set
}

// New makes a dataset of columns of so many states each, which it copies. Every state
// is below its column's arity.
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
		c.narrow = converted[uint8](states)
	case arity > len(states):
		return recoded(states, arity)
	case arity <= 1<<16:
		c.medium = converted[uint16](states)
	default:
		c.wide = converted[uint32](states)
	}
	return c
}

// recoded numbers the states as they occur, so that no table goes by an arity that rows
// do not bear out.
func recoded[T code](states []T, arity int) Column {
	codes := map[T]uint32{}
	out := make([]uint32, len(states))
	for row, s := range states {
		code, known := codes[s]
		if !known {
			code = uint32(len(codes))
			codes[s] = code
		}
		out[row] = code
	}
	c := newColumn(out, len(codes))
	c.Arity = arity
	return c
}

func converted[To, From code](states []From) []To {
	out := make([]To, len(states))
	for i, s := range states {
		out[i] = To(s)
	}
	return out
}

// Index makes counting faster, for those who count much.
func (d *Dataset) Index() {
	for i := range d.Columns {
		if c := &d.Columns[i]; c.narrow != nil {
			c.masks = masksOf(c.narrow, c.Codes)
		}
	}
}

// maxMasks keeps the masks from taking more than four times the room of the states.
const maxMasks = 32

func masksOf(states []uint8, codes int) []bitset.Set {
	var times [1 << 8]int
	for _, s := range states {
		times[s]++
	}
	most, seen := 0, 0
	for s, t := range times[:codes] {
		if t > times[most] {
			most = s
		}
		seen += cmp.Compare(t, 0)
	}
	if seen > maxMasks {
		return nil
	}
	masks := make([]bitset.Set, 0, seen)
	var place [1 << 8]int
	for s, t := range times[:codes] {
		if place[s] = -1; s != most && t > 0 {
			place[s] = len(masks)
			masks = append(masks, bitset.New(len(states)))
		}
	}
	for row, s := range states {
		if p := place[s]; p >= 0 {
			masks[p].Add(row)
		}
	}
	return masks
}

// State is the code of the variable's state in a row.
func (c *Column) State(row int) int {
	switch {
	case c.narrow != nil:
		return int(c.narrow[row])
	case c.medium != nil:
		return int(c.medium[row])
	default:
		return int(c.wide[row])
	}
}

// widest is how many codes the column with the most of them has.
func (d *Dataset) widest() int {
	widest := 0
	for i := range d.Columns {
		widest = max(widest, d.Columns[i].Codes)
	}
	return widest
}
