package data

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/learn/popcount"
)

// Counts are numbers of rows in joint states: in all rows together, and in each part. Numbers may be 0. Joint states
// of one row, in all or in a part, may only be counted themselves.
type Counts struct {
	All, Each               []int32
	Singletons, OfPartAlone int
	Runs                    []Run // of Each, in its order, if Workspace.Runs
}

// Run is the part of the numbers in Each, from where the run before ends.
type Run struct{ Part, End int32 }

// endRun ends a run of a part, if runs are asked for, where Each has end numbers.
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
	for k, run := range g.masked.runs {
		counts.Each = append(counts.Each, run.Rows)
		counts.endRun(g.masked.parts[k], len(counts.Each), ws)
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

// countRuns writes how many rows each run has in each state that occurs. The last state has the rows that are left.
func (m *masked) countRuns(d *Dataset, c *Column, out []int32, ws *Workspace) {
	switch {
	case d.whole:
		popcount.CountRuns(m.masks, m.pieces, m.runs, c.masks, c.seen*popcount.Words, c.seen-1, out)
	case len(d.blocks) == 1:
		b := &d.blocks[0]
		for k, run := range m.runs {
			out = c.countIn(b, m.masks[k*int(b.words):][:b.words], run.Rows, out)
		}
	default:
		pieces, masks := m.pieces, m.masks
		for _, run := range m.runs {
			out, masks = c.countPieces(d, pieces[:run.Pieces], masks, out, ws)
			pieces = pieces[run.Pieces:]
		}
	}
}

// keep makes each group one run.
func (m *masked) keep() {
	m.runs = m.runs[:0]
	start := int32(0)
	for k, end := range m.ends {
		m.runs = append(m.runs, popcount.Run{Pieces: end - start, Rows: m.sizes[k]})
		start = end
	}
}

// cut cuts the pieces of each group into runs of one part.
func (m *masked) cut(d *Dataset) {
	m.runs, m.runEnds, m.parts = m.runs[:0], m.runEnds[:0], m.parts[:0]
	start := int32(0)
	for _, end := range m.ends {
		part := int32(-1)
		for _, p := range m.pieces[start:end] {
			if of := d.blocks[p.Block].part; of != part {
				part, m.parts, m.runs = of, append(m.parts, of), append(m.runs, popcount.Run{})
			}
			run := &m.runs[len(m.runs)-1]
			run.Pieces++
			run.Rows += p.Rows
		}
		start, m.runEnds = end, append(m.runEnds, int32(len(m.runs)))
	}
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
	m.countRuns(d, c, counts.All, ws)
}

// countByPart is count, also in each part.
func (m *masked) countByPart(d *Dataset, c *Column, counts *Counts, ws *Workspace) {
	counts.All = sized(counts.All, len(m.sizes)*c.seen)
	counts.Each = sized(counts.Each, len(m.runs)*c.seen)
	m.countRuns(d, c, counts.Each, ws)
	for k, part := range m.parts {
		counts.endRun(part, (k+1)*c.seen, ws)
	}
	clear(counts.All)
	all, each, start := counts.All, counts.Each, int32(0)
	for _, end := range m.runEnds {
		for range end - start {
			add(all[:c.seen], each)
			each = each[c.seen:]
		}
		start, all = end, all[c.seen:]
	}
}

// countPieces writes how many rows some pieces have in each state that occurs. It returns the rest of out and of the masks.
func (c *Column) countPieces(
	d *Dataset, pieces []piece, masks []uint64, out []int32, ws *Workspace,
) (restOfOut []int32, restOfMasks []uint64) {
	b := &d.blocks[pieces[0].Block]
	restOfOut, masks = c.countIn(b, masks[:b.words], pieces[0].Rows, out), masks[b.words:]
	for _, p := range pieces[1:] {
		b := &d.blocks[p.Block]
		c.countIn(b, masks[:b.words], p.Rows, ws.piece[:])
		add(out[:c.seen], ws.piece[:])
		masks = masks[b.words:]
	}
	return restOfOut, masks
}

// add adds other numbers to some.
func add(to, other []int32) {
	for k, n := range other[:len(to)] {
		to[k] += n
	}
}

// sized is a list of the given length, in the memory of another one if that is enough.
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
