package baselines

import (
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/treewidth"
)

// growing is a DAG that takes arcs one by one, as long as its width stays within a bound. Its arcs must
// agree with one order.
type growing struct {
	bound     int
	widths    *treewidth.Widths
	pa, moral bitset.Matrix
	next      bitset.Matrix // scratch: the moral graph with one more arc
}

func newGrowing(n, bound int) *growing {
	return &growing{
		bound: bound, widths: treewidth.NewWidths(n),
		pa: bitset.NewMatrix(n, n), moral: bitset.NewMatrix(n, n), next: bitset.NewMatrix(n, n),
	}
}

// take adds u → v, unless the min-fill width of the moral graph would be larger than the bound. It
// reports whether it did. A node and its parents are a clique, so the width is at least the number of
// the parents.
func (g *growing) take(u, v int) bool {
	parents := g.pa.Row(v)
	if parents.Count() == g.bound {
		return false
	}
	parents.Add(u)
	row := g.moral.Row(u)
	if row.Has(v) && parents.CountAnd(row) == parents.Count()-1 { // the moral graph stays as it is
		return true
	}
	g.next.Copy(g.moral)
	joinFamily(v, parents, g.next)
	if g.widths.MinFill(g.next, g.bound) > g.bound {
		parents.Remove(u)
		return false
	}
	g.moral, g.next = g.next, g.moral
	return true
}

// moralize fills moral with the moral graph of the DAG whose parents pa are.
func moralize(pa, moral bitset.Matrix) {
	moral.Clear()
	for v := range pa.Len() {
		joinFamily(v, pa.Row(v), moral)
	}
}

// joinFamily joins v and its parents in the moral graph.
func joinFamily(v int, parents bitset.Set, moral bitset.Matrix) {
	moral.Row(v).Or(parents)
	for u := range parents.All() {
		row := moral.Row(u)
		row.Or(parents)
		row.Remove(u)
		row.Add(v)
	}
}

// dagOf is the DAG whose parents pa are.
func dagOf(pa bitset.Matrix) *graph.DAG {
	g := graph.NewDAG(pa.Len())
	for v, u := range pa.All() {
		g.Add(u, v)
	}
	return g
}
