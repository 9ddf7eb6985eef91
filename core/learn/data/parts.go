package data

import (
	"math/bits"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// parts tell which rows of a joined dataset came from which one. Rows of one part follow one another.
type parts struct {
	of   []int32 // by row: the number of its part
	ends []int32 // by part: where its rows end
	at   []int32 // by part: where its words are among those of all parts, and last their number; see indexSmallParts
}

// IsJoinOf says whether d was made by Join of these very datasets.
func (d *Dataset) IsJoinOf(datasets []*Dataset) bool {
	if len(d.joined) != len(datasets) {
		return false
	}
	for k, part := range d.joined {
		if part != datasets[k] {
			return false
		}
	}
	return len(datasets) > 0
}

// join notes what d was joined of.
func (d *Dataset) join(datasets []*Dataset) {
	d.joined = datasets
	d.parts.of = make([]int32, 0, d.Rows)
	for k, part := range datasets {
		for range part.Rows {
			d.parts.of = append(d.parts.of, int32(k))
		}
		d.parts.ends = append(d.parts.ends, int32(len(d.parts.of)))
	}
}

// PartCounts are counts of rows, each over all rows together and in each part alone. Joint states
// of one row in a part are only counted themselves.
type PartCounts struct {
	All, Each  []int32
	Singletons int // joint states of one row in a part
}

func (c *PartCounts) clear() { c.All, c.Each, c.Singletons = c.All[:0], c.Each[:0], 0 }

// add adds the count of a joint state in one part.
func (c *PartCounts) add(n int32) {
	switch n {
	case 0:
	case 1:
		c.Singletons++
	default:
		c.Each = append(c.Each, n)
	}
}

// PartSizes makes counts the numbers of rows of the groups.
func (g *Groups) PartSizes(counts *PartCounts) {
	counts.clear()
	counts.Singletons = g.Singletons
	counts.All = g.Sizes(counts.All)
	start := int32(0)
	for _, end := range g.runs {
		counts.add(end - start)
		start = end
	}
}

// SplitParts finds the runs of rows of one part in each group. A group's rows are in ascending
// order, so those of one part follow one another.
func (g *Groups) SplitParts(d *Dataset) {
	g.runs = g.runs[:0]
	start := int32(0)
	for _, end := range g.ends {
		for at := start; at < end; {
			last := d.parts.ends[d.parts.of[g.rows[at]]]
			for at++; at < end && g.rows[at] < last; at++ {
			}
			g.runs = append(g.runs, at)
		}
		start = end
	}
}

// PartCounts makes counts the numbers of rows of each group in each state of a column.
func (g *Groups) PartCounts(d *Dataset, c *Column, counts *PartCounts, ws *Workspace) {
	counts.clear()
	counts.Singletons = g.Singletons
	start, runs, sizes := int32(0), g.runs, g.partSizes
	parts := len(d.parts.ends)
	for k, end := range g.ends {
		count := 0
		for runs[count] != end {
			count++
		}
		group := runsOf{g.rows, start, runs[:count+1]}
		runs = runs[count+1:]
		var mask bitset.Set
		var ofGroup []int32 // the number of its rows in each part, if it has a mask
		if k < len(g.masks) && g.masks[k] != nil {
			mask, ofGroup, sizes = g.masks[k], sizes[:parts], sizes[parts:]
		}
		switch {
		case mask != nil && c.masks != nil && len(c.masks)*(len(mask)+partCost*parts)*wordCost < int(end-start)*rowCost:
			c.countPartsMasked(mask, ofGroup, d.parts.ends, counts, ws)
		case c.narrow != nil:
			countParts(group, c.narrow, c.Codes, counts, ws)
		case c.medium != nil:
			countParts(group, c.medium, c.Codes, counts, ws)
		default:
			countParts(group, c.wide, c.Codes, counts, ws)
		}
		start = end
	}
}

// partCost is the rough cost of a part where masks are counted, in words.
const partCost = 2

// runsOf are the rows of a group, from start to the last of the ends, and the ends of its runs.
type runsOf struct {
	rows  []int32
	start int32
	ends  []int32
}

// countParts counts the rows of a group by state.
func countParts[T code](g runsOf, states []T, codes int, counts *PartCounts, ws *Workspace) {
	all, own := ws.partTotals(), ws.counts
	start := g.start
	for _, end := range g.ends {
		rows := g.rows[start:end]
		start = end
		switch len(rows) {
		case 1: // the most frequent sizes where groups are many
			all[states[rows[0]]]++
			counts.Singletons++
		case 2:
			s, t := states[rows[0]], states[rows[1]]
			all[s]++
			all[t]++
			if s == t {
				counts.Each = append(counts.Each, 2)
			} else {
				counts.Singletons += 2
			}
		default:
			for _, row := range rows {
				own[states[row]]++
			}
			if codes <= len(rows) {
				for s, n := range own[:codes] {
					all[s] += n
					counts.add(n)
					own[s] = 0
				}
				continue
			}
			for _, row := range rows {
				s := states[row]
				all[s] += own[s]
				counts.add(own[s])
				own[s] = 0
			}
		}
	}
	if codes <= int(start-g.start) {
		for s, n := range all[:codes] {
			if n > 0 {
				counts.All = append(counts.All, n)
				all[s] = 0
			}
		}
		return
	}
	for _, row := range g.rows[g.start:start] {
		if s := states[row]; all[s] > 0 {
			counts.All = append(counts.All, all[s])
			all[s] = 0
		}
	}
}

// partTotals is scratch memory by state, all zero between calls.
func (ws *Workspace) partTotals() []int32 {
	if ws.totals == nil {
		ws.totals = make([]int32, len(ws.counts))
	}
	return ws.totals
}

// MakePartMasks is MakeMasks, for counting by part.
func (g *Groups) MakePartMasks(d *Dataset) {
	g.MakeMasks(d)
	count := len(d.parts.ends)
	g.partSizes = g.partSizes[:0]
	start := int32(0)
	for k, end := range g.ends {
		if g.masks[k] != nil {
			g.partSizes = append(g.partSizes, make([]int32, count)...)
			sizes := g.partSizes[len(g.partSizes)-count:]
			for _, row := range g.rows[start:end] {
				sizes[d.parts.of[row]]++
			}
		}
		start = end
	}
}

// countPartsMasked counts the rows of a group by state, given its mask and the number of its rows in
// each part. The rows of the state without a mask are those that are left.
func (c *Column) countPartsMasked(mask bitset.Set, sizes, ends []int32, counts *PartCounts, ws *Workspace) {
	left := append(ws.left[:0], sizes...)
	ws.left = left
	rest := int32(0)
	for _, n := range left {
		rest += n
	}
	for _, m := range c.masks {
		before, full, word := 0, 0, 0 // rows before the part, in all words so far, the words so far
		for k, end := range ends {
			last := int(end >> 6)
			full += countBoth(mask[word:last], m[word:last])
			word = last
			until := full
			if low := uint(end) & 63; low != 0 {
				until += bits.OnesCount64(mask[last] & m[last] & (1<<low - 1))
			}
			n := int32(until - before)
			before = until
			left[k] -= n
			counts.add(n)
		}
		if before > 0 {
			counts.All = append(counts.All, int32(before))
			rest -= int32(before)
		}
	}
	if rest > 0 {
		counts.All = append(counts.All, rest)
		for _, n := range left {
			counts.add(n)
		}
	}
}
