package graph

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// Ordered are constraints whose directions have an order, so that every DAG along it keeps them. They are c itself if the
// directions of c have one. Otherwise they are stricter: what keeps them keeps c. An order is chosen, and the pairs whose
// direction goes against it become forbidden.
//
// Every such direction u → v is on a cycle of directions. No order keeps all directions of a cycle, and no DAG has all of
// their edges. If all others of the cycle are required arcs, no DAG that keeps c joins u and v, so nothing is lost.
//
// The cost is O(n² w) for rows of w words if there is a cycle, and that of Acyclic else.
func (c *Constraints) Ordered() *Constraints {
	if c == nil || c.Directed.Acyclic() {
		return c
	}
	n := c.Directed.N
	out, place := NewConstraints(n), make([]int, n)
	for i, x := range c.order() {
		place[x] = i
	}
	out.Required.Copy(c.Required)
	out.Forbidden.Copy(c.Forbidden)
	for u, v := range c.Directed.All() {
		if place[u] < place[v] {
			out.Directed.Add(u, v)
		} else {
			out.Forbidden.Row(u).Add(v)
			out.Forbidden.Row(v).Add(u)
		}
	}
	return out
}

// order is an order of the nodes that keeps the required arcs, and all directions that are on no cycle. Of the nodes that may be
// next it takes one with the fewest directions from nodes that are left, the lowest among equals.
//
// A node may be next if each direction to it from a node that is left is on a cycle and not required. There is
// always one. Proof: call nodes alike if each reaches the other by directions. Among the nodes that are left there
// is a class of alike nodes to which no direction comes from another class. The required arcs have no cycle, so one
// of its nodes has none from the others.
func (c *Constraints) order() []int {
	n := c.Directed.N
	reach, left, required := c.reach(), bitset.Full(n), c.RequiredArcs(n)
	parents, row := make([]int, n), bitset.New(n) // parents: the directions from nodes that are left
	for v := range n {
		parents[v] = c.Directed.Pa(v).Count()
	}
	mayBeNext := func(v int) bool {
		row.Copy(c.Directed.Pa(v))
		row.And(left)
		return !row.Intersects(required.Pa(v)) && row.SubsetOf(reach.Row(v))
	}
	order := make([]int, 0, n)
	for len(order) < n {
		next := -1
		for v := range left.All() {
			if (next < 0 || parents[v] < parents[next]) && mayBeNext(v) {
				next = v
			}
		}
		left.Remove(next)
		order = append(order, next)
		for v := range c.Directed.Ch(next).All() {
			parents[v]--
		}
	}
	return order
}

// reach has in row u the nodes that u reaches by directions (Warshall 1962).
func (c *Constraints) reach() bitset.Matrix {
	reach := bitset.NewMatrix(c.Directed.N, c.Directed.N)
	for u := range c.Directed.N {
		reach.Row(u).Copy(c.Directed.Ch(u))
	}
	for k := range c.Directed.N {
		for u := range c.Directed.N {
			if reach.Has(u, k) {
				reach.Row(u).Or(reach.Row(k))
			}
		}
	}
	return reach
}
