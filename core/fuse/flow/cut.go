package flow

import (
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Workspace is the memory in which cuts are computed, one after the other. It serves one
// goroutine at a time, and any Graph with its number of nodes.
type Workspace struct {
	word    *word // computes instead where a set is one word; nil where it is more
	g       *Graph
	within  bitset.Set    // the ancestral set
	allowed bitset.Set    // within, without the removed nodes
	rows    bitset.Matrix // rows of the moral graph over allowed, each made at its first use
	made    bitset.Set    // the nodes whose row is made
	used    bitset.Matrix // row x has y: one unit flows from x to y
	dirty   []int32       // nodes whose row of used may not be empty
	last    bitset.Set    // the nodes from which one more unit can flow to the sink; may have the source
	visited bitset.Set
	queue   []int32
	from    []int32 // the node a visited one was reached from

	cut        []Arc      // of CutNearest
	small, old bitset.Set // of Explain
	layers     [2][]int32 // of Explain
}

// NewWorkspace returns a workspace for graphs of n nodes.
func NewWorkspace(n int) *Workspace {
	sets := bitset.NewMatrix(7, n)
	w := &Workspace{
		within: sets.Row(0), allowed: sets.Row(1), made: sets.Row(2), visited: sets.Row(3),
		rows: bitset.NewMatrix(n, n), used: bitset.NewMatrix(n, n),
		last: sets.Row(4), queue: make([]int32, 0, n), dirty: make([]int32, 0, n), from: make([]int32, n),
		small: sets.Row(5), old: sets.Row(6),
	}
	if bitset.Words(n) == 1 {
		w.word = new(word)
	}
	return w
}

// NoLimit is the limit of a cut whose exact size is wanted, however large.
const NoLimit = math.MaxInt

// MinCut is the size of a minimum u–v edge cut in the moral graph of the ancestral subgraph
// of {u, v} ∪ given, from which the nodes of removed are taken out. u and v must not be
// among these. MinCut is limit if the size is larger than limit.
//
// With given = removed = S it is the criticality of (u, v, S) in this DAG (MCBNC, section
// 4): 0 iff S d-separates u and v.
func (w *Workspace) MinCut(g *Graph, u, v int, given, removed bitset.Set, limit int) int {
	if w.word != nil {
		return w.word.minCut(g, u, v, given[0], removed[0], limit)
	}
	w.prepare(g, u, v, given, removed)
	return w.cutSize(u, v, limit)
}

// cutSize is the size of the minimum cut in the prepared graph, or limit. The flow starts
// from the end of lower degree, where fewer nodes are searched.
func (w *Workspace) cutSize(u, v, limit int) int {
	if w.row(v).Count() < w.row(u).Count() {
		u, v = v, u
	}
	size := w.maxFlow(u, v, limit)
	w.reset()
	return min(size, limit)
}

// CutNearest returns the edges of the minimum cut nearest v, in the moral graph of the
// ancestral subgraph of {u, v} ∪ s with s removed. These are the edges that enter the set of
// nodes from which v can still be reached in the residual graph of a maximum flow from u
// (Ford & Fulkerson). That set is the same for every maximum flow.
//
// Edges have From < To and come in lexicographic order. They are the workspace's own memory,
// valid until the next cut.
func (w *Workspace) CutNearest(g *Graph, u, v int, s bitset.Set) []Arc {
	if w.word != nil {
		w.cut = w.word.cutNearest(g, u, v, s[0], w.cut[:0])
		return w.cut
	}
	w.prepare(g, u, v, s, s)
	w.maxFlow(v, u, NoLimit) // the graph is undirected, so v can be the source
	for w.augment(v, u) {
	} // maxFlow may stop at its bound. The search that fails visits just the set wanted.
	cut := w.cut[:0]
	for x := w.visited.Next(0); x >= 0; x = w.visited.Next(x + 1) {
		row := w.row(x)
		for y := row.Next(0); y >= 0; y = row.Next(y + 1) {
			if !w.visited.Has(y) {
				cut = append(cut, Arc{int32(min(x, y)), int32(max(x, y))})
			}
		}
	}
	w.reset()
	sortArcs(cut)
	w.cut = cut
	return cut
}

func (w *Workspace) prepare(g *Graph, u, v int, given, removed bitset.Set) {
	w.g = g
	g.Ancestral(u, v, given, w.within)
	w.allowed.Copy(w.within)
	w.allowed.AndNot(removed)
	w.made.Clear()
}

// row is x's row of the moral graph over the allowed nodes.
func (w *Workspace) row(x int) bitset.Set {
	row := w.rows.Row(x)
	if !w.made.Has(x) {
		w.made.Add(x)
		w.g.neighbours(x, w.within, w.allowed, row)
	}
	return row
}

// maxFlow is the greatest number of edge-disjoint paths from s to t, or at least limit. It
// leaves the flow in used. It starts with the direct edge and with one path through every
// common neighbour: some maximum flow has all of these.
func (w *Workspace) maxFlow(s, t, limit int) int {
	rowS, rowT := w.row(s), w.row(t)
	bound := min(rowS.Count(), rowT.Count(), limit)
	usedS := w.used.Row(s)
	w.dirty = append(w.dirty, int32(s))
	size := 0
	for i := range rowS {
		common := rowS[i] & rowT[i]
		usedS[i], w.last[i] = common, rowT[i]&^common
		for ; common != 0; common &= common - 1 {
			c := bitset.Lowest(i, common)
			w.push(c, t)
			size++
		}
	}
	if rowS.Has(t) {
		usedS.Add(t)
		size++
	}
	for size < bound && w.augment(s, t) {
		size++
	}
	return size
}

// augment searches, breadth first, a path from s to t along which one more unit can flow,
// and sends that unit. It reports whether there is one. The search ends at the first node in
// last, from which the unit can flow on to t. So it makes no rows for its last layer, which
// would be most of its cost.
func (w *Workspace) augment(s, t int) bool {
	w.visited.Clear()
	w.visited.Add(s)
	w.queue = append(w.queue[:0], int32(s))
	for i := 0; i < len(w.queue); i++ {
		x := int(w.queue[i])
		row, used := w.row(x), w.used.Row(x)
		for k := range row {
			next := row[k] &^ used[k] &^ w.visited[k]
			if at := next & w.last[k]; at != 0 {
				y := bitset.Lowest(k, at)
				w.from[y] = int32(x)
				w.send(s, y, t)
				return true
			}
			w.visited[k] |= next
			for ; next != 0; next &= next - 1 {
				y := bitset.Lowest(k, next)
				w.from[y] = int32(x)
				w.queue = append(w.queue, int32(y))
			}
		}
	}
	return false
}

// send pushes one unit along the path found, whose last arc is last → t.
func (w *Workspace) send(s, last, t int) {
	w.last.Remove(last)
	w.push(last, t)
	for y := last; y != s; {
		x := int(w.from[y])
		w.push(x, y)
		y = x
	}
}

// push sends one unit from x to y. If a unit flows from y to x, the two cancel out.
func (w *Workspace) push(x, y int) {
	if back := w.used.Row(y); back.Has(x) {
		back.Remove(x)
		return
	}
	w.used.Row(x).Add(y)
	w.dirty = append(w.dirty, int32(x))
}

func (w *Workspace) reset() {
	for _, x := range w.dirty {
		w.used.Row(int(x)).Clear()
	}
	w.dirty = w.dirty[:0]
}
