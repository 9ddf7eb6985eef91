package data

import "slices"

// HasSmallParts says whether d is joined of datasets of few rows, so that its rows can be grouped by
// SmallParts.
func (d *Dataset) HasSmallParts() bool { return d.parts.at != nil }

// indexSmallParts makes, for each column and each part, the masks of all states, if every part has
// few rows.
func (d *Dataset) indexSmallParts() {
	for _, part := range d.joined {
		if part.Rows > MaxSmall {
			return
		}
	}
	for i := range d.Columns {
		if d.Columns[i].masks == nil {
			return
		}
	}
	at := []int32{0}
	for _, part := range d.joined {
		at = append(at, at[len(at)-1]+int32(smallWords(part.Rows)))
	}
	d.parts.at = at
	for i := range d.Columns {
		d.Columns[i].indexSmallParts(d.parts)
	}
}

func (c *Column) indexSmallParts(p parts) {
	states := len(c.masks) + 1
	c.numberMasks()
	c.parted = make([]uint64, int(p.at[len(p.at)-1])*states)
	start := int32(0)
	for k, end := range p.ends {
		masks, words := c.partMasks(p, k)
		for row, code := range c.narrow[start:end] {
			masks[int(c.maskOf[code])*words+row>>6] |= 1 << (row & 63)
		}
		start = end
	}
}

// partMasks are the masks of all states in one part, and how many words each has.
func (c *Column) partMasks(p parts, k int) (masks []uint64, words int) {
	states, from, to := len(c.masks)+1, int(p.at[k]), int(p.at[k+1])
	return c.parted[from*states : to*states], to - from
}

// SmallParts are the groups of a dataset that is joined of small ones. A group is a mask for each part
// that it has rows in. As everywhere, groups of one row are only counted.
type SmallParts struct {
	Singletons int
	sizes      []int32     // of each other group: the number of rows
	pieces     []groupPart // part by part
	ends       []int32     // by part: where its pieces end
	masks      []uint64    // of the pieces, one after the other, as many words as masks of their part have
}

// groupPart is what a group has in one part: one row or more.
type groupPart struct{ group, rows int32 }

// SmallPartsWorkspace is scratch memory for grouping and counting. Each goroutine needs its own.
type SmallPartsWorkspace struct {
	chain  prefixes[SmallParts]
	totals []int32 // by group and state
}

// Group makes g the groups by the given variables. Variables that the last call with the same
// workspace began with cost nothing if this call begins with them.
func (g *SmallParts) Group(d *Dataset, variables []int32, ws *SmallPartsWorkspace) {
	src := ws.chain.by(variables,
		func(g *SmallParts) { g.whole(d) },
		func(g, src *SmallParts, v int32) { g.refine(src, d, &d.Columns[v], ws) })
	g.Singletons = src.Singletons
	g.sizes, g.pieces = append(g.sizes[:0], src.sizes...), append(g.pieces[:0], src.pieces...)
	g.ends, g.masks = append(g.ends[:0], src.ends...), append(g.masks[:0], src.masks...)
}

// whole makes g one group of all rows.
func (g *SmallParts) whole(d *Dataset) {
	if d.Rows < 2 {
		g.Singletons, g.ends = d.Rows, make([]int32, len(d.joined))
		return
	}
	g.sizes = []int32{int32(d.Rows)}
	for _, part := range d.joined {
		if part.Rows > 0 {
			g.pieces = append(g.pieces, groupPart{0, int32(part.Rows)})
			g.masks = append(g.masks, allRows(part.Rows)...)
		}
		g.ends = append(g.ends, int32(len(g.pieces)))
	}
}

// refine makes g the groups of src, each split by the states of a column.
func (g *SmallParts) refine(src *SmallParts, d *Dataset, c *Column, ws *SmallPartsWorkspace) {
	g.Singletons, g.sizes = src.Singletons, g.sizes[:0]
	g.pieces, g.ends, g.masks = g.pieces[:0], g.ends[:0], g.masks[:0]
	states := len(c.masks) + 1
	totals := ws.zeros(len(src.sizes) * states)
	from, masks := int32(0), src.masks
	for k, end := range src.ends {
		ofStates, words := c.partMasks(d.parts, k)
		for _, piece := range src.pieces[from:end] {
			left, group := piece.rows, piece.group*int32(states)
			for at := ofStates; left > 0; at = at[words:] {
				var n int32
				if g.masks, n = appendBoth(g.masks, masks[:words], at); n > 0 {
					g.pieces = append(g.pieces, groupPart{group, n})
					totals[group] += n
					left -= n
				}
				group++
			}
			masks = masks[words:]
		}
		g.ends = append(g.ends, int32(len(g.pieces)))
		from = end
	}
	g.number(d, totals)
}

// number numbers the groups of at least two rows, and drops the others. The pieces have the numbers of
// the totals, which are the sizes of the groups.
func (g *SmallParts) number(d *Dataset, totals []int32) {
	const dropped = -1
	for group, rows := range totals {
		totals[group] = int32(len(g.sizes))
		switch rows {
		case 0:
		case 1:
			totals[group] = dropped
			g.Singletons++
		default:
			g.sizes = append(g.sizes, rows)
		}
	}
	from, kept, at, to := int32(0), 0, 0, 0
	for k, end := range g.ends {
		words := int(d.parts.at[k+1] - d.parts.at[k])
		for _, piece := range g.pieces[from:end] {
			if piece.group = totals[piece.group]; piece.group != dropped {
				g.pieces[kept] = piece
				copy(g.masks[to:to+words], g.masks[at:])
				kept++
				to += words
			}
			at += words
		}
		g.ends[k] = int32(kept)
		from = end
	}
	g.pieces, g.masks = g.pieces[:kept], g.masks[:to]
}

// Sizes makes counts the numbers of rows of the groups.
func (g *SmallParts) Sizes(counts *PartCounts) {
	counts.clear()
	counts.Singletons = g.Singletons
	counts.All = append(counts.All, g.sizes...)
	for _, piece := range g.pieces {
		counts.Each = append(counts.Each, piece.rows)
	}
}

// Counts makes counts the numbers of rows of each group in each state of a column. Those of each part
// may be 0 or 1.
func (g *SmallParts) Counts(d *Dataset, c *Column, counts *PartCounts, ws *SmallPartsWorkspace) {
	counts.clear()
	counts.Singletons = g.Singletons
	states := len(c.masks) + 1
	need := len(g.pieces) * states
	counts.Each = slices.Grow(counts.Each, need)[:need]
	all := ws.zeros(len(g.sizes) * states)
	out, from, first, masks := counts.Each, int32(0), int32(0), g.masks
	for k, end := range g.ends {
		ofStates, words := c.partMasks(d.parts, k)
		ofStates = ofStates[:len(ofStates)-words] // the last state has the rows that are left
		codes := c.narrow[first:d.parts.ends[k]]
		first = d.parts.ends[k]
		for _, piece := range g.pieces[from:end] {
			var next []int32
			if isSparse(piece.rows, ofStates, words) {
				next = c.countSparse(masks[:words], codes, out)
			} else {
				next = splitSmall(words, masks, ofStates, piece.rows, out)
			}
			ofGroup := all[int(piece.group)*states:][:states]
			for s, n := range out[:len(ofGroup)] {
				ofGroup[s] += n
			}
			out, masks = next, masks[words:]
		}
		from = end
	}
	for _, n := range all {
		if n > 0 {
			counts.All = append(counts.All, n)
		}
	}
}

// zeros are so many zeros in scratch memory.
func (ws *SmallPartsWorkspace) zeros(count int) []int32 {
	ws.totals = slices.Grow(ws.totals[:0], count)[:count]
	clear(ws.totals)
	return ws.totals
}
