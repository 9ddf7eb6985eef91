package baselines

import (
	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/graph"
)

// growing is a DAG together with what its nodes reach.
type growing struct {
	*graph.DAG
	reach bitset.Matrix // row u: u and all its descendants
}

func newGrowing(n int) *growing {
	g := &growing{DAG: graph.NewDAG(n), reach: bitset.NewMatrix(n, n)}
	for u := range n {
		g.reach.Row(u).Add(u)
	}
	return g
}

// reaches says whether u is v or an ancestor of v.
func (g *growing) reaches(u, v int) bool { return g.reach.Row(u).Has(v) }

// add puts in u → v, where v does not reach u.
func (g *growing) add(u, v int) {
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

// remove takes out u → v. Only u and its ancestors can reach less.
func (g *growing) remove(u, v int) {
	g.Remove(u, v)
	order := g.TopologicalOrder()
	for k := len(order) - 1; k >= 0; k-- {
		x := int(order[k])
		row := g.reach.Row(x)
		if !row.Has(u) {
			continue
		}
		row.Clear()
		row.Add(x)
		ch := g.Ch(x)
		for c := ch.Next(0); c >= 0; c = ch.Next(c + 1) {
			row.Or(g.reach.Row(c))
		}
	}
}

// arc is u → v and what speaks for it.
type arc struct {
	u, v   int32
	weight int64
}

// insert adds the arcs in the order given, and returns those that it had to leave
// out, since they would have closed a cycle.
func (g *growing) insert(arcs []arc) (leftOut [][2]int32) {
	for _, a := range arcs {
		if u, v := int(a.u), int(a.v); g.reaches(v, u) {
			leftOut = append(leftOut, [2]int32{a.u, a.v})
		} else {
			g.add(u, v)
		}
	}
	return leftOut
}
