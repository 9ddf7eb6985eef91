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
	allowed bitset.Set    // within, without the removed nodes; beside lists all but these; only those within are met
	rows    bitset.Matrix // rows of the moral graph over allowed, each made at its first use
	made    bitset.Set    // the nodes whose row is made
	used    bitset.Matrix // row x has y: one unit flows from x to y
	dirty   []int32       // nodes whose row of used may not be empty
	last    bitset.Set    // the nodes from which one more unit can flow to the sink
	visited bitset.Set
	queue   []int32
	from    []int32       // the node a visited one was reached from
	ahead   bitset.Set    // visited from the sink
	back    []int32       // the queue of these
	to      []int32       // the node by which a node ahead leads to the sink
	into    bitset.Matrix // used, turned over, while a search goes on from both ends: row y has x
	side    bitset.Set    // one side of the last minimum cut: visited or ahead
	entered []int32       // nodes whose row of into may not be empty

	cut        []Arc      // of CutNearest
	small, old bitset.Set // of Explain
	layers     [2][]int32 // of Explain

	inside // the ancestral set
}

func NewWorkspace(n int) *Workspace {
	sets := bitset.NewMatrix(8, n)
	w := &Workspace{
		inside: inside{within: sets.Row(0)}, allowed: sets.Row(1), made: sets.Row(2), visited: sets.Row(3),
		rows: bitset.NewMatrix(n, n), used: bitset.NewMatrix(n, n), into: bitset.NewMatrix(n, n),
		last: sets.Row(4), queue: make([]int32, 0, n), dirty: make([]int32, 0, n), from: make([]int32, n),
		small: sets.Row(5), old: sets.Row(6),
		ahead: sets.Row(7), back: make([]int32, 0, n), to: make([]int32, n),
	}
	switch words := bitset.Words(n); {
	case words == 1:
		w.word = new(word)
	case words >= bitset.Long:
		w.decided = bitset.New(n)
	}
	return w
}

// NoLimit is the limit of a cut whose exact size is needed, however large.
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
// from the end of lower degree, where fewer nodes are searched. All maximum flows have one size, so
// this one may be found from both ends. What Explain finds depends on the flow.
func (w *Workspace) cutSize(u, v, limit int) int {
	size := w.flowSize(u, v, limit)
	w.reset()
	return min(size, limit)
}

// flowSize is cutSize, or more if that is limit. It leaves the flow in used, and one side of the cut in side.
func (w *Workspace) flowSize(u, v, limit int) int {
	atU, atV := w.row(u).Count(), w.row(v).Count()
	if atV < atU {
		u, v = v, u
	}
	size := w.startFlow(u, v)
	bound := min(atU, atV, limit)
	for ; size < bound; size++ {
		if !w.augmentFromBoth(u, v) {
			return size
		}
	}
	w.side = w.visited
	w.side.Clear()
	if w.row(u).Count() == size {
		w.side.Add(u)
	} else {
		w.side.Add(v)
	}
	return size
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
	} // maxFlow may stop at its bound. The search that fails visits exactly the required set.
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
	if w.g = g; g.listed(given) {
		w.prepareInLists(u, v, given, removed)
		return
	}
	g.ancestralInRows(u, v, given, w.within)
	w.allowed.Copy(w.within)
	w.allowed.AndNot(removed)
	w.made.Clear()
}

// prepareWhole is prepare where all of the ancestral set is needed at once.
func (w *Workspace) prepareWhole(g *Graph, u, v int, given, removed bitset.Set) {
	w.prepare(g, u, v, given, removed)
	if g.listed(given) {
		w.whole = true
		g.Ancestral(u, v, given, w.within)
		w.allowed.And(w.within)
	}
}

// row is x's row of the moral graph over the allowed nodes.
func (w *Workspace) row(x int) bitset.Set {
	row := w.rows.Row(x)
	if !w.made.Has(x) {
		w.made.Add(x)
		if w.g.listed(row) {
			w.rowInLists(x, row)
		} else {
			w.g.neighbours(x, w.within, w.allowed, row)
		}
	}
	return row
}

// maxFlow is the greatest number of edge-disjoint paths from s to t, or at least limit. It
// leaves the flow in used.
func (w *Workspace) maxFlow(s, t, limit int) int {
	size := w.startFlow(s, t)
	for bound := min(w.row(s).Count(), w.row(t).Count(), limit); size < bound && w.augment(s, t); size++ {
	}
	return size
}

// startFlow sends one unit along the direct edge, and one through every common neighbour: some
// maximum flow has all of these. It returns their number.
func (w *Workspace) startFlow(s, t int) int {
	rowS, rowT := w.row(s), w.row(t)
	usedS := w.used.Row(s)
	w.dirty = append(w.dirty, int32(s))
	size := 0
	for i := range rowS {
		common := rowS[i] & rowT[i]
		usedS[i], w.last[i] = common, rowT[i]&^common
		for ; common != 0; common &= common - 1 {
			w.push(bitset.Lowest(i, common), t)
			size++
		}
	}
	if rowS.Has(t) {
		usedS.Add(t)
		w.last.Remove(s)
		size++
	}
	return size
}

// augment searches, breadth first, a path from s to t along which one more unit can flow,
// and sends that unit. It reports whether there is one.
func (w *Workspace) augment(s, t int) bool {
	found, _ := w.forward(s, t, math.MaxInt)
	return found
}

// forward is a search from s, by the rows of at most the given number of nodes. It returns how many of the
// queue are done. The search ends at the first node in last, from which the unit can flow on to t. So it
// makes no rows for its last layer, which would be most of its cost.
func (w *Workspace) forward(s, t, most int) (found bool, done int) {
	w.visited.Clear()
	w.visited.Add(s)
	w.queue = append(w.queue[:0], int32(s))
	for ; done < min(len(w.queue), most); done++ {
		if y := w.spreadFrom(int(w.queue[done]), w.last); y >= 0 {
			w.send(s, y, t)
			return true, done
		}
	}
	return false, done
}

// send pushes one unit along the path found, whose last arc is last → t.
func (w *Workspace) send(s, last, t int) {
	w.last.Remove(last)
	w.push(last, t)
	w.sendTo(s, last)
}

// sendTo pushes one unit along the path found from s to y.
func (w *Workspace) sendTo(s, y int) {
	for y != s {
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
