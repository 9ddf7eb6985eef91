package equiv

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// compelledInto fills row with the parents p of y for which the arc p → y is compelled, that is,
// directed in the CPDAG. Every other arc into y is reversible.
//
// The rule is Label-Edges of Chickering (1995, "A transformational characterization of equivalent
// Bayesian network structures"). The loop of Label-Edges over the arcs into y ends in its first
// round. Let x be the last of y's parents in a topological order:
//   - If some w → x is compelled and w is not a parent of y, every arc into y is compelled.
//   - If y has a parent z ≠ x that is not a parent of x, every arc into y is compelled.
//   - Otherwise exactly the arcs from x's compelled parents to y are compelled.
//
// The compelled row of x must be up to date. Then the cost is O(w) for rows of w words.
func (c *Class) compelledInto(y int, row bitset.Set) {
	pa := c.dag.Pa(y)
	row.Copy(pa)
	x := c.lastParent(y)
	if x == none {
		return
	}
	compelledX, paX := c.compelled.Row(x), c.dag.Pa(x)
	row.Remove(x)
	shielded := row.SubsetOf(paX)
	row.Add(x)
	if shielded && compelledX.SubsetOf(pa) {
		row.Copy(compelledX)
	}
}

// Values of Class.last that are not a node.
const (
	unknown = -2 // to be computed by lastParent
	none    = -1 // the node has no parent
)

// lastParent is the parent of y that comes last in the topological order, or none. Class.last
// caches it, since most nodes keep their last parent. It is computed again after y loses this
// parent, gains a parent, or the order changes.
func (c *Class) lastParent(y int) int {
	if c.last[y] == unknown {
		last, at := none, int32(-1)
		for w, word := range c.dag.Pa(y) {
			for ; word != 0; word &= word - 1 {
				if x := bitset.Lowest(w, word); c.place[x] > at {
					last, at = x, c.place[x]
				}
			}
		}
		c.last[y] = int32(last)
	}
	return int(c.last[y])
}

// relabelAround labels arcs again after u → v was added to or removed from the member. The change
// affects the parents of v, and the arcs among the parents of each common child of u and v. If
// below is true, v's compelled row has already changed, so all children of v are labelled too.
func (c *Class) relabelAround(u, v int, below bool) {
	if c.unlabelled { // No arc has been labelled before.
		c.unlabelled = false
		c.dirty.Fill(c.N)
	} else {
		c.dirty.Copy(c.dag.Ch(v))
		if !below {
			c.dirty.And(c.dag.Ch(u))
		}
		c.dirty.Add(v)
	}
	c.relabel(c.dirty)
}

// relabel brings compelled and neighbours up to date after arcs of the member have changed. It
// visits the nodes in topological order. It labels the arcs into the dirty nodes, and into the
// children of every node whose compelled row changes. It empties dirty, and adds to touched both
// nodes of every edge whose kind changes.
//
// These nodes are enough. The compelled row of y is a function of pa(y), of the arcs among pa(y),
// and of the compelled rows of pa(y), for every member of the class. The caller marks the nodes
// for which one of the first two changed.
func (c *Class) relabel(dirty bitset.Set) {
	for _, y32 := range c.order[c.firstPlace(dirty):] {
		y := int(y32)
		if !dirty.Has(y) {
			continue
		}
		old, row := c.compelled.Row(y), c.scratch
		c.compelledInto(y, row)
		if row.Equal(old) {
			continue
		}
		dirty.Or(c.dag.Ch(y))
		c.setCompelled(y, old, row)
	}
	dirty.Clear()
}

// firstPlace is the first place of a member of s in the topological order, or N if s is empty.
func (c *Class) firstPlace(s bitset.Set) int {
	first := len(c.order)
	for x := s.Next(0); x >= 0; x = s.Next(x + 1) {
		first = min(first, int(c.place[x]))
	}
	return first
}

// setCompelled replaces y's compelled row old by row, and updates the neighbours.
func (c *Class) setCompelled(y int, old, row bitset.Set) {
	c.touched.Add(y)
	neY := c.neighbours.Row(y)
	for w := range row {
		for changed := old[w] ^ row[w]; changed != 0; changed &= changed - 1 {
			x := bitset.Lowest(w, changed)
			c.touched.Add(x)
			if row.Has(x) {
				neY.Remove(x)
				c.neighbours.Row(x).Remove(y)
			} else {
				neY.Add(x)
				c.neighbours.Row(x).Add(y)
			}
		}
	}
	old.Copy(row)
}
