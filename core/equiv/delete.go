package equiv

import "github.com/mcbnc/mcbnc/core/bitset"

// Delete is the operator Delete(u, v, H) of Chickering (2002, "Optimal structure
// identification with greedy search", definition 13) followed by completion to a
// CPDAG: it takes the edge u → v or u − v away and, for each h in H, makes
// v → h, and u → h where u − h was undirected. It must be valid: u → v or u − v
// is an edge, H ⊆ NA(v, u) and NA(v, u) \ H is a clique (theorem 17).
//
// It works on a member of the class. Theorem 17 rests on a member in which v's
// parents are pa(v), u and NA(v, u) \ H alone; taking u → v out of that one gives
// a member of the new class, and labelling its arcs again gives the new CPDAG.
// Cost: proportional to what changes, and to the ancestors in v's chain component of v
// and NA(v, u) \ H if the member at hand is not of that kind.
func (c *Class) Delete(u, v int, h bitset.Set) {
	c.touched.Clear()
	before := c.scratch // what must come before v in its chain component
	c.NA(v, u, before)
	before.AndNot(h)
	if c.neighbours.Row(v).Has(u) {
		before.Add(u)
	}
	c.chooseMember(v, before)
	directed := c.compelled.Row(v).Has(u)
	c.cutEdge(u, v, directed)
	// u's and v's common children lost an arc among their parents; and if u → v was
	// compelled, v's compelled row is already another one.
	c.relabelAround(u, v, directed)
}

// cutEdge takes u → v out of the member, and its traces out of the CPDAG.
func (c *Class) cutEdge(u, v int, directed bool) {
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
