package graph

import "github.com/mcbnc/mcbnc/core/bitset"

// Moralize returns the moral graph: row x holds the nodes joined to x by an arc
// or by a common child.
func (g *DAG) Moralize() bitset.Matrix {
	moral := bitset.NewMatrix(g.N, g.N)
	for x := range g.N {
		g.MoralRow(x, moral.Row(x))
	}
	return moral
}

// MoralRow fills row with x's neighbours in the moral graph.
func (g *DAG) MoralRow(x int, row bitset.Set) { g.MoralRowWithin(x, g.Ch(x), row) }

// MoralRowWithin fills row with x's neighbours in the moral graph of the
// subgraph over the set within, which holds x and all of x's ancestors.
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
