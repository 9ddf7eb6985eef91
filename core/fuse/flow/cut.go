package flow

import (
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// wide is the Cutter of graphs whose sets have more than one word. The first half of its fields are what a cut is made in.
type wide struct {
	g       *Graph
	inside                // the ancestral set
	allowed bitset.Set    // all nodes but those removed
	rows    bitset.Matrix // rows of the moral graph of the ancestral set over allowed, each made at its first use
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
	given      inside     // an ancestral set that is at hand
}

func newWide(n int) *wide {
	sets := bitset.NewMatrix(8, n)
	w := &wide{
		inside: inside{within: sets.Row(0)}, allowed: sets.Row(1), made: sets.Row(2), visited: sets.Row(3),
		rows: bitset.NewMatrix(n, n), used: bitset.NewMatrix(n, n), into: bitset.NewMatrix(n, n),
		last: sets.Row(4), queue: make([]int32, 0, n), dirty: make([]int32, 0, n), from: make([]int32, n),
		small: sets.Row(5), old: sets.Row(6),
		ahead: sets.Row(7), back: make([]int32, 0, n), to: make([]int32, n),
	}
	if bitset.Words(n) >= bitset.Long {
		w.decided = bitset.New(n)
	}
	return w
}

func (w *wide) MinCut(g *Graph, u, v int, given, removed bitset.Set, limit int) int {
	w.prepare(g, u, v, given, removed)
	return w.cutSize(u, v, limit)
}

// cutSize is the size of the minimum cut in the prepared graph, or limit. The flow starts
// from the end of lower degree, where fewer nodes are searched. All maximum flows have one size, so
// this one may be found from both ends. What Explain tells depends on the flow.
func (w *wide) cutSize(u, v, limit int) int {
	size := w.flowSize(u, v, limit)
	w.reset()
	return min(size, limit)
}

// flowSize is cutSize, or more if that is limit. It leaves the flow in used, and one side of the cut in side.
func (w *wide) flowSize(u, v, limit int) int {
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

func (w *wide) CutNearest(g *Graph, u, v int, s bitset.Set) []Arc {
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

// prepare makes ready for cuts in the moral graph of the ancestral set of {u, v} ∪ given, without the nodes removed.
func (w *wide) prepare(g *Graph, u, v int, given, removed bitset.Set) {
	g.begin(&w.inside, u, v, given)
	w.begun(g, removed)
}

// prepareWhole is prepare where all of the ancestral set is needed at once.
func (w *wide) prepareWhole(g *Graph, u, v int, given, removed bitset.Set) {
	g.Ancestral(u, v, given, w.within)
	w.whole = true
	w.begun(g, removed)
}

// begun takes the nodes away, and forgets the rows of another graph.
func (w *wide) begun(g *Graph, removed bitset.Set) {
	w.g = g
	w.allowed.Fill(g.N)
	w.allowed.AndNot(removed)
	w.made.Clear()
}

// wholly is a whole ancestral set, until the next one.
func (w *wide) wholly(within bitset.Set) *inside {
	w.given.within, w.given.whole = within, true
	return &w.given
}

// row is x's row of the moral graph over the allowed nodes.
func (w *wide) row(x int) bitset.Set {
	row := w.rows.Row(x)
	if !w.made.Has(x) {
		w.made.Add(x)
		w.g.neighbours(x, &w.inside, w.allowed, row)
	}
	return row
}

// maxFlow is the greatest number of edge-disjoint paths from s to t, or at least limit. It
// leaves the flow in used.
func (w *wide) maxFlow(s, t, limit int) int {
	size := w.startFlow(s, t)
	for bound := min(w.row(s).Count(), w.row(t).Count(), limit); size < bound && w.augment(s, t); size++ {
	}
	return size
}

// startFlow sends one unit along the direct edge, and one through every common neighbour: some
// maximum flow has all of these. It returns their number.
func (w *wide) startFlow(s, t int) int {
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
func (w *wide) augment(s, t int) bool {
	found, _ := w.forward(s, t, math.MaxInt)
	return found
}

// forward is a search from s, by the rows of so many nodes at most. It returns how many of the queue are done.
// The search ends at the first node in last, from which the unit can flow on to t. So it makes no rows
// for its last layer, which would be most of its cost.
func (w *wide) forward(s, t, most int) (found bool, done int) {
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
func (w *wide) send(s, last, t int) {
	w.last.Remove(last)
	w.push(last, t)
	w.sendTo(s, last)
}

// sendTo pushes one unit along the path found from s to y.
func (w *wide) sendTo(s, y int) {
	for y != s {
		x := int(w.from[y])
		w.push(x, y)
		y = x
	}
}

// push sends one unit from x to y. If a unit flows from y to x, the two cancel out.
func (w *wide) push(x, y int) {
	if back := w.used.Row(y); back.Has(x) {
		back.Remove(x)
		return
	}
	w.used.Row(x).Add(y)
	w.dirty = append(w.dirty, int32(x))
}

func (w *wide) reset() {
	for _, x := range w.dirty {
		w.used.Row(int(x)).Clear()
	}
	w.dirty = w.dirty[:0]
}
