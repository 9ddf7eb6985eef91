package equiv

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/graph"
)

// Class is a Markov equivalence class, held as its CPDAG together with one of
// its members. The member is what makes operators cheap: completing a DAG to a
// CPDAG costs a few words a node (see compelledInto), and only where something
// changed (see relabel).
//
// A Class made by FromDAG with start Directed stands for the DAG itself until
// the first operator, with every arc directed.
type Class struct {
	N          int
	dag        *graph.DAG    // a member of the class
	adjacent   bitset.Matrix // the skeleton
	compelled  bitset.Matrix // row v: the u with u → v in the CPDAG
	neighbours bitset.Matrix // row v: the u with u − v in the CPDAG
	order      []int32       // a topological order of dag
	place      []int32       // order[place[x]] = x
	last       []int32       // of each node, the last of its parents in that order; see lastParent
	raw        bool          // still the DAG itself: nothing labelled yet
	touched    bitset.Set    // the nodes whose parents or neighbours the last operator changed
	dirty      bitset.Set    // scratch of relabelAround
	scratch    bitset.Set    // scratch of the operators, and of relabel
	reorder    *reorder      // made by room when first needed
}

// Start says what a run begins from.
type Start int

const (
	// Completed starts from the CPDAG of the DAG (the paper's Algorithm 1).
	Completed Start = iota
	// Directed starts from the DAG as it is (the paper's worked example).
	Directed
)

// FromDAG returns the class of g, which must be acyclic; g is copied.
// O(n·w + arcs) for rows of w words.
func FromDAG(g *graph.DAG, start Start) *Class {
	n := g.N
	c := &Class{
		N:          n,
		dag:        g.Clone(),
		adjacent:   bitset.NewMatrix(n, n),
		compelled:  bitset.NewMatrix(n, n),
		neighbours: bitset.NewMatrix(n, n),
		order:      g.TopologicalOrder(),
		place:      make([]int32, n),
		last:       slices.Repeat([]int32{unknown}, n),
		raw:        start == Directed,
		touched:    bitset.New(n),
		dirty:      bitset.New(n),
		scratch:    bitset.New(n),
	}
	for i, x := range c.order {
		c.place[x] = int32(i)
	}
	for v := range n {
		c.adjacent.Row(v).Or(g.Pa(v))
		c.adjacent.Row(v).Or(g.Ch(v))
		c.compelled.Row(v).Copy(g.Pa(v))
	}
	if start == Completed {
		c.dirty.Fill(n)
		c.relabel(c.dirty)
	}
	return c
}

// Clone returns a copy that shares nothing with c.
func (c *Class) Clone() *Class {
	return &Class{
		N: c.N, dag: c.dag.Clone(), raw: c.raw,
		adjacent: c.adjacent.Clone(), compelled: c.compelled.Clone(), neighbours: c.neighbours.Clone(),
		order: slices.Clone(c.order), place: slices.Clone(c.place), last: slices.Clone(c.last),
		touched: c.touched.Clone(), dirty: bitset.New(c.N), scratch: bitset.New(c.N),
	}
}

// Pa is the set of v's parents in the CPDAG: not to be written.
func (c *Class) Pa(v int) bitset.Set { return c.compelled.Row(v) }

// Ne is the set of v's neighbours in the CPDAG: not to be written.
func (c *Class) Ne(v int) bitset.Set { return c.neighbours.Row(v) }

// Adj is the set of the nodes joined to v: not to be written.
func (c *Class) Adj(v int) bitset.Set { return c.adjacent.Row(v) }

// Member is a DAG of the class: the class's own memory, not to be written, and
// which one it is depends on how the class came about. Use Extension for a DAG
// that depends on the class alone.
func (c *Class) Member() *graph.DAG { return c.dag }

// Edges is the number of edges.
func (c *Class) Edges() int { return c.dag.Arcs() }

// Touched is the set of the nodes whose parents or neighbours in the CPDAG the last
// operator changed: the class's own memory, valid until the next one.
func (c *Class) Touched() bitset.Set { return c.touched }

// NA fills row with the neighbours of v that are adjacent to u.
func (c *Class) NA(v, u int, row bitset.Set) {
	row.Copy(c.neighbours.Row(v))
	row.And(c.adjacent.Row(u))
}

// IsClique says whether every two members of s are adjacent.
func (c *Class) IsClique(s bitset.Set) bool {
	for x := s.Next(0); x >= 0; x = s.Next(x + 1) {
		for w, adj := range c.adjacent.Row(x) {
			if w == x>>6 {
				adj |= 1 << (uint(x) & 63)
			}
			if s[w]&^adj != 0 {
				return false
			}
		}
	}
	return true
}

// CPDAG returns a copy of the class's CPDAG.
func (c *Class) CPDAG() *graph.PDAG {
	p := graph.NewPDAG(c.N)
	for v := range c.N {
		pa, ne := c.Pa(v), c.Ne(v)
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			p.AddDirected(u, v)
		}
		for u := ne.Next(0); u >= 0 && u < v; u = ne.Next(u + 1) {
			p.AddUndirected(u, v)
		}
	}
	return p
}
