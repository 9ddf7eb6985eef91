package graph

import (
	"iter"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// DAG is a directed graph over the nodes 0..N-1. It is held as two bit matrices, the parents
// and the children of each node.
//
// The methods do not check that the graph is acyclic. FindCycle does, and requests are checked
// with it before any work.
type DAG struct {
	N  int
	pa bitset.Matrix
	ch bitset.Matrix
}

// NewDAG returns a DAG of n nodes without arcs.
func NewDAG(n int) *DAG { return NewDAGIn(bitset.NewMatrix(n, n), bitset.NewMatrix(n, n)) }

// NewDAGIn returns a DAG without arcs that uses two empty matrices as its memory.
func NewDAGIn(pa, ch bitset.Matrix) *DAG { return &DAG{N: pa.Len(), pa: pa, ch: ch} }

// View is the DAG of n nodes that two matrices hold.
func View(n int, pa, ch bitset.Matrix) DAG { return DAG{n, pa, ch} }

// Pa is the set of v's parents. It is the DAG's own memory and must not be changed.
func (g *DAG) Pa(v int) bitset.Set { return g.pa.Row(v) }

// Ch is the set of v's children. It is the DAG's own memory and must not be changed.
func (g *DAG) Ch(v int) bitset.Set { return g.ch.Row(v) }

// PaWord is the set of v's parents in a DAG of up to 64 nodes.
func (g *DAG) PaWord(v int) uint64 { return g.pa.Word(v) }

// ChWord is the set of v's children in a DAG of up to 64 nodes.
func (g *DAG) ChWord(v int) uint64 { return g.ch.Word(v) }

// Has reports whether g has the arc u → v.
func (g *DAG) Has(u, v int) bool { return g.pa.Has(v, u) }

// Adjacent reports whether g has u → v or v → u.
func (g *DAG) Adjacent(u, v int) bool { return g.Has(u, v) || g.Has(v, u) }

// Add adds the arc u → v.
func (g *DAG) Add(u, v int) {
	g.pa.Row(v).Add(u)
	g.ch.Row(u).Add(v)
}

// Remove removes the arc u → v.
func (g *DAG) Remove(u, v int) {
	g.pa.Row(v).Remove(u)
	g.ch.Row(u).Remove(v)
}

// RemoveParents removes all arcs into v.
func (g *DAG) RemoveParents(v int) {
	pa := g.pa.Row(v)
	for p := pa.Next(0); p >= 0; p = pa.Next(p + 1) {
		g.ch.Row(p).Remove(v)
	}
	pa.Clear()
}

// All yields the arcs u → v, the lowest (u, v) first.
func (g *DAG) All() iter.Seq2[int, int] { return g.ch.All() }

// Arcs is the number of arcs.
func (g *DAG) Arcs() int { return g.pa.Count() }

// Clone returns a copy that shares nothing with g.
func (g *DAG) Clone() *DAG {
	return &DAG{N: g.N, pa: g.pa.Clone(), ch: g.ch.Clone()}
}

// CopyFrom makes g equal to h, which must have as many nodes as g.
func (g *DAG) CopyFrom(h *DAG) {
	g.pa.Copy(h.pa)
	g.ch.Copy(h.ch)
}

// Clear removes all arcs.
func (g *DAG) Clear() {
	g.pa.Clear()
	g.ch.Clear()
}

// Equal reports whether g and h have the same nodes and arcs.
func (g *DAG) Equal(h *DAG) bool { return g.N == h.N && g.pa.Equal(h.pa) }

// Hash is equal for equal DAGs, and different for most pairs of different ones.
func (g *DAG) Hash() uint64 { return g.pa.Hash() }

// Unite adds every arc of h to g.
func (g *DAG) Unite(h *DAG) {
	for v := range g.N {
		g.pa.Row(v).Or(h.pa.Row(v))
		g.ch.Row(v).Or(h.ch.Row(v))
	}
}
