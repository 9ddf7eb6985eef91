package data

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// Groups are a dataset's rows, grouped by their states in some variables. Rows that are
// alone in their group are not kept, only counted: they stay alone whatever else the
// rows are grouped by.
type Groups struct {
	Alone int
	rows  []int32      // group after group
	ends  []int32      // where each group ends in rows
	masks []bitset.Set // of each group, nil for small ones; see Masked
}

// Workspace is what grouping and counting need besides: one for each goroutine.
type Workspace struct {
	times  []int32       // by state, all zero between calls
	states []int32       // those with times above zero
	even   [1 << 8]int32 // the same for countNarrow
	odd    [1 << 8]int32
	chain  []Groups // by the first of last, none of them, one of them, ...
	last   []int32
}

// NewWorkspace returns a workspace for d.
func NewWorkspace(d *Dataset) *Workspace {
	widest := d.widest()
	return &Workspace{times: make([]int32, widest), states: make([]int32, 0, widest)}
}

// Group makes g the groups by the given variables, in time proportional to the number of
// rows times theirs; the first of them cost nothing where they are the first ones of the
// last call with the same workspace.
func (g *Groups) Group(d *Dataset, variables []int32, ws *Workspace) {
	if ws.chain == nil {
		ws.chain = make([]Groups, 1)
		ws.chain[0].whole(d.Rows)
	}
	same := 0
	for same < min(len(variables), len(ws.last)) && variables[same] == ws.last[same] {
		same++
	}
	for k := same; k < len(variables); k++ {
		if k+1 == len(ws.chain) {
			ws.chain = append(ws.chain, Groups{})
		}
		ws.chain[k+1].refine(&ws.chain[k], &d.Columns[variables[k]], ws)
	}
	ws.last = append(ws.last[:same], variables[same:]...)
	g.copy(&ws.chain[len(variables)])
}

func (g *Groups) copy(src *Groups) {
	g.Alone, g.rows, g.ends, g.masks = src.Alone, append(g.rows[:0], src.rows...), append(g.ends[:0], src.ends...), g.masks[:0]
}

// whole makes g one group of all rows.
func (g *Groups) whole(rows int) {
	g.rows, g.ends, g.Alone = slices.Grow(g.rows[:0], rows)[:rows], g.ends[:0], 0
	for i := range g.rows {
		g.rows[i] = int32(i)
	}
	g.close(0)
}

// close ends the group that begins at start.
func (g *Groups) close(start int) {
	switch end := len(g.rows); end - start {
	case 0:
	case 1:
		g.Alone++
		g.rows = g.rows[:start]
	default:
		g.ends = append(g.ends, int32(end))
	}
}

// refine makes g the groups of src, each parted by a column.
func (g *Groups) refine(src *Groups, c *Column, ws *Workspace) {
	g.rows, g.ends, g.Alone = slices.Grow(g.rows[:0], len(src.rows)), g.ends[:0], src.Alone
	switch {
	case c.narrow != nil:
		refine(g, src, c.narrow, ws)
	case c.medium != nil:
		refine(g, src, c.medium, ws)
	default:
		refine(g, src, c.wide, ws)
	}
}

// refine parts each group by counting: a first look says how many rows have each state,
// a second puts them into their places.
func refine[T code](g, src *Groups, states []T, ws *Workspace) {
	start := int32(0)
	for _, end := range src.ends {
		rows := src.rows[start:end]
		start = end
		seen := tally(rows, states, ws)
		if len(seen) == 1 { // the group stays as it is
			ws.times[seen[0]] = 0
			g.rows = append(g.rows, rows...)
			g.close(len(g.rows) - len(rows))
			continue
		}
		place(g, rows, states, seen, ws.times)
	}
}

// tally counts the rows by state in ws.times, and returns the states that occur.
func tally[T code](rows []int32, states []T, ws *Workspace) []int32 {
	times, seen := ws.times, ws.states[:0]
	for _, row := range rows {
		s := states[row]
		if times[s] == 0 {
			seen = append(seen, int32(s))
		}
		times[s]++
	}
	return seen
}

// place appends the rows to g as one group for each state of seen, and empties times.
func place[T code](g *Groups, rows []int32, states []T, seen, times []int32) {
	at := int32(len(g.rows))
	const alone = -1
	for _, s := range seen { // from how many rows have the state, to where they begin
		n := times[s]
		if n == 1 {
			times[s] = alone
			g.Alone++
			continue
		}
		times[s] = at
		at += n
		g.ends = append(g.ends, at)
	}
	g.rows = g.rows[:at]
	for _, row := range rows {
		s := states[row]
		if to := times[s]; to != alone {
			g.rows[to] = row
			times[s] = to + 1
		}
	}
	for _, s := range seen {
		times[s] = 0
	}
}

// Each calls f with the rows of each group, but for those that are alone.
func (g *Groups) Each(f func(rows []int32)) {
	start := int32(0)
	for _, end := range g.ends {
		f(g.rows[start:end])
		start = end
	}
}
