package equiv

import (
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Turn is the turning operator of Hauser and Bühlmann (2012, "Characterization and greedy learning of
// interventional Markov equivalence classes of directed acyclic graphs", propositions 31 and 34), followed by
// completion to a CPDAG. It reverses the arc v → u of a member of the class in which v's parents among its
// neighbours are exactly the clique. If the CPDAG has v → u, u has no parent among its neighbours in this member.
// If it has v − u, u's are v and the nodes of the clique that are adjacent to u.
//
// The operator must be valid: TurnPath decides that.
//
// The cost is that of an extension and of FromDAG. A search applies few turns, and TurnPath needs neither.
func (c *Class) Turn(u, v int, clique bitset.Set) {
	g, err := Extension(c.turned(u, v, clique), nil)
	if err != nil { // the caller gave an operator that is not valid
		panic(err)
	}
	after := FromDAG(g, Completed)
	after.forOrder = c.forOrder
	for x := range c.N {
		if !after.Pa(x).Equal(c.Pa(x)) || !after.Ne(x).Equal(c.Ne(x)) {
			after.touched.Add(x)
		}
	}
	*c = *after
}

// turned is a PDAG whose consistent extensions are the members of the class after a Turn: the CPDAG with u → v,
// with arcs from the clique to v, and with those that u keeps among the arcs from the clique.
func (c *Class) turned(u, v int, clique bitset.Set) *graph.PDAG {
	undirected := c.Ne(v).Has(u)
	becomesArc := func(x, y int) bool {
		return y == v && clique.Has(x) || undirected && y == u && clique.Has(x)
	}
	p := graph.NewPDAG(c.N)
	p.AddDirected(u, v)
	for y := range c.N {
		pa, ne := c.Pa(y), c.Ne(y)
		for x := pa.Next(0); x >= 0; x = pa.Next(x + 1) {
			if x != v || y != u {
				p.AddDirected(x, y)
			}
		}
		for x := ne.Next(0); x >= 0; x = ne.Next(x + 1) {
			switch {
			case x == u && y == v || x == v && y == u:
			case becomesArc(x, y):
				p.AddDirected(x, y)
			case x < y && !becomesArc(y, x):
				p.AddUndirected(x, y)
			}
		}
	}
	return p
}

// TurnPath reports whether Turn(u, v, clique) is valid. There must be an edge v → u or v − u, and a clique of neighbours
// of v without u.
//
// For v → u, the clique must hold all of NA(v, u), and every semi-directed path from v to u, other than v → u itself,
// must have a node in the clique or among the neighbours of u. For v − u, the clique must have a node that is not
// adjacent to u, or the reversal would not leave the class; and in the subgraph of v's neighbours, the nodes of the
// clique that are adjacent to u must separate its other nodes from the other nodes of NA(v, u).
//
// If a path alone makes the Turn invalid, TurnPath appends the path to another one: from v to a parent of u, without v → u.
// The Turn stays invalid while it IsTurnPath and the neighbourhood of v stays.
func (c *Class) TurnPath(u, v int, clique bitset.Set, path []int32) (valid bool, longer []int32) {
	na := c.scratch
	c.NA(v, u, na)
	if c.Ne(v).Has(u) {
		return !clique.SubsetOf(na) && c.separated(v, na, clique), nil
	}
	if !na.SubsetOf(clique) {
		return false, nil
	}
	r := c.orderScratch()
	avoiding := r.left
	avoiding.Copy(clique)
	avoiding.Or(c.Ne(u))
	avoiding.Add(u)
	path = c.pathTo(v, c.Pa(u), avoiding, path)
	return path == nil, path
}

// IsTurnPath reports whether nodes, without u, are a semi-directed path to a parent of u that has no neighbour of u.
func (c *Class) IsTurnPath(u int, path []int32) bool {
	ne := c.Ne(u)
	for _, x := range path {
		if ne.Has(int(x)) {
			return false
		}
	}
	return c.Pa(u).Has(int(path[len(path)-1])) && c.IsPath(path)
}

// separated reports whether the nodes of both sets separate the rest of the one from the rest of the other, among the
// neighbours of v.
func (c *Class) separated(v int, one, other bitset.Set) bool {
	r := c.orderScratch()
	open, reached := r.left, r.below
	open.Copy(c.Ne(v))
	for w := range open {
		open[w] &^= one[w] & other[w]
		reached[w] = one[w] &^ other[w]
		open[w] &^= reached[w]
	}
	queue := reached.Append(r.visited[:0])
	for i := 0; i < len(queue); i++ {
		for w, adj := range c.Adj(int(queue[i])) {
			word := adj & open[w]
			if word&other[w] != 0 {
				return false
			}
			open[w] &^= word
			for ; word != 0; word &= word - 1 {
				queue = append(queue, int32(bitset.Lowest(w, word)))
			}
		}
	}
	r.visited = queue
	return true
}
