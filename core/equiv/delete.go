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
// Cost: proportional to what changes, and to v's chain component if the member
// at hand is not of that kind.
func (c *Class) Delete(u, v int, h bitset.Set) {
	c.touched.Clear()
	c.chooseMember(u, v, h)
	directed := c.compelled.Row(v).Has(u)
	c.cutEdge(u, v)
	if c.raw { // the DAG itself until now: no arc has ever been labelled
		c.raw = false
		c.dirty.Fill(c.N)
	} else {
		// v lost a parent; u's and v's common children lost an arc among theirs;
		// and if u → v was compelled, v's compelled row is already another one.
		c.dirty.Copy(c.dag.Ch(v))
		if !directed {
			c.dirty.And(c.dag.Ch(u))
		}
		c.dirty.Add(v)
	}
	c.relabel(c.dirty)
}

// cutEdge takes u → v out of the member, and its traces out of the CPDAG.
func (c *Class) cutEdge(u, v int) {
	c.dag.Remove(u, v)
	c.adjacent.Row(u).Remove(v)
	c.adjacent.Row(v).Remove(u)
	c.compelled.Row(v).Remove(u)
	c.neighbours.Row(u).Remove(v)
	c.neighbours.Row(v).Remove(u)
	c.touched.Add(u)
	c.touched.Add(v)
}

// chooseMember makes the member one in which u → v, and v's parents among its
// neighbours are just u (where undirected) and NA(v, u) \ H.
func (c *Class) chooseMember(u, v int, h bitset.Set) {
	ne := c.neighbours.Row(v)
	if !ne.Any() {
		return
	}
	before := c.scratch // what must come before v in its chain component
	c.NA(v, u, before)
	before.AndNot(h)
	if ne.Has(u) {
		before.Add(u)
	}
	if !c.parentsAmong(v, ne, before) {
		c.reorient(u, v, before)
	}
}

// parentsAmong says whether v's parents within ne are exactly want.
func (c *Class) parentsAmong(v int, ne, want bitset.Set) bool {
	for w, pa := range c.dag.Pa(v) {
		if pa&ne[w] != want[w] {
			return false
		}
	}
	return true
}
