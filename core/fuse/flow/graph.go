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
// moral graph, in one of three forms. Cutter.Remove keeps both up to date.
type Graph struct {
	N int
	form
	dag   graph.DAG
	anc   bitset.Matrix // row x: x and its ancestors; not in lists
	moral bitset.Matrix // row x: x's neighbours in the moral graph of the whole DAG; in rows alone
	lists lists
	*topology
}

// form is what a graph keeps beside its DAG, and how it answers by that. The forms have the same answers. Prepare chooses one:
// a word, rows or lists.
type form interface {
	// Ancestral fills set with u, v, the members of given, and all their ancestors.
	Ancestral(u, v int, given, set bitset.Set)
	// AncestralHas reports whether the ancestral set of {u, v} ∪ given has a member of probe. Any number of goroutines may
	// ask.
	AncestralHas(u, v int, given, probe bitset.Set) bool
	// AddAncestors adds x and its ancestors to set, which must hold the ancestors of its members.
	AddAncestors(x int, set bitset.Set)

	// descends reports whether x is from, or descends from it.
	descends(x, from int) bool
	// begin makes set the ancestral set of {u, v} ∪ given, of which more may be found when somebody asks.
	begin(set *inside, u, v int, given bitset.Set)
	// neighbours fills row with those of x's neighbours in the moral graph of an ancestral set that are allowed.
	neighbours(x int, within *inside, allowed, row bitset.Set)
	// boundary is Cutter.Boundary. It leaves known, and the nodes that were visited, in w.visited.
	boundary(w *wide, v int, known bitset.Set, within *inside, reached bitset.Set)
	// addDescendants adds x and its descendants to set, which must hold the descendants of its members.
	addDescendants(w *wide, x int, set bitset.Set)
	// lose keeps up with arcs that the DAG has lost. The set touched has their heads, and all that descended from one.
	lose(w *wide, arcs []Arc, touched bitset.Set)
	// copyTo makes the form of another graph, whose DAG is equal already. It shares nothing that changes.
	copyTo(g *Graph) form
}

// topology is a topological order. It stays one, since arcs are only removed.
type topology struct {
	order  []int32
	place  []int32 // order[place[x]] = x
	spares spares
}

// NewGraph returns the graph for g, which must be acyclic and is copied.
func NewGraph(g *graph.DAG) *Graph {
	graphs := NewGraphs(1, g.N)
	graphs.MakeRoom()
	out := graphs.At(0)
	graphs.Fill(0, g)
	out.Prepare()
	return out
}

// Prepare finds the ancestors and the moral graph.
func (g *Graph) Prepare() {
	if bitset.Words(g.N) == 1 {
		g.form = byWord(g)
		return
	}
	order, place := g.dag.TopologicalOrder(), make([]int32, g.N)
	for k, x := range order {
		place[x] = int32(k)
	}
	g.topology = &topology{order: order, place: place}
	if g.sparse() {
		g.form = byLists(g)
	} else {
		g.form = byRows(g)
	}
}

// CopyFrom makes g equal to h, which must have as many nodes as g. It shares nothing that changes.
func (g *Graph) CopyFrom(h *Graph) {
	g.topology = h.topology
	g.dag.CopyFrom(&h.dag)
	g.form = h.copyTo(g)
}

// DAG is the graph's DAG. It is the graph's own memory: callers must not change it.
func (g *Graph) DAG() *graph.DAG { return &g.dag }

// Joined is a word of the set of the nodes that an arc joins to x.
func (g *Graph) Joined(x, word int) uint64 {
	return g.dag.Pa(x)[word] | g.dag.Ch(x)[word]
}

// Has says whether the DAG has the arc u → v.
func (g *Graph) Has(u, v int) bool {
	return g.dag.Has(u, v)
}

// Graphs are many graphs over the same nodes, in memory of their own. Fetching rows takes most of
// the time, and the same node is asked about in many DAGs, one after the other. Hence the ancestor rows
// of one node lie side by side for all DAGs. The other rows of a node lie side by side too:
// for all DAGs where rows are short, for one DAG where they are long.
type Graphs struct {
	n    int
	own  []Graph
	lent [][]Arc      // the arcs of each graph, while spares take their place
	anc  bitset.Block // empty before MakeRoom, and where rows are long: then Prepare makes what graphs without lists need
}

// NewGraphs returns count graphs of n nodes without arcs: see Fill.
func NewGraphs(count, n int) *Graphs {
	s := &Graphs{n: n, own: make([]Graph, count)}
	together, each := 1, 3 // matrices of a DAG
	switch words := bitset.Words(n); {
	case words == 1:
		together, each = count, 2 // that is as fast as with a moral graph, and takes a quarter less
	case words <= short:
		together = count
	case words >= bitset.Long:
		each = 2 // a moral graph is made where there are no lists
	}
	var rows bitset.Block
	for i := range s.own {
		k := i % together * each
		if k == 0 {
			rows = bitset.NewBlock(each*together, n, n)
		}
		s.own[i] = Graph{N: n, dag: graph.View(n, rows.At(k), rows.At(k+1))}
		if each == 3 {
			s.own[i].moral = rows.At(k + 2)
		}
	}
	return s
}

// short is the number of words up to which rows of several DAGs share a line of the cache.
const short = 2

// At is the i-th graph.
func (s *Graphs) At(i int) *Graph { return &s.own[i] }

// Fill gives the i-th graph the arcs of g, which must be acyclic. Before Prepare, which needs MakeRoom, only DAGs can be
// asked for.
func (s *Graphs) Fill(i int, g *graph.DAG) { s.own[i].dag.CopyFrom(g) }

// MakeRoom makes the memory for what Prepare finds. Once is enough.
func (s *Graphs) MakeRoom() {
	if s.anc.None() && bitset.Words(s.n) < bitset.Long {
		s.anc = bitset.NewBlock(len(s.own), s.n, s.n)
		for i := range s.own {
			s.own[i].anc = s.anc.At(i)
		}
	}
}

// Spares are DAGs, as many as there are graphs. They are in memory that Prepare will need, as far as that goes, and last until
// then. Lend fills each. Where rows are long they are in the memory of the graphs' own arcs, and lists keep these until
// TakeBack.
func (s *Graphs) Spares() []graph.DAG {
	out := make([]graph.DAG, len(s.own))
	s.MakeRoom()
	if bitset.Words(s.n) >= bitset.Long {
		s.TakeBack()
		s.lent = make([][]Arc, len(s.own))
		for i := range out {
			out[i] = s.own[i].dag
		}
		return out
	}
	var more bitset.Block
	for i := range out {
		ch := s.own[i].moral
		if ch.None() {
			if more.None() {
				more = bitset.NewBlock(len(s.own), s.n, s.n)
			}
			ch = more.At(i)
		}
		out[i] = graph.View(s.n, s.anc.At(i), ch)
	}
	return out
}

// Lend makes the i-th of the spares the i-th DAG. Different workers may do so at once.
func (s *Graphs) Lend(i int, spare *graph.DAG) {
	if s.lent == nil {
		spare.CopyFrom(&s.own[i].dag)
		return
	}
	for u, v := range s.own[i].dag.All() {
		s.lent[i] = append(s.lent[i], Arc{int32(u), int32(v)})
	}
}

// TakeBack gives the graphs their arcs back, after which the spares are of no use.
func (s *Graphs) TakeBack() {
	for i, arcs := range s.lent {
		dag := &s.own[i].dag
		dag.Clear()
		for _, a := range arcs {
			dag.Add(int(a.From), int(a.To))
		}
	}
	s.lent = nil
}
