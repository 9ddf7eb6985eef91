package equiv

import (
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Orient returns a DAG with p's skeleton and directed edges. The directed edges of p must be
// acyclic. If p has a consistent extension, Orient returns the DAG that Preferred returns for these
// votes.
//
// If p has no consistent extension, every such DAG has a v-structure that p does not have. Orient
// then proceeds as Preferred does until no node can be a sink. In that case it removes the node that
// makes the fewest new v-structures as a sink (ties: the lowest node). This choice is greedy.
//
// There is always a node to remove. The directed edges among the remaining nodes are acyclic, so
// some node has no child among the remaining nodes.
func Orient(p *graph.PDAG, votes Votes) *graph.DAG {
	e := newExtender(p)
	if votes != nil {
		e.ballot = newBallot(p, votes)
	}
	for e.left.Any() {
		x := e.nextSink()
		if x < 0 {
			x = e.cheapestSink()
		}
		e.removeSink(x)
	}
	return e.out
}

// cheapestSink is the remaining node that makes the fewest new v-structures as a sink, of those
// without a remaining child.
func (e *extender) cheapestSink() int {
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

// collidersAt is the number of v-structures at x that p does not have if x becomes a sink. They
// are the pairs of remaining nodes that are adjacent to x and not to each other, except pairs of
// two parents of x.
func (e *extender) collidersAt(x int) int {
	e.p.Adjacent(x, e.adj)
	e.adj.And(e.left)
	ne := e.p.Ne(x)
	twice := 0
	for y := e.adj.Next(0); y >= 0; y = e.adj.Next(y + 1) {
		others := e.adj
		if !ne.Has(y) {
			others = ne // y is a parent of x, so only its pairs with neighbours of x are new.
		}
		e.p.Adjacent(y, e.adjOther)
		e.adjOther.Add(y)
		for w, word := range others {
			for word &= e.adj[w] &^ e.adjOther[w]; word != 0; word &= word - 1 {
				twice++
			}
		}
	}
	return twice / 2
}
