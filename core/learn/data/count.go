package data

import (
	"math/bits"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Counts are numbers of rows in joint states: in all rows together, and in each part. Numbers may be 0. Joint states
// of one row, in all or in a part, may only be counted themselves.
type Counts struct {
	All, Each               []int32
	Singletons, OfPartAlone int
	Runs                    []Run // of Each, in its order, if Workspace.Runs
}

// Run says of which part the numbers in Each are, from where the run before ends.
type Run struct{ Part, End int32 }

// endRun ends a run of a part, if runs are wanted, where Each has so many numbers.
func (c *Counts) endRun(part int32, end int, ws *Workspace) {
	if ws.Runs {
		c.Runs = append(c.Runs, Run{part, int32(end)})
	}
}

// Sizes makes counts the numbers of rows of the groups.
func (g *Groups) Sizes(d *Dataset, counts *Counts, ws *Workspace) {
	counts.Singletons, counts.OfPartAlone = g.Singletons, g.Singletons
	counts.All = append(counts.All[:0], g.masked.sizes...)
	g.lists.each(func(rows []int32) { counts.All = append(counts.All, int32(len(rows))) })
	if !ws.ByPart {
		return
	}
	counts.Each, counts.Runs = counts.Each[:0], counts.Runs[:0]
	start := int32(0)
	for _, end := range g.masked.ends {
		part := int32(-1)
		for _, p := range g.masked.pieces[start:end] {
			if of := d.blocks[p.block].part; of != part {
				part, counts.Each = of, append(counts.Each, 0)
				counts.endRun(part, len(counts.Each), ws)
			}
			counts.Each[len(counts.Each)-1] += p.rows
		}
		start = end
	}
	g.lists.each(func(rows []int32) {
		for len(rows) > 0 {
			var run []int32
			run, rows = d.parts.cut(rows)
			counts.Each = append(counts.Each, int32(len(run)))
			counts.endRun(d.parts.of[run[0]], len(counts.Each), ws)
		}
	})
}

// cut cuts the rows of a group, in ascending order, behind those that are in the same part as the first one.
func (p *parts) cut(rows []int32) (run, rest []int32) {
	last, k := p.ends[p.of[rows[0]]], 1
	for k < len(rows) && rows[k] < last {
		k++
	}
	return rows[:k], rows[k:]
}

// Counts makes counts the numbers of rows of each group in each state of a column.
func (g *Groups) Counts(d *Dataset, c *Column, counts *Counts, ws *Workspace) {
	counts.Singletons, counts.OfPartAlone = g.Singletons, g.Singletons
	counts.Runs = counts.Runs[:0]
	switch {
	case c.masks == nil:
		counts.All, counts.Each = counts.All[:0], counts.Each[:0]
		g.masked.each(d, func(pieces []piece, masks []uint64, _ int32) {
			l := lists{rows: d.list(pieces, masks, ws)}
			l.ends = []int32{int32(len(l.rows))}
			c.codes.count(&l, d, c.Codes, counts, ws)
		})
	case ws.ByPart:
		g.masked.countByPart(d, c, counts, ws)
	default:
		g.masked.count(d, c, counts, ws)
	}
	c.codes.count(&g.lists, d, c.Codes, counts, ws)
}

// count counts in the masks of a column's states.
func (m *masked) count(d *Dataset, c *Column, counts *Counts, ws *Workspace) {
	counts.All = sized(counts.All, len(m.sizes)*c.seen)
	if len(d.blocks) == 1 {
		b, out := &d.blocks[0], counts.All
		for k, rows := range m.sizes {
			out = c.countIn(b, m.masks[k*int(b.words):][:b.words], rows, out)
		}
		return
	}
	rest, masks, start := counts.All, m.masks, int32(0)
	for _, end := range m.ends {
		p := m.pieces[start]
		b := &d.blocks[p.block]
		out := rest
		rest, masks = c.countIn(b, masks[:b.words], p.rows, out), masks[b.words:]
		for _, p := range m.pieces[start+1 : end] {
			b := &d.blocks[p.block]
			c.countIn(b, masks[:b.words], p.rows, ws.piece[:])
			add(out[:c.seen], ws.piece[:])
			masks = masks[b.words:]
		}
		start = end
	}
}

// countByPart is count, also in each part.
func (m *masked) countByPart(d *Dataset, c *Column, counts *Counts, ws *Workspace) {
	counts.All = sized(counts.All, len(m.sizes)*c.seen)
	counts.Each = sized(counts.Each, len(m.pieces)*c.seen)
	clear(counts.All)
	all, rest, masks, start := counts.All, counts.Each, m.masks, int32(0)
	for _, end := range m.ends {
		part, out := int32(-1), rest
		for _, p := range m.pieces[start:end] {
			b := &d.blocks[p.block]
			if b.part != part {
				part, out = b.part, rest
				rest = c.countIn(b, masks[:b.words], p.rows, out)
				counts.endRun(part, len(counts.Each)-len(rest), ws)
				add(all[:c.seen], out)
			} else {
				c.countIn(b, masks[:b.words], p.rows, ws.piece[:])
				add(out[:c.seen], ws.piece[:])
				add(all[:c.seen], ws.piece[:])
			}
			masks = masks[b.words:]
		}
		start, all = end, all[c.seen:]
	}
	counts.Each = counts.Each[:len(counts.Each)-len(rest)]
}

// add adds other numbers to some.
func add(to, other []int32) {
	for k, n := range other[:len(to)] {
		to[k] += n
	}
}

// sized is a list of so many numbers, in the memory of another one if that is enough.
func sized(list []int32, count int) []int32 { return slices.Grow(list[:0], count)[:count] }

// count counts the groups of lists row by row.
func (states packed[T]) count(l *lists, d *Dataset, codes int, counts *Counts, ws *Workspace) {
	start := int32(0)
	for _, end := range l.ends {
		rows := l.rows[start:end]
		start = end
		counts.All = states.countGroup(rows, codes, counts.All, ws)
		for ws.ByPart && len(rows) > 0 {
			var run []int32
			if run, rows = d.parts.cut(rows); len(run) == 1 {
				counts.OfPartAlone++
			} else {
				counts.Each = states.countGroup(run, codes, counts.Each, ws)
				counts.endRun(d.parts.of[run[0]], len(counts.Each), ws)
			}
		}
	}
}

// countGroup appends the numbers of the rows, at least two, in each state. Numbers may be 0.
func (states packed[T]) countGroup(rows []int32, codes int, to []int32, ws *Workspace) []int32 {
	counts := ws.counts
	switch {
	case len(rows) == 2 && states[rows[0]] == states[rows[1]]: // the most frequent size where groups are many
		return append(to, 2)
	case len(rows) == 2:
		return append(to, 1, 1)
	case len(rows) > codes:
		for _, row := range rows {
			counts[states[row]]++
		}
		to = append(to, counts[:codes]...)
		clear(counts[:codes])
		return to
	}
	ws.states = states.add(rows, counts, ws.states)
	for _, s := range ws.states {
		to = append(to, counts[s])
		counts[s] = 0
	}
	return to
}

// countBoth is the size of the intersection of a and b. Learning spends nearly all of its
// time here, so four words are counted at a time.
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
