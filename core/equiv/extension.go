package equiv

import (
	"errors"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/graph"
)

// ErrNoExtension says that no DAG has the skeleton, the directed edges and the
// v-structures of a PDAG.
var ErrNoExtension = errors.New("the graph has no consistent extension: no DAG has its skeleton, its directed edges and its v-structures")

// Extension returns a DAG with p's skeleton, directed edges and v-structures
// (Dor & Tarsi 1992), taking the lowest possible sink first, so that it depends
// on p alone. It never loses an edge: without an extension it is ErrNoExtension.
//
// With directed, which may be nil, it is an extension in which edges between nodes
// that directed joins go as they do there. If there is such a one, it is found: what
// is left of it without a node taken as a sink still is one of what is left of p.
func Extension(p *graph.PDAG, directed *graph.DAG) (*graph.DAG, error) {
	e := newExtender(p)
	e.directed = directed
	for e.left.Any() {
		x := e.nextSink()
		if x < 0 {
			return nil, ErrNoExtension
		}
		e.takeSink(x)
	}
	return e.out, nil
}

type extender struct {
	p        *graph.PDAG
	directed *graph.DAG // nil: none
	out      *graph.DAG
	left     bitset.Set
	maybe    bitset.Set // the nodes left that may have become a possible sink
	adj      bitset.Set
	adjOther bitset.Set
}

func newExtender(p *graph.PDAG) *extender {
	e := &extender{
		p: p, out: graph.NewDAG(p.N), left: bitset.New(p.N), maybe: bitset.New(p.N),
		adj: bitset.New(p.N), adjOther: bitset.New(p.N),
	}
	e.left.Fill(p.N)
	e.maybe.Fill(p.N)
	for v := range p.N {
		pa := p.Pa(v)
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			e.out.Add(u, v)
		}
	}
	return e
}

// nextSink is the lowest node left that can be a sink, or -1. A node that was
// refused is asked again only once a node next to it has gone.
func (e *extender) nextSink() int {
	for x := e.maybe.Next(0); x >= 0; x = e.maybe.Next(x + 1) {
		if e.canBeSink(x) {
			return x
		}
		e.maybe.Remove(x)
	}
	return -1
}

// canBeSink says whether x has no child left, nor a neighbour that must be its child,
// and every neighbour of x is adjacent to all the other nodes next to x.
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

func (e *extender) takeSink(x int) {
	for w, word := range e.p.Ne(x) {
		for word &= e.left[w]; word != 0; word &= word - 1 {
			e.out.Add(bitset.Lowest(w, word), x)
		}
	}
	e.left.Remove(x)
	e.maybe.Remove(x)
	e.p.Adjacent(x, e.adj)
	e.adj.And(e.left)
	e.maybe.Or(e.adj)
}

// Canonical returns the Dor–Tarsi extension of g's CPDAG: the same DAG for every
// member of g's class.
func Canonical(g *graph.DAG) *graph.DAG {
	out, err := Extension(FromDAG(g, Completed).CPDAG(), nil)
	if err != nil {
		panic("equiv: the CPDAG of a DAG has an extension") // the DAG itself is one
	}
	return out
}
