package graph

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// ReachDAG is a DAG together with its transitive closure, which reports whether an arc would close a
// cycle. Arcs come and go by Join and Cut alone.
type ReachDAG struct {
	*DAG
	reach bitset.Matrix // row u: u and all its descendants
}

// NewReachDAG returns a DAG of n nodes without arcs.
func NewReachDAG(n int) *ReachDAG {
	g := &ReachDAG{DAG: NewDAG(n), reach: bitset.NewMatrix(n, n)}
	for u := range n {
		g.reach.Row(u).Add(u)
	}
	return g
}

// Reaches reports whether u is v or an ancestor of v.
func (g *ReachDAG) Reaches(u, v int) bool { return g.reach.Row(u).Has(v) }

// Reached is u and all its descendants. It is the DAG's own memory and must not be changed.
func (g *ReachDAG) Reached(u int) bitset.Set { return g.reach.Row(u) }

// Join adds u → v. The node v must not reach u. It costs O(n w) for rows of w words, and O(1) if u
// reached v before.
func (g *ReachDAG) Join(u, v int) {
	g.Add(u, v)
	if g.Reaches(u, v) {
		return
	}
	below := g.reach.Row(v)
	for x := range g.N {
		if row := g.reach.Row(x); row.Has(u) {
			row.Or(below)
		}
	}
}

// Cut removes u → v. Only the rows of u and its ancestors can change. They are computed again in
// reverse topological order.
func (g *ReachDAG) Cut(u, v int) {
	g.Remove(u, v)
	for _, x32 := range slices.Backward(g.TopologicalOrder()) {
		x := int(x32)
		row := g.reach.Row(x)
		if !row.Has(u) {
			continue
		}
		row.Clear()
		row.Add(x)
		for c := range g.Ch(x).All() {
			row.Or(g.reach.Row(c))
		}
	}
}
