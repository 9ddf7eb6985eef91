package graph

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// PDAG is a partially directed graph over the nodes 0..N-1. It holds a directed edge as a parent
// and a child, and an undirected edge as two neighbours.
type PDAG struct {
	N    int
	arcs DAG // may have cycles
	ne   bitset.Matrix
}

// NewPDAG returns a PDAG of n nodes without edges.
func NewPDAG(n int) *PDAG {
	return &PDAG{N: n, arcs: *NewDAG(n), ne: bitset.NewMatrix(n, n)}
}

// Pa is the set of v's parents. It is the PDAG's own memory and must not be changed.
func (g *PDAG) Pa(v int) bitset.Set { return g.arcs.Pa(v) }

// Ch is the set of v's children. It is the PDAG's own memory and must not be changed.
func (g *PDAG) Ch(v int) bitset.Set { return g.arcs.Ch(v) }

// Ne is the set of v's neighbours, the nodes with an undirected edge to v. It is the PDAG's own
// memory and must not be changed.
func (g *PDAG) Ne(v int) bitset.Set { return g.ne.Row(v) }

// AddDirected adds u → v.
func (g *PDAG) AddDirected(u, v int) { g.arcs.Add(u, v) }

// AddUndirected adds u − v.
func (g *PDAG) AddUndirected(u, v int) {
	g.ne.Row(u).Add(v)
	g.ne.Row(v).Add(u)
}

// Direct makes u − v the arc u → v.
func (g *PDAG) Direct(u, v int) {
	g.ne.Row(u).Remove(v)
	g.ne.Row(v).Remove(u)
	g.arcs.Add(u, v)
}

// Adjacent fills row with every node that has an edge of any kind to v.
func (g *PDAG) Adjacent(v int, row bitset.Set) {
	row.Copy(g.Pa(v))
	row.Or(g.Ch(v))
	row.Or(g.Ne(v))
}

// Arcs is the graph of g's directed edges, which may have cycles. It is the PDAG's own memory and must not be changed.
func (g *PDAG) Arcs() *DAG { return &g.arcs }

// Directed is a copy of the graph of g's directed edges. It may have cycles if g does.
func (g *PDAG) Directed() *DAG { return g.arcs.Clone() }

// Equal reports whether g and h have the same nodes and edges.
func (g *PDAG) Equal(h *PDAG) bool {
	return g.arcs.Equal(&h.arcs) && g.ne.Equal(h.ne)
}
