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
	n, count int
	own      []Graph // nil: At makes each graph out of the rows when it is asked for
	rows     bitset.Block
	lent     [][]Arc      // the arcs of each graph, while spares take their place
	anc      bitset.Block // empty before MakeRoom, and where rows are long: then Prepare makes what graphs without lists need
}

// NewGraphs returns count graphs of n nodes without arcs: see Fill.
func NewGraphs(count, n int) *Graphs {
	s := &Graphs{n: n, count: count}
	together, each := 1, 3 // matrices of a DAG
	switch words := bitset.Words(n); {
	case words == 1:
		together, each = count, 2 // that is as fast as with a moral graph, and takes a quarter less
	case words <= short:
		together = count
	case words >= long:
		each = 2 // a moral graph is made where there are no lists
	}
	if each == 2 && together == count && count >= bare {
		s.rows = bitset.NewBlock(2*count, n, n)
		return s
	}
	s.own = make([]Graph, count)
	for i := range s.own {
		k := i % together * each
		if k == 0 {
			s.rows = bitset.NewBlock(each*together, n, n)
		}
		s.own[i] = Graph{N: n, dag: graph.View(n, s.rows.At(k), s.rows.At(k+1))}
		if each == 3 {
			s.own[i].moral = s.rows.At(k + 2)
		}
	}
	return s
}

const (
	// short is the number of words up to which rows of several DAGs share a line of the cache.
	short = 2
	// bare is the number of graphs of one word from which on their headers would take much of the cache.
	bare = 512
)

func (s *Graphs) Count() int { return s.count }

// At is the i-th graph. It may be made in view, and then lasts until view is used again.
func (s *Graphs) At(i int, view *Graph) *Graph {
	if s.own == nil {
		return s.made(i, view)
	}
	return &s.own[i]
}

func (s *Graphs) made(i int, view *Graph) *Graph {
	view.N, view.dag = s.n, graph.View(s.n, s.rows.At(2*i), s.rows.At(2*i+1))
	if !s.anc.None() {
		view.anc = s.anc.At(i)
	}
	return view
}

// DAGs are those of the graphs. They are the graphs' own memory: callers must not change them.
func (s *Graphs) DAGs() []*graph.DAG {
	out, views := make([]*graph.DAG, s.count), make([]graph.DAG, s.count-len(s.own))
	for i := range out {
		if s.own != nil {
			out[i] = &s.own[i].dag
			continue
		}
		out[i] = &views[i]
		views[i] = graph.View(s.n, s.rows.At(2*i), s.rows.At(2*i+1))
	}
	return out
}

// MakeRoom makes the memory for what Prepare finds. Once is enough.
func (s *Graphs) MakeRoom() {
	if s.anc.None() && bitset.Words(s.n) < long {
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
	s.MakeRoom()
	out := make([]graph.DAG, s.count)
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
		var ch bitset.Matrix
		if s.own != nil {
			ch = s.own[i].moral
		}
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

// Lend fills the i-th of the spares with the arcs of g, the i-th graph. Different workers may do so at once.
func (s *Graphs) Lend(i int, spare *graph.DAG, g *Graph) {
	if s.lent == nil {
		spare.CopyFrom(&g.dag)
		return
	}
	for u, v := range g.dag.All() {
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
