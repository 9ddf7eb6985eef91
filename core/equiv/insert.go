package equiv

import "github.com/mcbnc/mcbnc/core/bitset"

// Insert is the operator Insert(u, v, T) of Chickering (2002, "Optimal structure
// identification with greedy search", definition 12) followed by completion to a
// CPDAG: it puts in u → v and, for each t in T, makes t → v of t − v. It must be
// valid: u and v are not adjacent, T holds neighbours of v that are not adjacent to
// u, NA(v, u) ∪ T is a clique, and every semi-directed path from v to u has a node of
// NA(v, u) ∪ T (theorem 15; see Reach).
//
// It works on a member of the class in which v's parents are pa(v) and NA(v, u) ∪ T
// alone. There u is not below v: the directed path would be a semi-directed one in
// the CPDAG, so that it had a parent of v on it. Putting u → v into that member gives
// one of the new class. Cost: as Delete's, and that of the order between v and u.
func (c *Class) Insert(u, v int, t bitset.Set) {
	c.touched.Clear()
	before := c.scratch
	c.NA(v, u, before)
	before.Or(t)
	c.chooseMember(v, before)
	c.putBehind(v, u)
	c.dag.Add(u, v)
	c.last[v] = unknown
	c.adjacent.Row(u).Add(v)
	c.adjacent.Row(v).Add(u)
	// Compelled until labelled, which is how setCompelled knows new neighbours.
	c.compelled.Row(v).Add(u)
	c.touched.Add(v)
	c.relabelAround(u, v, true)
}

// Reach fills out with v and the nodes that semi-directed paths lead to from v, paths
// that go along directed and undirected edges, without a node of avoiding.
func (c *Class) Reach(v int, avoiding, out bitset.Set) {
	out.Clear()
	out.Add(v)
	r := c.room()
	queue := append(r.visited[:0], int32(v))
	for i := 0; i < len(queue); i++ {
		x := int(queue[i])
		ch, ne := c.dag.Ch(x), c.neighbours.Row(x)
		for w := range out {
			// The member's children are the CPDAG's and some neighbours.
			next := (ch[w] | ne[w]) &^ (avoiding[w] | out[w])
			out[w] |= next
			for ; next != 0; next &= next - 1 {
				queue = append(queue, int32(bitset.Lowest(w, next)))
			}
		}
	}
	r.visited = queue
}

// putBehind mends the topological order so that v is behind u, which is not below v.
func (c *Class) putBehind(v, u int) {
	if c.place[v] > c.place[u] {
		return
	}
	r := c.room()
	r.moved.Clear()
	r.moved.Add(v)
	r.visited = append(r.visited[:0], int32(v))
	c.replaceOrder(c.place[v], c.place[u], r)
}
