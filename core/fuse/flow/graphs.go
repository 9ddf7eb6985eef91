package flow

import (
	"iter"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Graphs are many graphs over the same nodes, in memory of their own. Fetching rows takes most of
// the time, and the same node is asked about in many DAGs, one after the other. Hence the ancestor rows
// of one node lie side by side for all DAGs. The other rows of a node lie side by side too:
// for all DAGs where rows are short, for one DAG where they are long. Very many graphs of rows of one word are packed.
type Graphs struct {
	n, count int
	own      []Graph // nil: the graphs are packed
	packed   *packed
	lent     [][]Arc      // the arcs of each graph, while spares take their place
	anc      bitset.Block // empty before MakeRoom, and where rows are long: then Prepare makes what graphs without lists need
}

// NewGraphs returns count graphs of n nodes without arcs: see Fill.
func NewGraphs(count, n int) *Graphs {
	s := &Graphs{n: n, count: count}
	together, each := 1, 3 // matrices of a DAG
	switch words := bitset.Words(n); {
	case words == 1 && count >= most:
		s.packed = newPacked(count, n)
		return s
	case words == 1:
		together, each = count, 2 // that is as fast as with a moral graph, and takes a quarter less
	case words <= short:
		together = count
	case words >= long:
		each = 2 // a moral graph is made where there are no lists
	}
	s.own = make([]Graph, count)
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

const (
	// short is the number of words up to which rows of several DAGs share a line of the cache.
	short = 2
	// most is the number of graphs of one word from which on they are packed.
	most = 512
)

func (s *Graphs) Count() int { return s.count }

// At is the i-th graph. It may be made in view, and then lasts until view is used again. Nobody asks it for a proof, nor
// for its DAG.
func (s *Graphs) At(i int, view *Graph) *Graph {
	if s.packed == nil {
		return &s.own[i]
	}
	if view.packed == nil {
		view.N, view.packed = s.n, s.packed
	}
	view.at = s.packed.at(i)
	return view
}

// Whole is the i-th graph, to be asked anything. It may be made in view, which At must not use, and then is a copy.
func (s *Graphs) Whole(i int, view *Graph) *Graph {
	if s.packed == nil {
		return &s.own[i]
	}
	if view.N == 0 {
		*view = *NewGraph(graph.NewDAG(s.n))
	}
	at := s.packed.at(i)
	s.packed.unpack(at, &view.dag)
	if s.packed.anc != nil {
		s.packed.unpackAncestors(at, view.anc)
	}
	return view
}

// Keep makes the i-th graph equal to g, which must have as many nodes. The two share nothing that changes, unless g is
// the i-th graph.
func (s *Graphs) Keep(i int, g *Graph) {
	switch {
	case s.packed != nil:
		at := s.packed.at(i)
		s.packed.pack(at, &g.dag)
		s.packed.packAncestors(at, g.anc)
	case g != &s.own[i]:
		s.own[i].CopyFrom(g)
	}
}

// Fill gives the i-th graph, which has no arcs, those of g, which must be acyclic. Before Prepare, which needs MakeRoom,
// only DAGs can be asked for.
func (s *Graphs) Fill(i int, g *graph.DAG) {
	if s.packed != nil {
		s.packed.pack(s.packed.at(i), g)
		return
	}
	s.own[i].dag.CopyFrom(g)
}

// CopyDAG makes g, which must have as many nodes, the i-th DAG.
func (s *Graphs) CopyDAG(i int, g *graph.DAG) {
	if s.packed != nil {
		s.packed.unpack(s.packed.at(i), g)
		return
	}
	g.CopyFrom(&s.own[i].dag)
}

// DAGs are those of the graphs, with their numbers. Each lasts until the next one. Callers must not change it.
func (s *Graphs) DAGs() iter.Seq2[int, *graph.DAG] {
	return func(yield func(int, *graph.DAG) bool) {
		var made *graph.DAG
		if s.packed != nil {
			made = graph.NewDAG(s.n)
		}
		for i := range s.count {
			g := made
			if s.packed == nil {
				g = &s.own[i].dag
			} else {
				s.packed.unpack(s.packed.at(i), made)
			}
			if !yield(i, g) {
				return
			}
		}
	}
}

// MakeRoom makes the memory for what Prepare finds. Once is enough.
func (s *Graphs) MakeRoom() {
	switch {
	case s.packed != nil && s.packed.anc == nil:
		s.packed.anc = make([]byte, len(s.packed.pa))
	case s.packed == nil && s.anc.None() && bitset.Words(s.n) < long:
		s.anc = bitset.NewBlock(s.count, s.n, s.n)
		for i := range s.own {
			s.own[i].anc = s.anc.At(i)
		}
	}
}

// Spares are DAGs, as many as there are graphs. They are in memory that Prepare will need, as far as that goes, and last until
// then. Lend fills each. Where rows are long they are in the memory of the graphs' own arcs, and lists keep these until
// TakeBack.
func (s *Graphs) Spares() []graph.DAG {
	out := make([]graph.DAG, s.count)
	if s.packed == nil {
		s.MakeRoom()
	}
	if bitset.Words(s.n) >= long {
		s.TakeBack()
		s.lent = make([][]Arc, s.count)
		for i := range out {
			out[i] = s.own[i].dag
		}
		return out
	}
	var more bitset.Block
	for i := range out {
		if s.packed != nil {
			if more.None() {
				more = bitset.NewBlock(2*s.count, s.n, s.n)
			}
			out[i] = graph.View(s.n, more.At(2*i), more.At(2*i+1))
			continue
		}
		ch := s.own[i].moral
		if ch.None() {
			if more.None() {
				more = bitset.NewBlock(s.count, s.n, s.n)
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
		s.CopyDAG(i, spare)
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
