package flow

import (
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

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
