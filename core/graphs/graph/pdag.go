package graph

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// PDAG is a partially directed graph over the nodes 0..N-1. It holds a directed edge as a parent
// and a child, and an undirected edge as two neighbours.
type PDAG struct {
	N  int
	pa bitset.Matrix
	ch bitset.Matrix
	ne bitset.Matrix
}

// NewPDAG returns a PDAG of n nodes without edges.
func NewPDAG(n int) *PDAG {
	return &PDAG{
		N:  n,
		pa: bitset.NewMatrix(n, n),
		ch: bitset.NewMatrix(n, n),
		ne: bitset.NewMatrix(n, n),
	}
}

// Pa is the set of v's parents. It is the PDAG's own memory and must not be changed.
func (g *PDAG) Pa(v int) bitset.Set { return g.pa.Row(v) }

// Ch is the set of v's children. It is the PDAG's own memory and must not be changed.
func (g *PDAG) Ch(v int) bitset.Set { return g.ch.Row(v) }

// Ne is the set of v's neighbours, the nodes with an undirected edge to v. It is the PDAG's own
// memory and must not be changed.
func (g *PDAG) Ne(v int) bitset.Set { return g.ne.Row(v) }

// AddDirected adds u → v.
func (g *PDAG) AddDirected(u, v int) {
	g.pa.Row(v).Add(u)
	g.ch.Row(u).Add(v)
}

// AddUndirected adds u − v.
func (g *PDAG) AddUndirected(u, v int) {
	g.ne.Row(u).Add(v)
	g.ne.Row(v).Add(u)
}

// Adjacent fills row with every node that has an edge of any kind to v.
func (g *PDAG) Adjacent(v int, row bitset.Set) {
	row.Copy(g.Pa(v))
	row.Or(g.Ch(v))
	row.Or(g.Ne(v))
}

// Directed is the graph of g's directed edges. It may have cycles if g does.
func (g *PDAG) Directed() *DAG {
	out := NewDAG(g.N)
	for v := range g.N {
		pa := g.Pa(v)
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			out.Add(u, v)
		}
	}
	return out
}

// Equal says whether g and h have the same nodes and edges.
func (g *PDAG) Equal(h *PDAG) bool {
	return g.N == h.N && g.pa.Equal(h.pa) && g.ne.Equal(h.ne)
}
