package flow

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

func (w *wide) Search(g *Graph, v int, given, family, reached bitset.Set) {
	g.begin(&w.inside, v, v, given)
	w.allowed.Copy(family)
	w.allowed.Remove(v)
	g.boundary(w, v, w.allowed, &w.inside, reached)
	w.addRegion(reached)
}

// addRegion adds what the search visited outside of the family.
func (w *wide) addRegion(reached bitset.Set) {
	for k, visited := range w.visited {
		reached[k] |= visited &^ w.allowed[k]
	}
}

// Disturbed is called before arcs are removed. It fills set with b and all parents of b, for
// each arc a → b of arcs. If a region has no node of set, then its search stands after the
// removal, and so do the answers of CutInFamily that rest on it.
//
// Proof. Let the region R have no node of set.
//
// R stays in the ancestral set. Each node of R has a directed path down to a member of the
// family. The second node on that path is next to the first in the moral graph, so it is in
// R or in the family; and so on, until a node is in the family. All arcs of the path up to
// there begin in R. A removed arc begins in set, so none of them is removed. The family
// stays in the ancestral set too.
//
// The edges of the moral graph at R stay. Let such an edge join x, in R, and y. If it is an
// arc, one of its ends is in R. Both ends of a removed arc are in set, so it is not removed.
// Otherwise x and y are parents of a node c of the ancestral set. As c is next to x, c
// is in R or in the family. If an arc into c were removed, all parents of c, hence x, would be in set. So both arcs
// into c stay.
//
// No edge is new, since the DAG only loses arcs. So v reaches what it reached before, and
// all that CutInFamily looks at is what it was.
func (g *Graph) Disturbed(arcs []Arc, set bitset.Set) {
	set.Clear()
	for _, arc := range arcs {
		set.Or(g.dag.Pa(int(arc.To)))
		set.Add(int(arc.To))
	}
}

func (w *wide) Remove(g *Graph, arcs []Arc, touched bitset.Set) {
	touched.Clear()
	for _, a := range arcs { // before any of them is removed
		g.addDescendants(w, int(a.To), touched)
	}
	for _, a := range arcs {
		g.dag.Remove(int(a.From), int(a.To))
	}
	g.lose(w, arcs, touched)
}

func (w *wide) CutInFamily(g *Graph, u, v int, family, reached bitset.Set, limit int) int {
	w.g, w.whole = g, true
	w.within.Copy(reached)
	w.within.Or(family)
	w.allowed.Copy(reached)
	w.allowed.AndNot(family)
	w.allowed.Add(u)
	w.allowed.Add(v)
	w.made.Clear()
	return w.cutSize(u, v, limit)
}

func (w *wide) Boundary(g *Graph, v int, known, within, reached bitset.Set) {
	g.boundary(w, v, known, w.wholly(within), reached)
}
