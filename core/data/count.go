package data

import (
	"math/bits"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// What one word of a mask costs, and what one row of a list does: about, in the same unit.
const (
	wordCost = 1
	rowCost  = 2
)

// Masked gives every group that is large enough a mask of its rows, so that counting in
// it is a matter of whole words. Worth it where many columns are counted.
func (g *Groups) Masked(d *Dataset) {
	words := bitset.Words(d.Rows)
	g.masks = g.masks[:0]
	start := int32(0)
	for _, end := range g.ends {
		var mask bitset.Set
		if rows := g.rows[start:end]; words*wordCost < len(rows)*rowCost {
			mask = bitset.New(d.Rows)
			for _, row := range rows {
				mask.Add(int(row))
			}
		}
		g.masks = append(g.masks, mask)
		start = end
	}
}

// Sizes appends how many rows each group has, but for those that are alone.
func (g *Groups) Sizes(counts []int32) []int32 {
	start := int32(0)
	for _, end := range g.ends {
		counts = append(counts, end-start)
		start = end
	}
	return counts
}

// Counts appends, group by group, how many of its rows have each state of the column,
// where there are any; for the rows that are alone, which would be 1 each, nothing.
func (g *Groups) Counts(c *Column, counts []int32, ws *Workspace) []int32 {
	start := int32(0)
	for k, end := range g.ends {
		rows := g.rows[start:end]
		start = end
		switch {
		case k < len(g.masks) && g.masks[k] != nil && c.masks != nil &&
			len(c.masks)*len(g.masks[k])*wordCost < len(rows)*rowCost:
			counts = c.countMasked(g.masks[k], len(rows), counts)
		case c.narrow != nil && len(rows) > c.Codes/2+4:
			counts = countNarrow(rows, c, counts, ws)
		case c.narrow != nil:
			counts = count(rows, c.narrow, counts, ws)
		case c.medium != nil:
			counts = count(rows, c.medium, counts, ws)
		default:
			counts = count(rows, c.wide, counts, ws)
		}
	}
	return counts
}

// countMasked counts the rows of a mask, of which there are so many, by state.
func (c *Column) countMasked(mask bitset.Set, rows int, counts []int32) []int32 {
	for _, m := range c.masks {
		if n := countBoth(mask, m); n > 0 {
			counts = append(counts, int32(n))
			rows -= n
		}
	}
	if rows > 0 {
		counts = append(counts, int32(rows))
	}
	return counts
}

// countBoth is the number of members that a and b share, four words at a time: nearly all
// of the time that learning takes is spent here or in countNarrow.
func countBoth(a, b bitset.Set) int {
	b = b[:len(a)]
	n0, n1, n2, n3 := 0, 0, 0, 0
	for len(a) >= 4 && len(b) >= 4 {
		n0 += bits.OnesCount64(a[0] & b[0])
		n1 += bits.OnesCount64(a[1] & b[1])
		n2 += bits.OnesCount64(a[2] & b[2])
		n3 += bits.OnesCount64(a[3] & b[3])
		a, b = a[4:], b[4:]
	}
	return n0 + n1 + n2 + n3 + a.CountAnd(b)
}

// countNarrow counts the rows of a list by state, of which there are not many more than
// rows. Two rows in a row often have the same state: each has a count of its own, so that
// one need not wait for the other.
func countNarrow(rows []int32, c *Column, counts []int32, ws *Workspace) []int32 {
	even, odd, states := &ws.even, &ws.odd, c.narrow
	for ; len(rows) >= 2; rows = rows[2:] {
		even[states[rows[0]]]++
		odd[states[rows[1]]]++
	}
	if len(rows) == 1 {
		even[states[rows[0]]]++
	}
	for s := range c.Codes {
		if n := even[s] + odd[s]; n > 0 {
			counts = append(counts, n)
			even[s], odd[s] = 0, 0
		}
	}
	return counts
}

// count counts the rows of a list by state.
func count[T code](rows []int32, states []T, counts []int32, ws *Workspace) []int32 {
	if len(rows) == 2 { // the most frequent size where groups are many
		if states[rows[0]] == states[rows[1]] {
			return append(counts, 2)
		}
		return append(counts, 1, 1)
	}
	for _, s := range tally(rows, states, ws) {
		counts = append(counts, ws.times[s])
		ws.times[s] = 0
	}
	return counts
}
