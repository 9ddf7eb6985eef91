package flow

import (
	"cmp"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Arc is a directed arc From → To, or an edge of a moral graph with From < To.
type Arc struct{ From, To int32 }

func sortArcs(arcs []Arc) {
	slices.SortFunc(arcs, func(a, b Arc) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
}

// Graph is a DAG together with what every cut needs of it: each node's ancestors and the
// moral graph. Workspace.Remove keeps both up to date.
type Graph struct {
	N     int
	dag   graph.DAG
	moral bitset.Matrix // row x: x's neighbours in the moral graph of the whole DAG; none of one word, and beside lists
	anc   bitset.Matrix // row x: x and its ancestors
	*topology
	lists *lists // nil: rows are read
}

// topology is a topological order. It stays one, since arcs are only removed.
type topology struct {
	order []int32
	place []int32 // order[place[x]] = x
}

// NewGraphs returns count graphs of n nodes without arcs, in memory of their own: see Fill. Fetching rows takes most of
// the time, and the same node is asked about in many DAGs, one after the other. Hence the ancestor rows
// of one node lie side by side for all DAGs. The other rows of a node lie side by side too:
// for all DAGs where rows are short, for one DAG where they are long.
func NewGraphs(count, n int) []Graph {
	out, together := make([]Graph, count), 1
	each := 3 // matrices of a DAG
	switch words := bitset.Words(n); {
	case words == 1:
		each, together = 2, count // that is as fast as with a moral graph, and takes a quarter less
	case words <= short:
		together = count
	case words >= long:
		each = 2 // a moral graph is made where there are no lists
	}
	var other []bitset.Matrix
	for i := range out {
		k := i % together * each
		if k == 0 {
			other = bitset.Interleaved(each*together, n, n)
		}
		out[i] = Graph{N: n, dag: *graph.NewDAGIn(other[k], other[k+1])}
		if each == 3 {
			out[i].moral = other[k+2]
		}
	}
	return out
}

// MakeRoom gives the graphs of a NewGraphs the memory for what is found of their DAGs. It comes before all that needs it,
// and once is enough.
func MakeRoom(graphs []Graph) {
	if len(graphs) == 0 || graphs[0].anc.Len() > 0 {
		return
	}
	n := graphs[0].N
	for i, anc := range bitset.Interleaved(len(graphs), n, n) {
		graphs[i].anc = anc
	}
}

// short is the number of words up to which rows of several DAGs share a line of the cache.
const short = 2

// NewGraph returns the graph for g, which must be acyclic and is copied.
func NewGraph(g *graph.DAG) *Graph {
	out := NewGraphs(1, g.N)
	MakeRoom(out)
	out[0].Fill(g)
	out[0].Prepare()
	return &out[0]
}

// Fill gives a graph without arcs those of h, which must be acyclic. Before Prepare, which needs MakeRoom, DAG alone can
// be asked for.
func (g *Graph) Fill(h *graph.DAG) { g.dag.CopyFrom(h) }

// Spares are DAGs, as many as there are graphs, in memory that Prepare will need, as far as that goes. They last until then.
func Spares(graphs []Graph) []graph.DAG {
	MakeRoom(graphs)
	out := make([]graph.DAG, len(graphs))
	if len(graphs) == 0 {
		return out
	}
	var more []bitset.Matrix
	n := graphs[0].N
	if graphs[0].moral.None() {
		more = bitset.Interleaved(len(graphs), n, n)
	}
	for i := range out {
		ch := graphs[i].moral
		if more != nil {
			ch = more[i]
		}
		out[i] = *graph.NewDAGIn(graphs[i].anc, ch)
	}
	return out
}

// Prepare finds the ancestors and the moral graph.
func (g *Graph) Prepare() {
	if bitset.Words(g.N) == 1 {
		g.renewAncestorsWord(uint64(1)<<g.N - 1)
		return
	}
	order, place := g.dag.TopologicalOrder(), make([]int32, g.N)
	for k, x := range order {
		place[x] = int32(k)
	}
	g.topology, g.lists = &topology{order, place}, newLists(&g.dag)
	if g.lists == nil && g.moral.None() {
		g.moral = bitset.NewMatrix(g.N, g.N)
	}
	for _, x := range order {
		g.dag.AncestorsOf(int(x), g.anc)
		if g.lists == nil {
			g.dag.MoralRow(int(x), g.moral.Row(int(x)))
		}
	}
}

// CopyFrom makes g equal to h, which must have as many nodes as g. It shares nothing that changes.
func (g *Graph) CopyFrom(h *Graph) {
	g.topology, g.lists = h.topology, h.lists.clone()
	g.dag.CopyFrom(&h.dag)
	g.anc.Copy(h.anc)
	if g.moral.None() && !h.moral.None() {
		g.moral = bitset.NewMatrix(g.N, g.N)
	}
	if !h.moral.None() {
		g.moral.Copy(h.moral)
	}
}

// DAG is the graph's DAG. It is the graph's own memory: callers must not change it.
func (g *Graph) DAG() *graph.DAG { return &g.dag }

// Ancestral fills set with u, v, the members of given, and all their ancestors.
//
// A member that is an ancestor of an earlier one adds nothing. Ancestral skips such members
// only where rows are wide: the test makes each fetch of a row wait for the one before, and
// that wait takes longer than uniting with a short row.
func (g *Graph) Ancestral(u, v int, given, set bitset.Set) {
	set.Copy(g.anc.Row(u))
	set.Or(g.anc.Row(v))
	for w, word := range given {
		for ; word != 0; word &= word - 1 {
			if x := bitset.Lowest(w, word); len(set) <= wide || !set.Has(x) {
				set.Or(g.anc.Row(x))
			}
		}
	}
}

// wide is the number of words above which a row is worth a test before it is fetched.
const wide = 8

// AncestralHas reports whether the ancestral set of {u, v} ∪ given has a member of probe. It
// does not build the set: mostly it reads one word of each row.
func (g *Graph) AncestralHas(u, v int, given, probe bitset.Set) bool {
	if len(probe) == 1 {
		return g.ancestralHasWord(u, v, given[0], probe[0])
	}
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

func (g *Graph) AddAncestors(x int, set bitset.Set) { set.Or(g.anc.Row(x)) }

// neighbours fills row with x's neighbours in the moral graph of the ancestral set within,
// restricted to allowed, a subset of within. Mostly all of x's children are in within. Then
// x's neighbours are those in the moral graph of the whole DAG, which is at hand.
func (g *Graph) neighbours(x int, within, allowed, row bitset.Set) {
	if g.lists != nil {
		g.lists.neighbours(x, within, allowed, row)
		return
	}
	if !g.moral.None() && g.dag.Ch(x).SubsetOf(within) {
		moral := g.moral.Row(x)
		for k := range row {
			row[k] = moral[k] & allowed[k]
		}
		return
	}
	g.dag.MoralRowWithin(x, within, row)
	row.And(allowed)
}
