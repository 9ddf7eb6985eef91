package equiv

import (
	"errors"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// ErrNoExtension says that no DAG has the skeleton, the directed edges and the v-structures of a
// PDAG.
var ErrNoExtension = errors.New("the graph has no consistent extension: no DAG has its skeleton, its directed edges and its v-structures")

// Extension returns a consistent extension of p: a DAG with p's skeleton, directed edges and
// v-structures (Dor & Tarsi 1992, "A simple algorithm to construct a consistent extension of a
// partially oriented graph"). It removes sinks one after the other, the lowest possible one
// first, so the result depends on p alone. If p has no consistent extension, it returns
// ErrNoExtension.
//
// If directed is not nil, Extension returns a consistent extension in which no edge goes against
// an arc of directed. It finds one if there is one: removing a sink from such an extension leaves
// such an extension of the rest of p.
func Extension(p *graph.PDAG, directed *graph.DAG) (*graph.DAG, error) {
	return Preferred(p, directed, nil)
}

// extender is the state of the algorithm of Dor & Tarsi.
type extender struct {
	p          *graph.PDAG
	directed   *graph.DAG // nil: no directions are wanted
	out        *graph.DAG
	ballot     *ballot    // nil: the lowest possible sink comes first
	left       bitset.Set // the remaining nodes
	candidates bitset.Set // the remaining nodes that may be a possible sink
	adj        bitset.Set // scratch: the remaining nodes adjacent to one node
	adjOther   bitset.Set // scratch: the nodes adjacent to another node, and that node
}

func newExtender(p *graph.PDAG) *extender {
	e := &extender{
		p: p, out: p.Directed(), left: bitset.New(p.N), candidates: bitset.New(p.N),
		adj: bitset.New(p.N), adjOther: bitset.New(p.N),
	}
	e.left.Fill(p.N)
	e.candidates.Fill(p.N)
	return e
}

// extend is the extension, if the sinks can be removed until no node is left.
func (e *extender) extend() (*graph.DAG, error) {
	if !e.removeSinks() {
		return nil, ErrNoExtension
	}
	return e.out, nil
}

// removeSinks removes sinks while there is one, and says whether no node is left.
func (e *extender) removeSinks() bool {
	for x := e.nextSink(); x >= 0; x = e.nextSink() {
		e.removeSink(x)
	}
	return !e.left.Any()
}

// nextSink is the remaining node that is removed next as a sink, or -1 if none can be one.
func (e *extender) nextSink() int {
	if e.ballot != nil {
		return e.preferredSink()
	}
	return e.lowestSink()
}

// lowestSink is the lowest remaining node that can be a sink, or -1. A node that cannot be a sink
// becomes a candidate again after a node adjacent to it has been removed.
func (e *extender) lowestSink() int {
	for x := e.candidates.Next(0); x >= 0; x = e.candidates.Next(x + 1) {
		if e.canBeSink(x) {
			return x
		}
		e.candidates.Remove(x)
	}
	return -1
}

// canBeSink says whether x can be a sink of the remaining graph: x has no child, no neighbour of x
// must become a child of x, and every neighbour of x is adjacent to all other nodes adjacent to x.
func (e *extender) canBeSink(x int) bool {
	if e.p.Ch(x).Intersects(e.left) {
		return false
	}
	e.p.Adjacent(x, e.adj)
	e.adj.And(e.left)
	if e.directed != nil && e.directed.Ch(x).Intersects(e.adj) {
		return false
	}
	for w, word := range e.p.Ne(x) {
		for word &= e.left[w]; word != 0; word &= word - 1 {
			y := bitset.Lowest(w, word)
			e.p.Adjacent(y, e.adjOther)
			e.adjOther.Add(y)
			if !e.adj.SubsetOf(e.adjOther) {
				return false
			}
		}
	}
	return true
}

// removeSink directs the edges between x and its remaining neighbours into x, and removes x.
func (e *extender) removeSink(x int) {
	e.left.Remove(x)
	for w, word := range e.p.Ne(x) {
		for word &= e.left[w]; word != 0; word &= word - 1 {
			y := bitset.Lowest(w, word)
			e.out.Add(y, x)
			if e.ballot != nil {
				e.ballot.removed(x, y)
			}
		}
	}
	e.candidates.Remove(x)
	e.p.Adjacent(x, e.adj)
	e.adj.And(e.left)
	e.candidates.Or(e.adj)
}

// Canonical returns the Extension of g's CPDAG. It is the same DAG for every member of g's class.
func Canonical(g *graph.DAG) *graph.DAG {
	out, err := Extension(FromDAG(g, Completed).CPDAG(), nil)
	if err != nil {
		panic("equiv: the CPDAG of a DAG has an extension") // the DAG itself is one
	}
	return out
}
