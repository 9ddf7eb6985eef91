package equiv

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// Delete is the operator Delete(u, v, H) of Chickering (2002, "Optimal structure identification
// with greedy search", definition 13), followed by completion to a CPDAG. The operator removes
// the edge u → v or u − v. For each h in H, it directs v − h as v → h, and u − h, if that edge is
// undirected, as u → h.
//
// The operator must be valid (theorem 17): u → v or u − v is an edge, H ⊆ NA(v, u), and
// NA(v, u) \ H is a clique.
//
// Delete works on a member of the class. The proof of theorem 17 uses a member in which the
// parents of v are exactly pa(v), u and NA(v, u) \ H. Removing u → v from this member gives a
// member of the new class. Labelling the arcs of the new member gives the new CPDAG.
//
// The cost is proportional to the changes. If the present member is not of that kind, the cost
// also grows with the number of nodes that become reordered: v, NA(v, u) \ H and their ancestors
// in v's chain component.
func (c *Class) Delete(u, v int, h bitset.Set) {
	c.touched.Clear()
	parents := c.scratch // the neighbours of v that must be its parents in the member
	c.NA(v, u, parents)
	parents.AndNot(h)
	if c.neighbours.Row(v).Has(u) {
		parents.Add(u)
	}
	c.chooseMember(v, parents)
	directed := c.compelled.Row(v).Has(u)
	c.removeEdge(u, v, directed)
	// If u → v was compelled, removeEdge has already changed v's compelled row.
	c.relabelAround(u, v, directed)
}

// removeEdge removes u → v from the member, and the edge between u and v from the CPDAG.
func (c *Class) removeEdge(u, v int, directed bool) {
	c.dag.Remove(u, v)
	if int(c.last[v]) == u {
		c.last[v] = unknown
	}
	c.adjacent.Row(u).Remove(v)
	c.adjacent.Row(v).Remove(u)
	c.compelled.Row(v).Remove(u)
	c.neighbours.Row(u).Remove(v)
	c.neighbours.Row(v).Remove(u)
	c.touched.Add(v)
	if !directed {
		c.touched.Add(u)
	}
}
