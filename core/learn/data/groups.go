package data

import (
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/learn/popcount"
)

// Groups are a dataset's rows, grouped by their states in some variables. Groups of one row
// are only counted: they stay groups of one row whatever else the rows are grouped by.
type Groups struct {
	Singletons int // the number of groups of one row
	lists      lists
	masked     masked
}

// lists are groups of few rows for the blocks that these are in, or of all rows without an index.
type lists struct {
	rows []int32 // of all groups, group after group, ascending in each
	ends []int32 // where each group ends in rows
}

// masked are groups of many rows: masks of the blocks that they have rows in.
type masked struct {
	sizes  []int32 // the number of rows of each group
	ends   []int32 // where its pieces end
	pieces []piece
	masks  []uint64 // of the pieces, one after the other

	runs []popcount.Run // what is counted together: each group or, if the counts of each part are asked for, what it has in each
	// If these are asked for: where the runs of each group end, and the part of each run.
	runEnds []int32
	parts   []int32
}

// piece is what a group has in one block: one row or more.
type piece = popcount.Piece

// Workspace is scratch memory for grouping and counting. Each goroutine needs its own.
type Workspace struct {
	ByPart bool // the counts of each part are asked for too
	Runs   bool // and of which part they are

	counts []int32 // by state, all zero between calls
	states []int32 // the states with a count above zero
	rows   []int32 // of a group, as a list
	left   []int32 // by piece: rows that are in no group yet
	piece  [maxMasks]int32

	// The groups by the first k variables of the last list, for k = 0, 1, ... Sets that are grouped one after
	// the other often begin with the same variables.
	last  []int32
	chain []Groups
}

// NewWorkspace returns a workspace for d.
func NewWorkspace(d *Dataset) *Workspace {
	return &Workspace{counts: make([]int32, d.maxCodes())}
}

// Group makes g the groups by the given variables, in O(rows · variables). Variables that the
// last call with the same workspace began with cost nothing if this call begins with them.
func (g *Groups) Group(d *Dataset, variables []int32, ws *Workspace) {
	if ws.chain == nil {
		ws.chain = make([]Groups, 1, 8)
		ws.chain[0].whole(d)
	}
	same := 0
	for same < min(len(variables), len(ws.last)) && variables[same] == ws.last[same] {
		same++
	}
	for k := same; k < len(variables); k++ {
		if k+1 == len(ws.chain) {
			ws.chain = append(ws.chain, Groups{})
		}
		ws.chain[k+1].refine(&ws.chain[k], d, &d.Columns[variables[k]], ws)
	}
	ws.last = append(ws.last[:same], variables[same:]...)
	g.copy(&ws.chain[len(variables)])
	if ws.ByPart {
		g.masked.cut(d)
	} else {
		g.masked.keep()
	}
}

func (g *Groups) copy(src *Groups) {
	g.Singletons = src.Singletons
	l, m := &g.lists, &g.masked
	l.rows, l.ends = append(l.rows[:0], src.lists.rows...), append(l.ends[:0], src.lists.ends...)
	m.sizes, m.ends = append(m.sizes[:0], src.masked.sizes...), append(m.ends[:0], src.masked.ends...)
	m.pieces, m.masks = append(m.pieces[:0], src.masked.pieces...), append(m.masks[:0], src.masked.masks...)
}

func (g *Groups) clear() {
	g.Singletons = 0
	g.lists = lists{g.lists.rows[:0], g.lists.ends[:0]}
	m := &g.masked
	m.sizes, m.ends, m.pieces, m.masks = m.sizes[:0], m.ends[:0], m.pieces[:0], m.masks[:0]
}

// whole makes g one group of all rows.
func (g *Groups) whole(d *Dataset) {
	g.clear()
	switch {
	case d.Rows < 2:
		g.Singletons = d.Rows
	case d.blocks == nil:
		for row := range int32(d.Rows) {
			g.lists.rows = append(g.lists.rows, row)
		}
		g.lists.ends = append(g.lists.ends, int32(d.Rows))
	default:
		for k := range d.blocks {
			b := &d.blocks[k]
			first, rows := len(g.masked.masks), b.end-b.first
			g.masked.masks = append(g.masked.masks, make([]uint64, b.words)...)
			bitset.Set(g.masked.masks[first:]).Fill(int(rows))
			g.masked.pieces = append(g.masked.pieces, piece{Block: int32(k), Rows: rows})
		}
		g.masked.sizes, g.masked.ends = append(g.masked.sizes, int32(d.Rows)), append(g.masked.ends, int32(len(d.blocks)))
	}
}

// refine makes g the groups of src, each split by the states of a column.
func (g *Groups) refine(src *Groups, d *Dataset, c *Column, ws *Workspace) {
	g.clear()
	g.Singletons = src.Singletons
	src.lists.each(func(rows []int32) { c.codes.split(g, rows, ws) })
	src.masked.each(d, func(pieces []piece, masks []uint64, rows int32) {
		if c.masks == nil {
			c.codes.split(g, d.list(pieces, masks, ws), ws)
		} else {
			g.refineMasks(d, c, pieces, masks, rows, ws)
		}
	})
}

// Each calls f with the rows of each group of at least two rows.
func (g *Groups) Each(d *Dataset, f func(rows []int32), ws *Workspace) {
	g.lists.each(f)
	g.masked.each(d, func(pieces []piece, masks []uint64, _ int32) { f(d.list(pieces, masks, ws)) })
}

func (l *lists) each(f func(rows []int32)) {
	start := int32(0)
	for _, end := range l.ends {
		f(l.rows[start:end])
		start = end
	}
}

func (m *masked) each(d *Dataset, f func(pieces []piece, masks []uint64, rows int32)) {
	start, masks := int32(0), m.masks
	for k, end := range m.ends {
		pieces := m.pieces[start:end]
		words := d.words(pieces)
		f(pieces, masks[:words], m.sizes[k])
		start, masks = end, masks[words:]
	}
}

// words is the number of words of the masks of some pieces.
func (d *Dataset) words(pieces []piece) (words int) {
	for _, p := range pieces {
		words += int(d.blocks[p.Block].words)
	}
	return words
}

// list are the rows of a group, in scratch memory.
func (d *Dataset) list(pieces []piece, masks []uint64, ws *Workspace) []int32 {
	ws.rows = d.appendRows(ws.rows[:0], pieces, masks)
	return ws.rows
}

// appendRows appends the rows of a group to a list.
func (d *Dataset) appendRows(rows []int32, pieces []piece, masks []uint64) []int32 {
	for _, p := range pieces {
		b := &d.blocks[p.Block]
		for w, word := range masks[:b.words] {
			for ; word != 0; word &= word - 1 {
				rows = append(rows, b.first+int32(bitset.Lowest(w, word)))
			}
		}
		masks = masks[b.words:]
	}
	return rows
}
