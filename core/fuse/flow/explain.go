package flow

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

func (w *wide) Explain(
	g *Graph, u, v int, less, more bitset.Set, prove bool,
) (member, edges int, raises bool, support bitset.Folded) {
	w.prepareWhole(g, u, v, less, more)
	if prove {
		u, v = w.flowFromNear(u, v)
	} else {
		w.maxFlow(u, v, NoLimit)
	}
	small := w.small
	small.Copy(w.within)
	w.prepareWhole(g, u, v, more, more) // the flow stays: it is a flow in the larger graph too
	x, y, edges := w.cheapestPath(u, v, small)
	z := w.behind(x, y, small)
	member = w.below(z, more, 0)
	if prove {
		if h := w.raising(u, v, z, small, more); h >= 0 {
			member, raises = h, true
			w.sendTo(u, v)
			w.old.Copy(less)
			w.old.Add(member)
			support = w.support(u, v, w.old)
		}
	}
	w.reset()
	return member, edges, raises, support
}

// flowFromNear finds a maximum flow between u and v. It returns both ends, the source first: the end of which fewer nodes
// can be reached by one more unit.
func (w *wide) flowFromNear(u, v int) (near, far int) {
	w.flowSize(u, v, NoLimit)
	if near, far = u, v; !w.side.Has(u) {
		near, far = v, u
	}
	if source := int(w.dirty[0]); source != near {
		w.turnOver()
		w.used, w.into = w.into, w.used
		w.dirty, w.entered = w.entered, w.dirty
	}
	return near, far
}

// standsWithin reports whether all edges of the path found are in the moral graph of within.
func (w *wide) standsWithin(u, v int) bool {
	dag := w.g.dag
	for y := v; y != u; y = int(w.from[y]) {
		x := int(w.from[y])
		if !w.within.Has(x) || !w.within.Has(y) {
			return false
		}
		if !dag.Adjacent(x, y) && w.lowestChild(x, y, w.within) < 0 {
			return false
		}
	}
	return true
}

// cheapestPath finds a path from u to v along which one more unit can flow, with the fewest
// edges that are not in the moral graph of the ancestral set small: the new edges. It
// returns the first of them and their number.
func (w *wide) cheapestPath(u, v int, small bitset.Set) (x, y, edges int) {
	w.visited.Clear()
	w.visited.Add(u)
	// now are the nodes reached by so many new edges as edges says, next those by one more.
	now, next := append(w.layers[0][:0], int32(u)), w.layers[1][:0]
	old := w.old
	for ; !w.visited.Has(v); edges++ {
		if len(now) == 0 {
			panic("flow: Explain was asked about a cut that is not larger")
		}
		for i := 0; i < len(now); i++ {
			from := int(now[i])
			w.oldNeighbours(from, small, old)
			if w.spread(from, old, &now); w.visited.Has(v) {
				x, y = w.firstNew(u, v, small, old)
				return x, y, edges
			}
		}
		for _, from := range now {
			w.spread(int(from), nil, &next)
		}
		w.layers = [2][]int32{next, now} // they may have grown
		now, next = next, now[:0]
	}
	x, y = w.firstNew(u, v, small, old)
	return x, y, edges
}

// oldNeighbours fills old with x's neighbours in the moral graph of small.
func (w *wide) oldNeighbours(x int, small, old bitset.Set) {
	if !small.Has(x) {
		old.Clear()
		return
	}
	w.g.neighbours(x, w.wholly(small), small, old)
}

// spread visits what can be reached from x by one edge. If old is given, the edge must lead
// to a member of old.
func (w *wide) spread(x int, old bitset.Set, reached *[]int32) {
	row, used := w.row(x), w.used.Row(x)
	for k := range row {
		next := row[k] &^ used[k] &^ w.visited[k]
		if old != nil {
			next &= old[k]
		}
		w.visited[k] |= next
		for ; next != 0; next &= next - 1 {
			y := bitset.Lowest(k, next)
			w.from[y] = int32(x)
			*reached = append(*reached, int32(y))
		}
	}
}

// firstNew walks the path back from v and returns the new edge nearest u.
func (w *wide) firstNew(u, v int, small, old bitset.Set) (x, y int) {
	x, y = -1, -1
	for at := v; at != u; at = int(w.from[at]) {
		from := int(w.from[at])
		w.oldNeighbours(from, small, old)
		if !old.Has(at) {
			x, y = from, at
		}
	}
	return x, y
}

// raising is the lowest member of more that descends from z and brings the whole path, or -1. It leaves small and the
// member's ancestors in within.
func (w *wide) raising(u, v, z int, small, more bitset.Set) int {
	for h := w.below(z, more, 0); h >= 0; h = w.below(z, more, h+1) {
		w.within.Copy(small)
		w.g.AddAncestors(h, w.within)
		if w.standsWithin(u, v) {
			return h
		}
	}
	return -1
}

// behind is a node outside of small that makes x and y neighbours: one of them, or a common child.
func (w *wide) behind(x, y int, small bitset.Set) int {
	z := x
	if small.Has(x) {
		z = y
	}
	if small.Has(z) { // so x and y have a common child that is in within alone
		ch := w.g.dag.Ch(x)
		z = ch.Next(0)
		for small.Has(z) || !w.within.Has(z) || !w.g.dag.Has(y, z) {
			z = ch.Next(z + 1)
		}
	}
	return z
}

// below is the lowest member of more from first on that descends from z, or -1.
func (w *wide) below(z int, more bitset.Set, first int) int {
	h := more.Next(first)
	for h >= 0 && !w.g.descends(h, z) {
		h = more.Next(h + 1)
	}
	return h
}
