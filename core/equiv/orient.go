package equiv

import (
	"math"

	"github.com/mcbnc/mcbnc/core/graph"
)

// Orient returns a DAG with p's skeleton and directed edges, which must have no
// cycle: an extension of p wherever p has one, the same as Extension's. Elsewhere
// some v-structure that p has not cannot be avoided: when no node left can be a sink,
// the one is taken that makes the fewest of them (ties: the lowest). No edge is lost,
// and none turned.
//
// A node can always be taken: the directed edges among the nodes left have no cycle,
// and so some node has no child among them.
func Orient(p *graph.PDAG) *graph.DAG {
	e := newExtender(p)
	for e.left.Any() {
		x := e.nextSink()
		if x < 0 {
			x = e.leastBadSink()
		}
		e.takeSink(x)
	}
	return e.out
}

// leastBadSink is the node left, of those without a child left, that makes the fewest
// new v-structures as a sink.
func (e *extender) leastBadSink() int {
	best, least := -1, math.MaxInt
	for x := e.left.Next(0); x >= 0; x = e.left.Next(x + 1) {
		if e.p.Ch(x).Intersects(e.left) {
			continue
		}
		if made := e.collidersAt(x); made < least {
			best, least = x, made
		}
	}
	return best
}

// collidersAt is how many v-structures x as a sink has that p has not: the pairs of
// nodes left that are next to x and not to each other, unless both are parents of x.
func (e *extender) collidersAt(x int) int {
	e.p.Adjacent(x, e.adj)
	e.adj.And(e.left)
	ne := e.p.Ne(x)
	twice := 0
	for y := e.adj.Next(0); y >= 0; y = e.adj.Next(y + 1) {
		apart := e.adj
		if !ne.Has(y) {
			apart = ne // y is a parent: only with a neighbour is it a new pair
		}
		e.p.Adjacent(y, e.adjOther)
		e.adjOther.Add(y)
		for w, word := range apart {
			for word &= e.adj[w] &^ e.adjOther[w]; word != 0; word &= word - 1 {
				twice++
			}
		}
	}
	return twice / 2
}
