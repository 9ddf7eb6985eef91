package flow

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

func (w *wide) ProvenCut(
	g *Graph, u, v int, given, removed bitset.Set, limit int,
) (size int, support, border bitset.Folded) {
	w.prepare(g, u, v, given, removed)
	size = w.flowSize(u, v, limit)
	border = bitset.AllFolded
	if size < limit {
		border = w.border(removed)
	}
	if size > 0 {
		support = w.support(u, v, given)
	}
	w.reset()
	return min(size, limit), support, border
}

// border is what of removed is next to the side of the minimum cut.
//
// Proof. Let x be removed, in the ancestral set, and next to no node of the side. With x back, the same edges leave the
// side, so the cut is no larger. It is no smaller, since the graph has grown. And what of removed is next to the side
// stays, so many nodes can be put back, one after the other. When the DAG loses arcs but the size of the cut stays, no
// more edges leave the side, and no more nodes are next to it. So the border stands too.
func (w *wide) border(removed bitset.Set) (folded bitset.Folded) {
	row, all := w.old, w.small
	all.Clear()
	for x := w.side.Next(0); x >= 0; x = w.side.Next(x + 1) {
		w.g.neighbours(x, &w.inside, removed, row)
		all.Or(row)
	}
	folded.Unite(all)
	return folded
}

// support has the heads of the arcs that the flow rests on: those by which its edges are in the moral graph, and those
// of a directed path from each head down to u, v or a member of given. While all of these arcs stand, all heads are in
// the ancestral set, so all edges of the flow are in its moral graph.
func (w *wide) support(u, v int, given bitset.Set) (folded bitset.Folded) {
	heads, members := w.visited, w.small
	heads.Clear()
	members.Copy(given)
	members.Add(u)
	members.Add(v)
	for _, x := range w.dirty {
		row := w.used.Row(int(x))
		for y := row.Next(0); y >= 0; y = row.Next(y + 1) {
			w.descend(w.headOf(int(x), y, members), members, heads)
		}
	}
	folded.Unite(heads)
	return folded
}

// headOf is the head of an arc that joins x and y, or of two arcs that marry them: a member, if one does.
func (w *wide) headOf(x, y int, members bitset.Set) int {
	dag := w.g.dag
	switch {
	case dag.Has(x, y):
		return y
	case dag.Has(y, x):
		return x
	}
	return w.lowestChild(x, y, members)
}

// descend adds x and the nodes of a directed path to a member, or to one of heads, to heads.
func (w *wide) descend(x int, members, heads bitset.Set) {
	for !heads.Has(x) {
		if heads.Add(x); members.Has(x) {
			return
		}
		x = w.lowestChild(x, x, members)
	}
}

// lowestChild is the lowest common child of x and y in the ancestral set that is in liked, the lowest one if none is in
// liked, or -1.
func (w *wide) lowestChild(x, y int, liked bitset.Set) int {
	a, b := w.g.dag.Ch(x), w.g.dag.Ch(y)
	first := -1
	for k := range a {
		for both := a[k] & b[k]; both != 0; both &= both - 1 {
			switch c := bitset.Lowest(k, both); {
			case !w.has(c):
			case liked.Has(c):
				return c
			case first < 0:
				first = c
			}
		}
	}
	return first
}
