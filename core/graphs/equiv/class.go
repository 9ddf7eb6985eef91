package equiv

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Class is a Markov equivalence class. It holds the CPDAG of the class and one of its members.
//
// The member makes the operators cheap. Completing a DAG to a CPDAG reads a few words for each
// node (see compelledInto), and only the nodes that a change affects are completed again (see
// relabel).
//
// If FromDAG made the Class with start Directed, the Class stands for the DAG itself, with every
// arc directed, until the first operator.
type Class struct {
	N          int
	dag        *graph.DAG    // a member of the class
	adjacent   bitset.Matrix // the skeleton
	compelled  bitset.Matrix // row v: the u with u → v in the CPDAG
	neighbours bitset.Matrix // row v: the u with u − v in the CPDAG
	order      []int32       // a topological order of dag
	place      []int32       // order[place[x]] = x
	last       []int32       // of each node, the last of its parents in order; see lastParent
	unlabelled bool          // the Class stands for the DAG itself: no arc has been labelled
	touched    bitset.Set    // the nodes whose parents or neighbours the last operator changed
	dirty      bitset.Set    // scratch of relabelAround
	scratch    bitset.Set    // scratch of the operators and of relabel
	forOrder   *orderScratch // scratch of reorient and Reach, made when first needed
}

// Start is the graph that a run starts from.
type Start int

const (
	// Completed starts from the CPDAG of the DAG (the paper's Algorithm 1).
	Completed Start = iota
	// Directed starts from the DAG as it is (the paper's worked example).
	Directed
)

// FromDAG returns the class of g, which must be acyclic. It copies g. It costs O(n w + arcs) for
// rows of w words.
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
		unlabelled: start == Directed,
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
		N: c.N, dag: c.dag.Clone(), unlabelled: c.unlabelled,
		adjacent: c.adjacent.Clone(), compelled: c.compelled.Clone(), neighbours: c.neighbours.Clone(),
		order: slices.Clone(c.order), place: slices.Clone(c.place), last: slices.Clone(c.last),
		touched: c.touched.Clone(), dirty: bitset.New(c.N), scratch: bitset.New(c.N),
	}
}

// CopyFrom makes c equal to a class of as many nodes.
func (c *Class) CopyFrom(o *Class) {
	c.dag.CopyFrom(o.dag)
	c.adjacent.Copy(o.adjacent)
	c.compelled.Copy(o.compelled)
	c.neighbours.Copy(o.neighbours)
	copy(c.order, o.order)
	copy(c.place, o.place)
	copy(c.last, o.last)
	c.touched.Copy(o.touched)
	c.unlabelled = o.unlabelled
}

// Pa is the set of v's parents in the CPDAG. It is the class's own memory and must not be changed.
func (c *Class) Pa(v int) bitset.Set { return c.compelled.Row(v) }

// Ne is the set of v's neighbours in the CPDAG. It is the class's own memory and must not be
// changed.
func (c *Class) Ne(v int) bitset.Set { return c.neighbours.Row(v) }

// Adj is the set of the nodes adjacent to v. It is the class's own memory and must not be changed.
func (c *Class) Adj(v int) bitset.Set { return c.adjacent.Row(v) }

// Member is a DAG of the class. It is the class's own memory and must not be changed.
//
// The choice of the member depends on the operators that led to the class. Extension gives a DAG
// that depends on the class alone.
func (c *Class) Member() *graph.DAG { return c.dag }

// Edges is the number of edges of the CPDAG.
func (c *Class) Edges() int { return c.dag.Arcs() }

// Touched is the set of the nodes whose parents or neighbours in the CPDAG the last operator
// changed. It is the class's own memory, valid until the next operator.
func (c *Class) Touched() bitset.Set { return c.touched }

// NA fills row with NA(v, u), the neighbours of v that are adjacent to u.
func (c *Class) NA(v, u int, row bitset.Set) {
	row.Copy(c.neighbours.Row(v))
	row.And(c.adjacent.Row(u))
}

// IsClique reports whether every two members of s are adjacent.
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

// EachClique calls f with every clique of within that has from least to most nodes, the empty one
// included, until f returns false. It reports whether f never did. f must not keep the set that it
// is called with.
func (c *Class) EachClique(within bitset.Set, least, most int, f func(clique bitset.Set) bool) bool {
	w := bitset.Words(c.N)
	memory := make(bitset.Set, w*(min(most, within.Count())+2)) // the clique, and the candidates for each size
	clique := memory[:w]
	of := func(size int) bitset.Set { return memory[w*(size+1):][:w] }
	var extend func(candidates bitset.Set, size int) bool
	extend = func(candidates bitset.Set, size int) bool {
		if size < least && size+candidates.Count() < least {
			return true
		}
		if size >= least && !f(clique) {
			return false
		}
		if size == most {
			return true
		}
		for x := candidates.Next(0); x >= 0; x = candidates.Next(x + 1) {
			candidates.Remove(x) // Each clique is made once, in ascending order.
			rest := of(size + 1)
			rest.Copy(candidates)
			rest.And(c.Adj(x))
			clique.Add(x)
			ok := extend(rest, size+1)
			clique.Remove(x)
			if !ok {
				return false
			}
		}
		return true
	}
	all := of(0)
	all.Copy(within)
	return extend(all, 0)
}

// CPDAG returns a copy of the class's CPDAG.
func (c *Class) CPDAG() *graph.PDAG {
	p := graph.NewPDAG(c.N)
	for v, u := range c.compelled.All() {
		p.AddDirected(u, v)
	}
	for v, u := range c.neighbours.All() {
		p.AddUndirected(u, v)
	}
	return p
}
