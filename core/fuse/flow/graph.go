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
	anc   bitset.Matrix // row x: x and its ancestors; none beside lists
	*topology
	lists *lists // nil: rows are read
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
		g.renewAncestorsWord(uint64(1)<<g.N - 1)
		return
	}
	order, place := g.dag.TopologicalOrder(), make([]int32, g.N)
	for k, x := range order {
		place[x] = int32(k)
	}
	g.topology, g.lists = &topology{order: order, place: place}, newLists(&g.dag)
	if g.lists != nil {
		return
	}
	g.makeRows(true)
	for _, x := range order {
		g.dag.AncestorsOf(int(x), g.anc)
		g.dag.MoralRow(int(x), g.moral.Row(int(x)))
	}
}

// makeRows makes the memory for ancestors, and for the moral graph if that is needed, where there is none.
func (g *Graph) makeRows(moral bool) {
	if g.anc.None() {
		g.anc = bitset.NewMatrix(g.N, g.N)
	}
	if moral && g.moral.None() {
		g.moral = bitset.NewMatrix(g.N, g.N)
	}
}

// CopyFrom makes g equal to h, which must have as many nodes as g. It shares nothing that changes.
func (g *Graph) CopyFrom(h *Graph) {
	g.topology, g.lists = h.topology, h.lists.clone()
	g.dag.CopyFrom(&h.dag)
	if h.lists != nil {
		return
	}
	g.makeRows(!h.moral.None())
	g.anc.Copy(h.anc)
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
	if g.listed(set) {
		g.ancestralInLists(u, v, given, set)
		return
	}
	g.ancestralInRows(u, v, given, set)
}

func (g *Graph) ancestralInRows(u, v int, given, set bitset.Set) {
	if len(set) == 1 {
		set[0] = g.ancestralWord(u, v, given[0])
		return
	}
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
	if g.listed(probe) {
		return g.hasInLists(u, v, given, probe)
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

// Joined is a word of the set of the nodes that an arc joins to x.
func (g *Graph) Joined(x, word int) uint64 {
	return g.dag.Pa(x)[word] | g.dag.Ch(x)[word]
}

// AddAncestors adds x and its ancestors to set, which must hold the ancestors of its members.
func (g *Graph) AddAncestors(x int, set bitset.Set) {
	if len(set) == 1 {
		set[0] |= g.anc.Word(x)
		return
	}
	if g.listed(set) {
		g.addAncestorsInLists(x, set)
		return
	}
	set.Or(g.anc.Row(x))
}

// Has reports whether the DAG has the arc u → v.
func (g *Graph) Has(u, v int) bool {
	return g.dag.Has(u, v)
}

// listed reports whether lists are read. A short set needs no test: there are no lists.
func (g *Graph) listed(set bitset.Set) bool { return len(set) >= bitset.Long && g.lists != nil }

// neighbours fills row with x's neighbours in the moral graph of the ancestral set within,
// restricted to allowed, a subset of within. Mostly all of x's children are in within. Then
// x's neighbours are those in the moral graph of the whole DAG, which is at hand. Callers read lists where there are any.
func (g *Graph) neighbours(x int, within, allowed, row bitset.Set) {
	if len(row) == 1 {
		row[0] = g.neighboursWord(x, within[0]) & allowed[0]
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
