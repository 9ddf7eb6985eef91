package flow

import "github.com/mcbnc/mcbnc/core/bitset"

// Remove takes the arcs out of the DAG. Into touched go the heads of the arcs
// and everything that descended from one: the nodes whose ancestors, or whose
// ancestors' parents, are no longer what they were.
func (w *Workspace) Remove(g *Graph, arcs []Arc, touched bitset.Set) {
	touched.Clear()
	for _, a := range arcs { // before any of them goes
		w.addDescendants(g, int(a.To), touched)
	}
	for _, a := range arcs {
		g.dag.Remove(int(a.From), int(a.To))
	}
	for k := range arcs {
		g.partMoral(arcs, k)
	}
	w.renewAncestors(g, touched)
}

// renewAncestors makes the ancestors right again of touched, a set that holds, with any
// node, all of that one's descendants.
func (w *Workspace) renewAncestors(g *Graph, touched bitset.Set) {
	if w.word != nil {
		g.renewAncestorsWord(touched[0])
		return
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

// partMoral takes out of the moral graph what it lost with arcs[k], x → y, when all of the
// arcs are gone: all that can be are the arc itself and the edges that join x to y's other
// parents, those that y lost with x among them.
func (g *Graph) partMoral(arcs []Arc, k int) {
	x, y := int(arcs[k].From), int(arcs[k].To)
	g.part(x, y)
	pa := g.dag.Pa(y)
	for z := pa.Next(0); z >= 0; z = pa.Next(z + 1) {
		g.part(x, z)
	}
	for _, other := range arcs[:k] {
		if int(other.To) == y {
			g.part(x, int(other.From))
		}
	}
}

// part makes x and z no neighbours in the moral graph, unless an arc or a child joins them.
func (g *Graph) part(x, z int) {
	if !g.dag.Adjacent(x, z) && !g.dag.Ch(x).Intersects(g.dag.Ch(z)) {
		g.moral.Row(x).Remove(z)
		g.moral.Row(z).Remove(x)
	}
}

// addDescendants adds x and its descendants to a set that holds, with any node, all
// of that one's descendants.
func (w *Workspace) addDescendants(g *Graph, x int, set bitset.Set) {
	if w.word != nil {
		set[0] |= g.descendantsWord(x, set[0])
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
