package equiv

import "github.com/mcbnc/mcbnc/core/bitset"

// compelledInto fills row with the parents p of y whose arc p → y is compelled,
// that is, directed in the CPDAG; every other arc into y is reversible.
//
// This is Label-Edges of Chickering (1995, "A transformational characterization
// of equivalent Bayesian network structures"), whose loop over the arcs into y
// ends in its first round: with x the last of y's parents in a topological
// order, either
//   - some w → x is compelled and w is no parent of y, or y has a parent z ≠ x
//     that is no parent of x: then every arc into y is compelled; or
//   - neither: then exactly the arcs from x's compelled parents are.
//
// So one node costs a few words, given the rows of its parents.
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

// unknown and none may stand in the place of a node's last parent.
const (
	unknown = -2
	none    = -1
)

// lastParent is the parent of y that comes last in the topological order, or none. It is
// kept, since most nodes keep theirs, and looked for when y has lost it, got another
// parent, or the order is another one.
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

// relabelAround labels anew after u → v has come or gone: v has other parents, and
// their common children other arcs among theirs. With below, v's compelled row has
// changed already, and all its children are to be labelled.
func (c *Class) relabelAround(u, v int, below bool) {
	if c.raw { // the DAG itself until now: no arc has ever been labelled
		c.raw = false
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

// relabel brings compelled and neighbours up to date after arcs have changed, in
// topological order, starting from the dirty nodes and going on to the children
// of every node whose row changed. It empties dirty and adds to touched every
// node that an edge changed its kind at.
//
// Why that is enough: y's row is a function of pa(y), of the arcs among pa(y)
// and of the compelled rows of pa(y), whichever member of the class is at hand.
// The caller marks the nodes for which one of the first two changed.
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

func (c *Class) firstPlace(s bitset.Set) int {
	first := len(c.order)
	for x := s.Next(0); x >= 0; x = s.Next(x + 1) {
		first = min(first, int(c.place[x]))
	}
	return first
}

// setCompelled replaces y's compelled row and keeps the neighbours in step.
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
