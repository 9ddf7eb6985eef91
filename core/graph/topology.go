package graph

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// TopologicalOrder lists the nodes parents first, the lowest of the free nodes
// at each place (Kahn). It is nil when g has a cycle. O(n·w + arcs) for rows of
// w words.
func (g *DAG) TopologicalOrder() []int32 {
	order := g.sortable()
	if len(order) < g.N {
		return nil
	}
	return order
}

// sortable is the longest start of a topological order: everything, or all but
// the cycles and what hangs below them.
func (g *DAG) sortable() []int32 {
	both := make([]int32, 2*g.N)
	missing, order := both[:g.N], both[g.N:g.N] // parents not yet placed
	free := bitset.New(g.N)
	for v := range g.N {
		if missing[v] = int32(g.Pa(v).Count()); missing[v] == 0 {
			free.Add(v)
		}
	}
	for v := free.Next(0); v >= 0; v = free.Next(0) {
		free.Remove(v)
		order = append(order, int32(v))
		ch := g.Ch(v)
		for c := ch.Next(0); c >= 0; c = ch.Next(c + 1) {
			if missing[c]--; missing[c] == 0 {
				free.Add(c)
			}
		}
	}
	return order
}

// FindCycle returns the nodes of a directed cycle in its own direction, the
// lowest first, or nil when there is none. A self-loop is a cycle of one node.
func (g *DAG) FindCycle() []int {
	order := g.sortable()
	if len(order) == g.N {
		return nil
	}
	left := bitset.New(g.N)
	left.Fill(g.N)
	for _, v := range order {
		left.Remove(int(v))
	}
	return g.walkBack(left)
}

// walkBack finds a cycle among nodes that each have a parent among them: going
// from parent to parent must meet a node again.
func (g *DAG) walkBack(left bitset.Set) []int {
	seenAt := make(map[int]int)
	var path []int
	for v := left.Next(0); ; v = firstOfBoth(g.Pa(v), left) {
		if at, seen := seenAt[v]; seen {
			path = path[at:]
			break
		}
		seenAt[v] = len(path)
		path = append(path, v)
	}
	slices.Reverse(path) // it was walked against the arcs
	first := slices.Index(path, slices.Min(path))
	return append(slices.Clone(path[first:]), path[:first]...)
}

func firstOfBoth(a, b bitset.Set) int {
	x := a.Next(0)
	for !b.Has(x) {
		x = a.Next(x + 1)
	}
	return x
}

// AncestorsOf makes row x of anc right, given that the rows of x's parents are.
func (g *DAG) AncestorsOf(x int, anc bitset.Matrix) {
	row := anc.Row(x)
	row.Clear()
	row.Add(x)
	pa := g.Pa(x)
	for p := pa.Next(0); p >= 0; p = pa.Next(p + 1) {
		row.Or(anc.Row(p))
	}
}
