package graph

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// Moralize returns the moral graph. Row x holds the nodes that are adjacent to x in g or have a
// common child with x. It costs O((n + arcs) w) for rows of w words.
func (g *DAG) Moralize() bitset.Matrix {
	moral := bitset.NewMatrix(g.N, g.N)
	for x := range g.N {
		g.MoralRow(x, moral.Row(x))
	}
	return moral
}

// MoralRow fills row with x's neighbours in the moral graph.
func (g *DAG) MoralRow(x int, row bitset.Set) {
	g.MoralRowWithin(x, g.Ch(x), row) // Only children of x are looked up in the set.
}

// MoralRowWithin fills row with x's neighbours in the moral graph of the subgraph on the set
// within. That set must hold, with each node, all ancestors of the node, and it must hold x.
func (g *DAG) MoralRowWithin(x int, within, row bitset.Set) {
	row.Copy(g.Pa(x))
	for w, word := range g.Ch(x) {
		word &= within[w]
		row[w] |= word
		for ; word != 0; word &= word - 1 {
			row.Or(g.Pa(bitset.Lowest(w, word)))
		}
	}
	row.Remove(x)
}
