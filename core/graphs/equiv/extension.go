package equiv

import (
	"errors"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// ErrNoExtension is the error that no DAG has the skeleton, the directed edges and the v-structures of a PDAG.
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

// Preferred returns the consistent extension of p that the votes prefer. As Extension does, it
// removes sinks one after the other (Dor & Tarsi 1992). Of the nodes that can be the next sink it
// removes the one against which the least weight speaks: the sum of votes(x, y) over the remaining
// neighbours y of x. Ties go to the node with the largest sum of votes(y, x), then to the lowest.
//
// If all votes are those of one extension of p, the result is that extension. Proof: a sink of what
// remains of that extension has no vote against it and can be a sink, so the node that is removed
// has no vote against it either. Hence all of its remaining edges point at it in that extension.
//
// The choice is greedy. With votes of several graphs, another extension may have more votes.
//
// If directed is not nil, no edge of the result goes against an arc of directed, as in Extension.
// Nil votes give what Extension gives. What votes cost is two calls for each direction of an undirected
// edge, and a look at all remaining nodes for each sink that is tried.
func Preferred(p *graph.PDAG, directed *graph.DAG, votes Votes) (*graph.DAG, error) {
	return newExtender(p, votes).extension(directed)
}

// Extension is the Extension of the class's CPDAG, without a copy.
func (c *Class) Extension(directed *graph.DAG) (*graph.DAG, error) {
	out := graph.NewDAG(c.N)
	for v := range c.N {
		out.Pa(v).Copy(c.Pa(v))
		out.Ch(v).Copy(c.dag.Ch(v))
		out.Ch(v).AndNot(c.Ne(v))
	}
	return newExtenderOf(c.dag, out, c.neighbours, c.adjacent).extension(directed)
}

// Votes is the weight that votes for the arc x → y. The sum over all y must fit into an int64.
type Votes func(x, y int) int64

// extender is the state of the algorithm of Dor & Tarsi.
type extender struct {
	arcs       *graph.DAG    // the directed edges, and perhaps arcs between neighbours
	neighbours bitset.Matrix // by undirected edges
	adjacent   bitset.Matrix // by edges of any kind
	directed   *graph.DAG    // nil: no directions are given
	out        *graph.DAG
	votes      Votes      // nil: the lowest possible sink comes first
	against    []int64    // of each node: the votes against it as the next sink
	favour     []int64    // of each node: the votes for it
	left       bitset.Set // the remaining nodes
	candidates bitset.Set // the remaining nodes that may be a possible sink
	adj        bitset.Set // scratch: the remaining nodes adjacent to one node
	adjOther   bitset.Set // scratch: the nodes adjacent to another node, and that node
}

func newExtender(p *graph.PDAG, votes Votes) *extender {
	neighbours, adjacent := bitset.NewMatrix(p.N, p.N), bitset.NewMatrix(p.N, p.N)
	for x := range p.N {
		neighbours.Row(x).Copy(p.Ne(x))
		p.Adjacent(x, adjacent.Row(x))
	}
	e := newExtenderOf(p.Arcs(), p.Directed(), neighbours, adjacent)
	if e.votes = votes; votes != nil {
		sums := make([]int64, 2*p.N)
		e.against, e.favour = sums[:p.N], sums[p.N:]
		for x := range p.N {
			for y := range p.Ne(x).All() {
				w := votes(x, y)
				e.against[x] += w
				e.favour[y] += w
			}
		}
	}
	return e
}

// newExtenderOf makes the result of out, which has the directed edges alone.
func newExtenderOf(arcs, out *graph.DAG, neighbours, adjacent bitset.Matrix) *extender {
	n := out.N
	return &extender{
		arcs: arcs, neighbours: neighbours, adjacent: adjacent, out: out, left: bitset.Full(n), candidates: bitset.Full(n),
		adj: bitset.New(n), adjOther: bitset.New(n),
	}
}

// extension removes all nodes, or returns ErrNoExtension.
func (e *extender) extension(directed *graph.DAG) (*graph.DAG, error) {
	e.directed = directed
	if !e.removeSinks() {
		return nil, ErrNoExtension
	}
	return e.out, nil
}

// removeSinks removes sinks while there is one, and reports whether no node is left.
func (e *extender) removeSinks() bool {
	for x := e.nextSink(); x >= 0; x = e.nextSink() {
		e.removeSink(x)
	}
	return !e.left.Any()
}

// nextSink is the remaining node that is removed next as a sink, or -1 if none can be one. Of the
// candidates it tries the best one first, so few are tried. A node that cannot be a sink becomes a
// candidate again after a node adjacent to it has been removed.
func (e *extender) nextSink() int {
	for {
		best := e.candidates.Next(0)
		if e.votes != nil {
			for x := best; x >= 0; x = e.candidates.Next(x + 1) {
				if e.against[x] < e.against[best] || e.against[x] == e.against[best] && e.favour[x] > e.favour[best] {
					best = x
				}
			}
		}
		if best < 0 || e.canBeSink(best) {
			return best
		}
		e.candidates.Remove(best)
	}
}

// canBeSink reports whether x can be a sink of the remaining graph: x has no child, no neighbour of x
// must become a child of x, and every neighbour of x is adjacent to all other nodes adjacent to x.
func (e *extender) canBeSink(x int) bool {
	if e.hasChild(x) {
		return false
	}
	e.adj.Copy(e.adjacent.Row(x))
	e.adj.And(e.left)
	if e.directed != nil && e.directed.Ch(x).Intersects(e.adj) {
		return false
	}
	for w, word := range e.neighbours.Row(x) {
		for word &= e.left[w]; word != 0; word &= word - 1 {
			y := bitset.Lowest(w, word)
			e.adjOther.Copy(e.adjacent.Row(y))
			e.adjOther.Add(y)
			if !e.adj.SubsetOf(e.adjOther) {
				return false
			}
		}
	}
	return true
}

// hasChild reports whether x has a child among the remaining nodes.
func (e *extender) hasChild(x int) bool {
	ne := e.neighbours.Row(x)
	for w, children := range e.arcs.Ch(x) {
		if children&e.left[w]&^ne[w] != 0 {
			return true
		}
	}
	return false
}

// removeSink directs the edges between x and its remaining neighbours into x, and removes x.
func (e *extender) removeSink(x int) {
	e.left.Remove(x)
	for y := range e.neighbours.Row(x).All() {
		if !e.left.Has(y) {
			continue
		}
		e.out.Add(y, x)
		if e.votes != nil {
			e.against[y] -= e.votes(y, x)
			e.favour[y] -= e.votes(x, y)
		}
	}
	e.candidates.Remove(x)
	e.adj.Copy(e.adjacent.Row(x))
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
