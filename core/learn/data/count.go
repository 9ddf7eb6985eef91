package data

import (
	"math/bits"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// The rough cost of one word of a mask, and of one row of a list, in the same unit.
const (
	wordCost = 1
	rowCost  = 2
)

// MakeMasks makes a mask of the rows of every group that is large enough. In such a group,
// whole words are counted at once. It pays if many columns are counted.
func (g *Groups) MakeMasks(d *Dataset) {
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

// Sizes appends the number of rows of each group of at least two rows.
func (g *Groups) Sizes(counts []int32) []int32 {
	start := int32(0)
	for _, end := range g.ends {
		counts = append(counts, end-start)
		start = end
	}
	return counts
}

// Counts appends, for each group of at least two rows, the number of its rows in each state
// of the column that occurs in it.
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

// countMasked counts by state the rows of a group, given their mask and number.
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

// countBoth is the size of the intersection of a and b. Learning spends nearly all of its
// time here and in countNarrow, so four words are counted at a time.
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

// countNarrow counts the rows of a list by state. It pays if there are not many more states
// than rows. Rows that follow one another often have the same state. Even and odd rows have
// separate counts, so that one increment need not wait for the one before.
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

// count counts the rows of a list by state, for any number of states.
func count[T code](rows []int32, states []T, counts []int32, ws *Workspace) []int32 {
	if len(rows) == 2 { // the most frequent size where groups are many
		if states[rows[0]] == states[rows[1]] {
			return append(counts, 2)
		}
		return append(counts, 1, 1)
	}
	for _, s := range countStates(rows, states, ws) {
		counts = append(counts, ws.counts[s])
		ws.counts[s] = 0
	}
	return counts
}
