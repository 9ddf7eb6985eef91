package graph

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// TopologicalOrder lists the nodes with parents before children (Kahn 1962). At each place it
// takes the lowest node whose parents have all been listed. If g has a cycle, it is nil. It
// costs O(n w + arcs) for rows of w words.
func (g *DAG) TopologicalOrder() []int32 {
	order := g.sortable()
	if len(order) < g.N {
		return nil
	}
	return order
}

// Acyclic reports whether g has no cycle.
func (g *DAG) Acyclic() bool {
	if g.N > 64 {
		return len(g.sortable()) == g.N
	}
	left, before := uint64(1)<<g.N-1, uint64(0)
	for left != before {
		before = left
		for rest := left; rest != 0; rest &= rest - 1 {
			if v := bitset.Lowest(0, rest); g.PaWord(v)&left == 0 {
				left &^= 1 << v
			}
		}
	}
	return left == 0
}

// sortable lists the nodes that are neither on a cycle nor below one, parents before children.
// It lists all nodes if g is acyclic.
func (g *DAG) sortable() []int32 {
	both := make([]int32, 2*g.N)
	missing, order := both[:g.N], both[g.N:g.N] // missing: the parents not yet listed
	free := bitset.New(g.N)
	for v := range g.N {
		if missing[v] = int32(g.Pa(v).Count()); missing[v] == 0 {
			free.Add(v)
		}
	}
	for v := free.Next(0); v >= 0; v = free.Next(0) {
		free.Remove(v)
		order = append(order, int32(v))
		for c := range g.Ch(v).All() {
			if missing[c]--; missing[c] == 0 {
				free.Add(c)
			}
		}
	}
	return order
}

// FindCycle returns the nodes of a directed cycle along its arcs, starting with the lowest. If
// g is acyclic, it returns nil. A self-loop is a cycle of one node.
func (g *DAG) FindCycle() []int {
	order := g.sortable()
	if len(order) == g.N {
		return nil
	}
	left := bitset.Full(g.N)
	for _, v := range order {
		left.Remove(int(v))
	}
	// Each node of left has a parent there. A walk from parent to parent stays in the finite set, so it
	// reaches some node twice.
	seenAt := make(map[int]int)
	var path []int
	for v := left.Next(0); ; {
		if at, seen := seenAt[v]; seen {
			path = path[at:]
			break
		}
		seenAt[v] = len(path)
		path = append(path, v)
		parents := left.Clone()
		parents.And(g.Pa(v))
		v = parents.Next(0)
	}
	slices.Reverse(path) // The walk went against the arcs.
	first := slices.Index(path, slices.Min(path))
	return append(slices.Clone(path[first:]), path[:first]...)
}

// AncestorsOf sets row x of anc to x and the ancestors of x. The rows of x's parents must have
// been set before.
func (g *DAG) AncestorsOf(x int, anc bitset.Matrix) {
	row := anc.Row(x)
	row.Clear()
	row.Add(x)
	for p := range g.Pa(x).All() {
		row.Or(anc.Row(p))
	}
}
