package baselines

import (
	"cmp"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// reachDAG is a DAG together with its transitive closure, which reports whether an arc would close a
// cycle.
type reachDAG struct {
	*graph.DAG
	reach bitset.Matrix // row u: u and all its descendants
}

func newReachDAG(n int) *reachDAG {
	g := &reachDAG{DAG: graph.NewDAG(n), reach: bitset.NewMatrix(n, n)}
	for u := range n {
		g.reach.Row(u).Add(u)
	}
	return g
}

// reaches reports whether u is v or an ancestor of v.
func (g *reachDAG) reaches(u, v int) bool { return g.reach.Row(u).Has(v) }

// add adds u → v. The node v must not reach u. It costs O(n w) for rows of w words, and O(1) if u
// reached v before.
func (g *reachDAG) add(u, v int) {
	g.Add(u, v)
	if g.reaches(u, v) {
		return
	}
	below := g.reach.Row(v)
	for x := range g.N {
		if row := g.reach.Row(x); row.Has(u) {
			row.Or(below)
		}
	}
}

// remove removes u → v. Only the rows of u and its ancestors can change. They are computed again in
// reverse topological order.
func (g *reachDAG) remove(u, v int) {
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

// arc is u → v with a weight. Arcs with a larger weight are added earlier.
type arc struct {
	u, v   int32
	weight int64
}

// byEnds puts the lowest (u, v) first.
func byEnds(a, b arc) int { return cmp.Or(cmp.Compare(a.u, b.u), cmp.Compare(a.v, b.v)) }

// insert adds the arcs in the order of the list. It leaves out arcs that would close a cycle, and
// returns them.
func (g *reachDAG) insert(arcs []arc) (leftOut [][2]int32) {
	for _, a := range arcs {
		if u, v := int(a.u), int(a.v); g.reaches(v, u) {
			leftOut = append(leftOut, [2]int32{a.u, a.v})
		} else {
			g.add(u, v)
		}
	}
	return leftOut
}
