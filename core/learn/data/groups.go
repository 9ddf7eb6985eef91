package data

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Groups are a dataset's rows, grouped by their states in some variables. Groups of one row
// are only counted: they stay groups of one row whatever else the rows are grouped by.
type Groups struct {
	Singletons int          // the number of groups of one row
	rows       []int32      // of the other groups, group after group
	ends       []int32      // where each group ends in rows
	masks      []bitset.Set // the rows of each group as a set, nil for small ones; see MakeMasks
	runs       []int32      // where the rows of one part end in rows; see SplitParts
	partSizes  []int32      // of each group with a mask, by part: the number of rows; see MakePartMasks
}

// Workspace is scratch memory for grouping and counting. Each goroutine needs its own.
type Workspace struct {
	counts []int32       // by state, all zero between calls
	states []int32       // the states with a count above zero
	even   [1 << 8]int32 // counts of countNarrow
	odd    [1 << 8]int32
	chain  prefixes[Groups]
	totals []int32 // by state, for countParts: all zero between calls
	left   []int32 // by part, for countPartsMasked
}

// NewWorkspace returns a workspace for d.
func NewWorkspace(d *Dataset) *Workspace {
	codes := d.maxCodes()
	return &Workspace{counts: make([]int32, codes), states: make([]int32, 0, codes)}
}

// Group makes g the groups by the given variables, in O(rows · variables). Variables that the
// last call with the same workspace began with cost nothing if this call begins with them.
func (g *Groups) Group(d *Dataset, variables []int32, ws *Workspace) {
	g.copy(ws.chain.by(variables,
		func(g *Groups) { g.whole(d.Rows) },
		func(g, src *Groups, v int32) { g.refine(src, &d.Columns[v], ws) }))
}

func (g *Groups) copy(src *Groups) {
	g.Singletons, g.masks, g.partSizes = src.Singletons, g.masks[:0], g.partSizes[:0]
	g.rows, g.ends = append(g.rows[:0], src.rows...), append(g.ends[:0], src.ends...)
}

// whole makes g one group of all rows.
func (g *Groups) whole(rows int) {
	g.rows, g.ends, g.Singletons = slices.Grow(g.rows[:0], rows)[:rows], g.ends[:0], 0
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
		g.Singletons++
		g.rows = g.rows[:start]
	default:
		g.ends = append(g.ends, int32(end))
	}
}

// refine makes g the groups of src, each split by the states of a column.
func (g *Groups) refine(src *Groups, c *Column, ws *Workspace) {
	g.rows, g.ends, g.Singletons = slices.Grow(g.rows[:0], len(src.rows)), g.ends[:0], src.Singletons
	switch {
	case c.narrow != nil:
		refine(g, src, c.narrow, ws)
	case c.medium != nil:
		refine(g, src, c.medium, ws)
	default:
		refine(g, src, c.wide, ws)
	}
}

// refine splits each group by a counting sort: the first pass counts the rows of each state,
// the second one puts them in place.
func refine[T code](g, src *Groups, states []T, ws *Workspace) {
	start := int32(0)
	for _, end := range src.ends {
		rows := src.rows[start:end]
		start = end
		seen := countStates(rows, states, ws)
		if len(seen) == 1 { // the group stays as it is
			ws.counts[seen[0]] = 0
			g.rows = append(g.rows, rows...)
			g.close(len(g.rows) - len(rows))
			continue
		}
		split(g, rows, states, seen, ws.counts)
	}
}

// countStates counts the rows by state in ws.counts, and returns the states that occur.
func countStates[T code](rows []int32, states []T, ws *Workspace) []int32 {
	counts, seen := ws.counts, ws.states[:0]
	for _, row := range rows {
		s := states[row]
		if counts[s] == 0 {
			seen = append(seen, int32(s))
		}
		counts[s]++
	}
	return seen
}

// split appends the rows to g as one group for each state of seen, and sets the counts to 0.
func split[T code](g *Groups, rows []int32, states []T, seen, counts []int32) {
	next := counts // by state: where its next row goes
	at := int32(len(g.rows))
	const singleton = -1
	for _, s := range seen {
		n := counts[s]
		if n == 1 {
			next[s] = singleton
			g.Singletons++
			continue
		}
		next[s] = at
		at += n
		g.ends = append(g.ends, at)
	}
	g.rows = g.rows[:at]
	for _, row := range rows {
		s := states[row]
		if to := next[s]; to != singleton {
			g.rows[to] = row
			next[s] = to + 1
		}
	}
	for _, s := range seen {
		counts[s] = 0
	}
}

// Each calls f with the rows of each group of at least two rows.
func (g *Groups) Each(f func(rows []int32)) {
	start := int32(0)
	for _, end := range g.ends {
		f(g.rows[start:end])
		start = end
	}
}
