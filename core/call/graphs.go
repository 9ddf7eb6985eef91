package call

import (
	"encoding/binary"
	"math/bits"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// hasUndirected reports whether two nodes have arcs both ways. It costs O(n w) for rows of w words.
func hasUndirected(arcs *graph.DAG) bool {
	for v := range arcs.N {
		if arcs.Pa(v).Intersects(arcs.Ch(v)) {
			return true
		}
	}
	return false
}

// drawn calls set for each arc of a graph of the caller's, with the engine's indices.
type drawn func(set func(u, v int)) *Error

// matrix is the graph of an n by n matrix.
func (x *Nodes) matrix(cells []byte) drawn {
	return func(set func(u, v int)) *Error {
		i, row := 0, 0 // where the row of i begins
		for k := nextEntry(cells, 0); k >= 0; k = nextEntry(cells, k+1) {
			for ; k >= row+x.N; row += x.N {
				i++
			}
			switch j := k - row; {
			case cells[k] != 1:
				return Errorf(InvalidInput, "the entry for %s -> %s is %d; entries are 0 or 1",
					x.Name(i), x.Name(j), cells[k]).At(i, j)
			case i == j:
				return x.loop(i)
			default:
				set(x.Index.Engine(i), x.Index.Engine(j))
			}
		}
		return nil
	}
}

// nextEntry is the place of the first cell from k on that is not 0, or -1. Most cells are 0, so eight are looked at at once.
func nextEntry(cells []byte, k int) int {
	for ; k+8 <= len(cells); k += 8 {
		if eight := binary.LittleEndian.Uint64(cells[k:]); eight != 0 {
			return k + bits.TrailingZeros64(eight)/8
		}
	}
	for ; k < len(cells); k++ {
		if cells[k] != 0 {
			return k
		}
	}
	return -1
}

func (x *Nodes) loop(k int) *Error {
	return Errorf(Cycle, "%s has an arc to itself", x.Name(k)).At(k, k)
}

// partiallyDirected is the graph in which arcs both ways are one undirected edge.
func partiallyDirected(arcs *graph.DAG) *graph.PDAG {
	g := graph.NewPDAG(arcs.N)
	for u := range arcs.N {
		ch := arcs.Ch(u)
		for v := ch.Next(0); v >= 0; v = ch.Next(v + 1) {
			switch {
			case !arcs.Has(v, u):
				g.AddDirected(u, v)
			case u < v:
				g.AddUndirected(u, v)
			}
		}
	}
	return g
}

// CheckAcyclic names a cycle of g, if there is one, in the caller's indices. Its first node
// comes again at the end.
func (x *Nodes) CheckAcyclic(g *graph.DAG) *Error {
	if g.Acyclic() {
		return nil
	}
	cycle := g.FindCycle()
	for i, v := range cycle {
		cycle[i] = x.Index.Caller(v)
	}
	cycle = append(cycle, cycle[0])
	return Errorf(Cycle, "it has a cycle: %s", x.Path(cycle)).At(cycle...)
}
