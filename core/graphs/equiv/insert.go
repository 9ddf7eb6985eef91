package equiv

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Insert is the operator Insert(u, v, T) of Chickering (2002, "Optimal structure identification
// with greedy search", definition 12), followed by completion to a CPDAG. The operator adds
// u → v. For each t in T, it directs t − v as t → v.
//
// The operator must be valid (theorem 15): u and v are not adjacent, T holds neighbours of v that
// are not adjacent to u, NA(v, u) ∪ T is a clique, and every semi-directed path from v to u has a
// node in NA(v, u) ∪ T. Reach decides the last condition.
//
// Insert works on a member of the class in which the parents of v are exactly pa(v) and
// NA(v, u) ∪ T. Adding u → v to this member gives a member of the new class. The result is
// acyclic, since u is not a descendant of v in the member: a directed path from v to u would be a
// semi-directed path in the CPDAG, so it would contain a node of NA(v, u) ∪ T, a parent of v, and
// the member would have a cycle.
//
// The cost is that of Delete, and the number of nodes between v and u in the topological order.
func (c *Class) Insert(u, v int, t bitset.Set) {
	c.touched.Clear()
	parents := c.scratch
	c.NA(v, u, parents)
	parents.Or(t)
	c.chooseMember(v, parents)
	if r := c.orderScratch(); c.place[v] < c.place[u] { // v moves behind u, which is not below v
		r.moved.Clear()
		r.moved.Add(v)
		r.visited = append(r.visited[:0], int32(v))
		c.updateOrder(c.place[v], c.place[u], r)
	}
	c.dag.Add(u, v)
	c.last[v] = unknown
	c.adjacent.Row(u).Add(v)
	c.adjacent.Row(v).Add(u)
	// u → v is compelled until the labelling. setCompelled finds new neighbours as nodes that
	// leave the compelled row.
	c.compelled.Row(v).Add(u)
	c.touched.Add(v)
	c.relabelAround(u, v, true)
}

// Reach fills out with v and the nodes that semi-directed paths from v reach. A semi-directed path
// follows directed edges, in their direction, and undirected edges. Only paths without a node of
// avoiding count.
func (c *Class) Reach(v int, avoiding, out bitset.Set) {
	out.Clear()
	out.Add(v)
	r := c.orderScratch()
	queue := append(r.visited[:0], int32(v))
	for i := 0; i < len(queue); i++ {
		x := int(queue[i])
		ch, ne := c.dag.Ch(x), c.neighbours.Row(x)
		for w := range out {
			// The member's children are the children in the CPDAG and some neighbours.
			next := (ch[w] | ne[w]) &^ (avoiding[w] | out[w])
			out[w] |= next
			for ; next != 0; next &= next - 1 {
				queue = append(queue, int32(bitset.Lowest(w, next)))
			}
		}
	}
	r.visited = queue
}

// Path appends to path the nodes of a semi-directed path from v to u, both included, that has no node of avoiding,
// which u is not in. It returns nil if there is none.
func (c *Class) Path(v, u int, avoiding bitset.Set, path []int32) []int32 {
	r := c.orderScratch()
	seen := r.below
	seen.Copy(avoiding)
	seen.Add(v)
	queue := append(r.visited[:0], int32(v))
	for i := 0; i < len(queue) && !seen.Has(u); i++ {
		queue = c.reachFrom(int(queue[i]), seen, queue)
	}
	r.visited = queue
	if !seen.Has(u) {
		return nil
	}
	return r.pathTo(int32(u), int32(v), path)
}

// pathTo is Path to the first node of a set that is reached. v is not in the set.
func (c *Class) pathTo(v int, to, avoiding bitset.Set, path []int32) []int32 {
	r := c.orderScratch()
	seen := r.below
	seen.Copy(avoiding)
	seen.Add(v)
	queue := append(r.visited[:0], int32(v))
	for i := 0; i < len(queue); i++ {
		before := len(queue)
		queue = c.reachFrom(int(queue[i]), seen, queue)
		for _, y := range queue[before:] {
			if to.Has(int(y)) {
				r.visited = queue
				return r.pathTo(y, int32(v), path)
			}
		}
	}
	r.visited = queue
	return nil
}

// reachFrom appends to a queue the nodes that a semi-directed path reaches from x, and that were not seen.
func (c *Class) reachFrom(x int, seen bitset.Set, queue []int32) []int32 {
	r, ch, ne := c.forOrder, c.dag.Ch(x), c.neighbours.Row(x)
	for w := range seen {
		next := (ch[w] | ne[w]) &^ seen[w]
		seen[w] |= next
		for ; next != 0; next &= next - 1 {
			y := bitset.Lowest(w, next)
			r.from[y] = int32(x)
			queue = append(queue, int32(y))
		}
	}
	return queue
}

// pathTo appends the path by which u was reached from v.
func (r *orderScratch) pathTo(u, v int32, path []int32) []int32 {
	first := len(path)
	for path = append(path, u); path[len(path)-1] != v; {
		path = append(path, r.from[path[len(path)-1]])
	}
	slices.Reverse(path[first:])
	return path
}

// IsPath reports whether the nodes are a semi-directed path.
func (c *Class) IsPath(path []int32) bool {
	for i, y := range path[1:] {
		if x := int(path[i]); !c.dag.Has(x, int(y)) && !c.neighbours.Has(x, int(y)) {
			return false
		}
	}
	return true
}
