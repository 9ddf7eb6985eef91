package lanes

import (
	"cmp"
	"slices"
)

// Edge is an edge of the cuts that some lanes remove: an arc from → to, or an edge that is there by moralisation alone, with
// from < to.
type Edge struct {
	From, To int
	Arc      bool
	Lanes    uint64
}

// CutNearest finds, of the minimum cuts between u and v given s, the one nearest v, in the lanes asked of a block. The edges
// come by From and To. They last until the next question.
func (w *Workspace) CutNearest(b, u, v int, s, asked uint64) []Edge {
	w.begin(b, s|bit(u)|bit(v), asked)
	w.maxFlow(v, u, s, asked, MaxNodes)
	w.augment(v, u, asked) // no lane has a path
	n := w.g.N
	w.edges = w.edges[:0]
	for x := range n {
		inside := w.reached[x]
		if inside == 0 {
			continue
		}
		row := w.row(x)
		for others := w.joined[x]; others != 0; others &= others - 1 {
			y := lowest(others)
			w.addEdges(x, y, inside&row[y]&^w.reached[y])
		}
	}
	slices.SortFunc(w.edges, func(a, b Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return w.edges
}

// addEdges adds the edge between x and y, as it is in each of some lanes.
func (w *Workspace) addEdges(x, y int, lanes uint64) {
	if lanes == 0 {
		return
	}
	for _, ends := range [2][2]int{{x, y}, {y, x}} {
		if at := w.g.find(ends[0], ends[1]); at >= 0 {
			if arc := lanes & w.current[at]; arc != 0 {
				w.edges = append(w.edges, Edge{ends[0], ends[1], true, arc})
				lanes &^= arc
			}
		}
	}
	if lanes != 0 {
		w.edges = append(w.edges, Edge{min(x, y), max(x, y), false, lanes})
	}
}

// Disturbed has, for each of the lanes asked, which have edges, the heads of the arcs among edges, and all parents of these.
// Both are of the DAGs as they are before the arcs are removed. It lasts until the next question.
func (w *Workspace) Disturbed(b int, edges []Edge, asked uint64) *[Width]uint64 {
	block := w.g.block(b)
	clear(w.reached[:w.g.N])
	for _, e := range edges {
		if e.Arc {
			w.reached[e.To&63] |= e.Lanes
			for _, a := range w.g.pa[e.To] {
				w.reached[a.node&63] |= e.Lanes & block[a.at]
			}
		}
	}
	return w.nodesReached(asked)
}

// Touched has, for each of these lanes, the heads of the arcs among edges, and all descendants of these.
func (w *Workspace) Touched(b int, edges []Edge, asked uint64) *[Width]uint64 {
	block, todo := w.g.block(b), uint64(0)
	clear(w.reached[:w.g.N])
	for _, e := range edges {
		if e.Arc {
			w.reached[e.To&63] |= e.Lanes
			w.waiting[e.To&63] |= e.Lanes
			todo |= bit(e.To)
		}
	}
	w.spread(w.g.ch, block, &w.reached, todo)
	return w.nodesReached(asked)
}

// Removal is an arc that lanes of a block are to lose.
type Removal struct {
	word  int
	lanes uint64
}

// AppendRemovals appends the arcs among edges of a block. Nothing is removed before Remove, since the words of a block are
// those of other DAGs too, which others may read by then.
func (g *Graphs) AppendRemovals(b int, edges []Edge, list []Removal) []Removal {
	for _, e := range edges {
		if e.Arc {
			list = append(list, Removal{b*g.arcs + g.find(e.From, e.To), e.Lanes})
		}
	}
	return list
}

// Remove carries removals out.
func (g *Graphs) Remove(list []Removal) {
	for _, r := range list {
		g.words[r.word] &^= r.lanes
	}
}
