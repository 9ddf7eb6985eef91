package flow

import "github.com/mcbnc/mcbnc/core/bitset"

// Search is for the family of v: v and its parents in some graph, not this one. In the
// ancestral set of v and given it fills reached with the members u that v depends on in
// this DAG given all the others. The family may have members that are not in that set: these
// only stand in the way.
func (w *Workspace) Search(g *Graph, v int, given, family, reached bitset.Set) {
	g.Ancestral(v, v, given, w.within)
	w.allowed.Copy(family)
	w.allowed.Remove(v)
	w.Boundary(g, v, w.allowed, w.within, reached)
}

// Region fills region with where the last search looked: v and the nodes that v reaches
// without passing through the family. All the paths behind all the cuts between v and one of
// its family, given the rest of it, run through the region.
func (w *Workspace) Region(region bitset.Set) {
	region.Copy(w.visited)
	region.AndNot(w.allowed)
}

// Disturbed fills set, before arcs are removed, with what a region must be clear of for
// its search to stand after that, and CutInFamily's answers with it: for each arc a → b
// b and its parents, a among them.
//
// Let the region R be clear of them. A node of R has a path down to the family; each next
// node on it is next to R, so of R too, until one is of the family: none of these arcs is
// removed, since they begin in R. So R stays in the ancestral set, as the family does, and
// every edge that the moral graph had between a node x of R and any other is still there:
// it was an arc with an end in R, which has not been removed; or it joins x and another
// parent of c, and then c, next to x, is of R or of the family, and both arcs into c stay,
// since x would else have been among b's parents. No edge is new. So v reaches what it
// reached, and all that CutInFamily looks at is what it was.
func (g *Graph) Disturbed(arcs []Arc, set bitset.Set) {
	set.Clear()
	for _, arc := range arcs {
		set.Or(g.dag.Pa(int(arc.To)))
		set.Add(int(arc.To))
	}
}

// CutInFamily is the size of the minimum cut between v and u, a member of v's
// family, given the rest of it, or limit: MinCut's answer, from the region that Search
// found. A child that joins two nodes of the region or its border by a common
// descendant is in the region or in the family itself, so that the ancestral set
// need not be known.
func (w *Workspace) CutInFamily(g *Graph, u, v int, family, region bitset.Set, limit int) int {
	if w.word != nil {
		return w.word.cutInFamily(g, u, v, family[0], region[0], limit)
	}
	w.g = g
	w.within.Copy(region)
	w.within.Or(family)
	w.allowed.Copy(region)
	w.allowed.Add(u)
	w.made.Clear()
	return w.cutSize(u, v, limit)
}
