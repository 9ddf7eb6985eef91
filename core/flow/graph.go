package flow

import (
	"cmp"
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/graph"
)

// Arc is a directed arc From → To, or an edge of a moral graph with From < To.
type Arc struct{ From, To int32 }

// SortArcs puts arcs in lexicographic order.
func SortArcs(arcs []Arc) {
	slices.SortFunc(arcs, func(a, b Arc) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}

// Graph is a DAG together with what cuts ask of it again and again: each node's
// ancestors and the moral graph. Remove keeps both right.
type Graph struct {
	N     int
	dag   *graph.DAG
	order []int32       // a topological order; arcs only ever go, so it stays one
	anc   bitset.Matrix // row x: x and its ancestors
	moral bitset.Matrix // row x: x's neighbours in the moral graph of everything
	queue []int32       // scratch
	row   bitset.Set    // scratch
}

// NewGraph returns the graph for g, which must be acyclic and is copied.
func NewGraph(g *graph.DAG) *Graph {
	order := g.TopologicalOrder()
	return &Graph{
		N: g.N, dag: g.Clone(), order: order, anc: g.Ancestors(order), moral: g.Moralize(),
		queue: make([]int32, 0, g.N), row: bitset.New(g.N),
	}
}

// Clone returns a copy that shares nothing that changes.
func (g *Graph) Clone() *Graph {
	return &Graph{
		N: g.N, dag: g.dag.Clone(), order: g.order, anc: g.anc.Clone(), moral: g.moral.Clone(),
		queue: make([]int32, 0, g.N), row: bitset.New(g.N),
	}
}

// DAG is the graph's DAG: its own memory, not to be written.
func (g *Graph) DAG() *graph.DAG { return g.dag }

// Ancestral fills set with u, v, the members of given, and all their ancestors.
func (g *Graph) Ancestral(u, v int, given, set bitset.Set) {
	set.Copy(g.anc.Row(u))
	set.Or(g.anc.Row(v))
	for w, word := range given {
		for word &^= set[w]; word != 0; {
			set.Or(g.anc.Row(bitset.Lowest(w, word)))
			word &^= set[w]
		}
	}
}

// AncestralHas says whether the ancestral set of {u, v} ∪ given has a member of probe. The
// set itself would cost more: one word of a row is mostly all that is looked at.
func (g *Graph) AncestralHas(u, v int, given, probe bitset.Set) bool {
	for k, word := range probe {
		if word == 0 {
			continue
		}
		if (g.anc.Row(u)[k]|g.anc.Row(v)[k])&word != 0 {
			return true
		}
		for w, members := range given {
			for ; members != 0; members &= members - 1 {
				if g.anc.Row(bitset.Lowest(w, members))[k]&word != 0 {
					return true
				}
			}
		}
	}
	return false
}

// AddAncestors adds x and its ancestors to set.
func (g *Graph) AddAncestors(x int, set bitset.Set) { set.Or(g.anc.Row(x)) }

// neighbours fills row with x's neighbours in the moral graph of the ancestral
// set within. Mostly all of x's children are in it, and the row is at hand.
func (g *Graph) neighbours(x int, within, row bitset.Set) {
	if g.dag.Ch(x).SubsetOf(within) {
		row.Copy(g.moral.Row(x))
		row.And(within)
		return
	}
	g.dag.MoralRowWithin(x, within, row)
}

// Remove takes the arcs out of the DAG. Into touched go the heads of the arcs
// and everything that descended from one: the nodes whose ancestors, or whose
// ancestors' parents, are no longer what they were.
func (g *Graph) Remove(arcs []Arc, touched bitset.Set) {
	touched.Clear()
	for _, a := range arcs {
		g.addDescendants(int(a.To), touched) // before any arc goes
	}
	for _, a := range arcs {
		g.dag.Remove(int(a.From), int(a.To))
	}
	for _, a := range arcs {
		g.renewMoral(int(a.From))
	}
	for _, x := range g.order {
		if touched.Has(int(x)) {
			g.dag.AncestorsOf(int(x), g.anc)
		}
	}
}

// renewMoral brings x's neighbours in the moral graph up to date after x has lost
// children. Each edge that the graph lost with an arc x → y ends in x: the arc's own, and
// those to y's other parents.
func (g *Graph) renewMoral(x int) {
	old, now := g.moral.Row(x), g.row
	g.dag.MoralRow(x, now)
	for w := range old {
		for gone := old[w] &^ now[w]; gone != 0; gone &= gone - 1 {
			g.moral.Row(bitset.Lowest(w, gone)).Remove(x)
		}
	}
	old.Copy(now)
}

// addDescendants adds x and its descendants to a set that holds, with any node, all
// of that one's descendants.
func (g *Graph) addDescendants(x int, set bitset.Set) {
	if set.Has(x) {
		return
	}
	set.Add(x)
	g.queue = append(g.queue[:0], int32(x))
	for i := 0; i < len(g.queue); i++ {
		for w, word := range g.dag.Ch(int(g.queue[i])) {
			word &^= set[w]
			set[w] |= word
			for ; word != 0; word &= word - 1 {
				g.queue = append(g.queue, int32(bitset.Lowest(w, word)))
			}
		}
	}
}
