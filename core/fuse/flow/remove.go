package flow

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// Remove removes the arcs from the DAG. It fills touched with the heads of the arcs and all
// nodes that were descendants of one. All other nodes have the ancestors they had, and these
// have the parents they had.
func (w *Workspace) Remove(g *Graph, arcs []Arc, touched bitset.Set) {
	touched.Clear()
	for _, a := range arcs { // before any of them is removed
		w.addDescendants(g, int(a.To), touched)
	}
	for _, a := range arcs {
		g.dag.Remove(int(a.From), int(a.To))
		g.lists.remove(int(a.From), int(a.To))
	}
	for k := range arcs {
		g.updateMoral(arcs, k)
	}
	w.renewAncestors(g, touched)
}

// renewAncestors finds the ancestors of the members of touched anew. The set touched must
// hold all descendants of its members. The arcs have been removed.
func (w *Workspace) renewAncestors(g *Graph, touched bitset.Set) {
	if w.word != nil {
		g.renewAncestorsWord(touched[0])
		return
	}
	if g.lists != nil {
		return // none are kept
	}
	places := w.visited
	places.Clear()
	for x := touched.Next(0); x >= 0; x = touched.Next(x + 1) {
		places.Add(int(g.place[x]))
	}
	for k := places.Next(0); k >= 0; k = places.Next(k + 1) { // parents first
		g.dag.AncestorsOf(int(g.order[k]), g.anc)
	}
}

// updateMoral removes from the moral graph the edges that it lost with arcs[k], x → y. All
// of the arcs have been removed from the DAG before. The edges that can be lost are the arc
// itself, and those between x and y's other parents. These other parents include the tails
// of removed arcs into y: each such pair is looked at when the later arc's turn comes.
func (g *Graph) updateMoral(arcs []Arc, k int) {
	if g.moral.None() {
		return
	}
	x, y := int(arcs[k].From), int(arcs[k].To)
	g.updateEdge(x, y)
	pa := g.dag.Pa(y)
	for z := pa.Next(0); z >= 0; z = pa.Next(z + 1) {
		g.updateEdge(x, z)
	}
	for _, other := range arcs[:k] {
		if int(other.To) == y {
			g.updateEdge(x, int(other.From))
		}
	}
}

// updateEdge removes the edge between x and z from the moral graph, unless an arc or a common
// child still joins them.
func (g *Graph) updateEdge(x, z int) {
	if !g.dag.Adjacent(x, z) && !g.dag.Ch(x).Intersects(g.dag.Ch(z)) {
		g.moral.Row(x).Remove(z)
		g.moral.Row(z).Remove(x)
	}
}

// addDescendants adds x and its descendants to set. The set must hold all descendants of its
// members.
func (w *Workspace) addDescendants(g *Graph, x int, set bitset.Set) {
	if w.word != nil {
		set[0] |= g.descendantsWord(x, set[0])
		return
	}
	if g.lists != nil {
		w.addDescendantsInLists(g.lists, x, set)
		return
	}
	if set.Has(x) {
		return
	}
	set.Add(x)
	w.queue = append(w.queue[:0], int32(x))
	for i := 0; i < len(w.queue); i++ {
		for k, word := range g.dag.Ch(int(w.queue[i])) {
			word &^= set[k]
			set[k] |= word
			for ; word != 0; word &= word - 1 {
				w.queue = append(w.queue, int32(bitset.Lowest(k, word)))
			}
		}
	}
}
