package flow

import "github.com/mcbnc/mcbnc/core/bitset"

// Search is for the family of v: v and its parents in some graph, not this one.
// It fills reached with the members u that v depends on in this DAG given all the
// others, and region with v and the nodes that v reaches without passing through
// the family. All the paths behind all the cuts between v and one of its family,
// given the rest of it, run through the region.
func (w *Workspace) Search(g *Graph, v int, family, region, reached bitset.Set) {
	g.Ancestral(v, v, family, w.within)
	w.allowed.Copy(family)
	w.allowed.Remove(v)
	w.Boundary(g, v, w.allowed, w.within, reached)
	region.Copy(w.visited)
	region.AndNot(w.allowed)
}

// CutInFamily is the size of the minimum cut between v and u, a member of v's
// family, given the rest of it, or limit: MinCut's answer, from the region that Search
// found. A child that joins two nodes of the region or its border by a common
// descendant is in the region or in the family itself, so that the ancestral set
// need not be known.
func (w *Workspace) CutInFamily(g *Graph, u, v int, family, region bitset.Set, limit int) int {
	w.g = g
	w.within.Copy(region)
	w.within.Or(family)
	w.allowed.Copy(region)
	w.allowed.Add(u)
	w.made.Clear()
	return w.cutSize(u, v, limit)
}
