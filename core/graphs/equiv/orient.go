package equiv

import (
	"math"
	"math/bits"

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
	e := newExtender(p, votes)
	for !e.removeSinks() {
		e.removeSink(e.left.Least(e.collidersAt))
	}
	return e.out
}

// collidersAt is the number of v-structures at x that p does not have if x becomes a sink, or more
// than there can be if x has a remaining child. The v-structures are the pairs of remaining nodes that are adjacent to x and not to each other, except pairs of
// two parents of x.
func (e *extender) collidersAt(x int) int {
	if e.hasChild(x) {
		return math.MaxInt
	}
	e.adj.Copy(e.adjacent.Row(x))
	e.adj.And(e.left)
	ne := e.neighbours.Row(x)
	twice := 0
	for y := range e.adj.All() {
		others := e.adj
		if !ne.Has(y) {
			others = ne // y is a parent of x, so only its pairs with neighbours of x are new.
		}
		e.adjOther.Copy(e.adjacent.Row(y))
		e.adjOther.Add(y)
		for w, word := range others {
			twice += bits.OnesCount64(word & e.adj[w] &^ e.adjOther[w])
		}
	}
	return twice / 2
}
