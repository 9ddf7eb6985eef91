package data

import (
	"math/bits"
	"slices"

	"github.com/mcbnc/mcbnc/core/learn/popcount"
)

// split appends the rows of a group to g as one group for each state that occurs. It is a counting sort: the first
// pass counts the rows of each state, the second one puts them in place.
func (states packed[T]) split(g *Groups, rows []int32, ws *Workspace) {
	const singleton = -1
	l, next := &g.lists, ws.counts // by state: where its next row goes
	ws.states = states.add(rows, next, ws.states)
	at := int32(len(l.rows))
	for _, s := range ws.states {
		n := next[s]
		if n == 1 {
			next[s] = singleton
			g.Singletons++
			continue
		}
		next[s] = at
		at += n
		l.ends = append(l.ends, at)
	}
	l.rows = slices.Grow(l.rows, len(rows))[:at]
	for _, row := range rows {
		s := states[row]
		if to := next[s]; to != singleton {
			l.rows[to] = row
			next[s] = to + 1
		}
	}
	for _, s := range ws.states {
		next[s] = 0
	}
}

// add adds the rows by state to counts. It returns the states that had none, in the memory of seen. Each state is written
// there, and the next one over it unless it is new: which is new is unpredictable, so a branch would be wrong half of the
// time.
func (states packed[T]) add(rows, counts, seen []int32) []int32 {
	seen = sized(seen, len(rows))
	found := 0
	for _, row := range rows {
		s := states[row]
		seen[found] = int32(s)
		n := counts[s]
		if n == 0 {
			found++
		}
		counts[s] = n + 1
	}
	return seen[:found]
}

// refineMasks appends a group of rows to g as one group for each state of a column that occurs.
func (g *Groups) refineMasks(d *Dataset, c *Column, pieces []piece, masks []uint64, rows int32, ws *Workspace) {
	m := &g.masked
	if len(pieces) == 1 {
		b := &d.blocks[pieces[0].Block]
		for states := c.masksIn(b); rows > 0; states = states[b.words:] {
			first, firstWord := len(m.pieces), len(m.masks)
			both, n := appendBoth(m.masks, masks, states)
			if n > 0 {
				m.masks, m.pieces = both, append(m.pieces, piece{Block: pieces[0].Block, Rows: n})
				rows -= n
				g.close(d, first, firstWord, n)
			}
		}
		return
	}
	left := ws.left[:0]
	for _, p := range pieces {
		left = append(left, p.Rows)
	}
	ws.left = left
	for s := 0; rows > 0; s++ {
		first, firstWord, of := len(m.pieces), len(m.masks), masks
		size, bothMasks, bothPieces := int32(0), m.masks, m.pieces // kept off the heap: the collector watches what is written there
		for k, p := range pieces {
			b := &d.blocks[p.Block]
			words := int(b.words)
			if left[k] > 0 {
				var n int32
				bothMasks, n = appendBoth(bothMasks, of[:words], c.masksIn(b)[s*words:])
				if n > 0 {
					bothPieces = append(bothPieces, piece{Block: p.Block, Rows: n})
					left[k] -= n
					size += n
				}
			}
			of = of[words:]
		}
		rows -= size
		m.masks, m.pieces = bothMasks, bothPieces
		g.close(d, first, firstWord, size)
	}
}

// appendBoth appends the intersection of a group and a state, unless it is empty. It returns its size
// too. The state may have more words than the group.
func appendBoth(masks, group, state []uint64) ([]uint64, int32) {
	if len(group) == popcount.Words {
		at := len(masks)
		masks = slices.Grow(masks, popcount.Words)[:at+popcount.Words]
		n := popcount.And((*popcount.Block)(masks[at:]), (*popcount.Block)(group), (*popcount.Block)(state))
		if n == 0 {
			masks = masks[:at]
		}
		return masks, int32(n)
	}
	n := 0
	for w, word := range group {
		both := word & state[w]
		n += bits.OnesCount64(both)
		masks = append(masks, both)
	}
	if n == 0 {
		masks = masks[:len(masks)-len(group)]
	}
	return masks, int32(n)
}

// rowCost is what a row of a list takes, roughly, in words whose intersection with a state is counted.
const rowCost = 16

// close ends the group of rows that begins there. If that is faster to count, it becomes a list.
func (g *Groups) close(d *Dataset, first, firstWord int, rows int32) {
	m, l := &g.masked, &g.lists
	switch {
	case rows == 0:
		return
	case rows == 1:
		g.Singletons++
	case int(rows)*rowCost < (len(m.masks)-firstWord)*d.states:
		l.rows = d.appendRows(l.rows, m.pieces[first:], m.masks[firstWord:])
		l.ends = append(l.ends, int32(len(l.rows)))
	default:
		m.sizes, m.ends = append(m.sizes, rows), append(m.ends, int32(len(m.pieces)))
		return
	}
	m.pieces, m.masks = m.pieces[:first], m.masks[:firstWord]
}
