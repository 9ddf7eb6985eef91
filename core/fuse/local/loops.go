package local

import (
	"cmp"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/run/arena"
)

// loops holds the bodies of the loops over DAGs that run at every step, and what these are
// about. The bodies are bound once, so a step on DAGs of their own allocates nothing for them.
type loops struct {
	dags []int32 // the k-th turn of a loop is about dags[k]

	reachQuery *consensus.ReachQuery
	reach      func(worker, k int)
	cutQuery   *consensus.CutQuery
	minCut     func(worker, k int)

	u, v       int
	less, more bitset.Set // in prune, less is S
	prove      bool
	causes     []consensus.Cause
	explain    func(worker, k int)

	marks     consensus.Marks
	cuts      [][]consensus.CutEdge          // of each of dags
	kept      arena.Arena[consensus.CutEdge] // what callers get of these
	prune     func(worker, k int)            // turn 0 calls meanwhile, turn k+1 is about dags[k]
	meanwhile func()

	sink     int
	makeSink func(worker, i int) // is about DAG i
}

func (l *loops) bind(in *Inputs) {
	l.reach = func(worker, k int) { in.reach(worker, l.reachQuery, int(l.dags[k])) }
	l.minCut = func(worker, k int) { in.minCut(worker, l.cutQuery, int(l.dags[k])) }
	l.explain = func(worker, k int) {
		l.causes[k] = in.explain(worker, int(l.dags[k]), l.u, l.v, l.less, l.more, l.prove)
	}
	l.prune = func(worker, k int) {
		if k == 0 {
			l.meanwhile()
		} else {
			in.prune(worker, k-1)
		}
	}
	l.makeSink = func(worker, i int) { in.sinks[i].MakeSink(l.sink, in.times[i], in.scratch[worker].fusion) }
}

// mostEdges is the number of edges that most cuts do not exceed.
const mostEdges = 4

func (l *loops) reserveCuts(dags int) {
	if more := dags - len(l.cuts); more > 0 {
		edges := make([]consensus.CutEdge, more*mostEdges)
		for edges := range slices.Chunk(edges, mostEdges) {
			l.cuts = append(l.cuts, edges[:0])
		}
	}
}

func (in *Inputs) reach(worker int, q *consensus.ReachQuery, dag int) {
	in.scratch[worker].Search(in.graph(worker, dag), q.V, q.Given, q.Family, q.Reached.Row(dag))
}

func (in *Inputs) minCut(worker int, q *consensus.CutQuery, dag int) {
	ws := in.scratch[worker]
	g, limit := in.graph(worker, dag), q.Limit
	if limit == 0 {
		limit = flow.NoLimit
	}
	if q.Proofs != nil {
		size, support, border := ws.ProvenCut(g, q.U, q.V, q.Given, q.Removed, limit)
		q.Sizes[dag], q.Proofs[dag] = uint16(size), consensus.Proof{Support: support, Border: border}
	} else if q.Family != nil {
		q.Sizes[dag] = uint16(ws.CutInFamily(g, q.U, q.V, q.Family, q.Reached.Row(dag), limit))
	} else {
		q.Sizes[dag] = uint16(ws.MinCut(g, q.U, q.V, q.Given, q.Removed, limit))
	}
}

func (in *Inputs) explain(worker, dag, u, v int, less, more bitset.Set, prove bool) consensus.Cause {
	node, edges, raises, support := in.scratch[worker].Explain(in.graph(worker, dag), u, v, less, more, prove)
	return consensus.Cause{Node: node, Edges: edges, Raises: raises, Support: support}
}

// prune makes the k-th of the DAGs remove its cut.
func (in *Inputs) prune(worker, k int) {
	l, ws := &in.loops, in.scratch[worker]
	dag := l.dags[k]
	g := in.graphs.At(int(dag))
	cut, arcs := l.cuts[k][:0], ws.arcs[:0]
	for _, e := range ws.CutNearest(g, l.u, l.v, l.less) {
		if g.Has(int(e.To), int(e.From)) {
			e.From, e.To = e.To, e.From
		}
		edge := consensus.CutEdge{Dag: dag, From: e.From, To: e.To, Arc: g.Has(int(e.From), int(e.To))}
		if cut = append(cut, edge); edge.Arc {
			arcs = append(arcs, e)
		}
	}
	slices.SortFunc(cut, func(a, b consensus.CutEdge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	g.Disturbed(arcs, l.marks.Disturbed.Row(k))
	ws.Remove(g, arcs, l.marks.Touched.Row(k))
	l.cuts[k], ws.arcs = cut, arcs
}

// cutCost is what one cut, search or sink takes in one DAG, in nanoseconds, roughly.
func (in *Inputs) cutCost() int { return 100 * (bitset.Words(in.n) + 2) }

// explainCost is how many cuts' time it takes to explain a larger one, roughly.
const explainCost = 2

// pruneCost is how many cuts' time it takes to remove one, roughly.
const pruneCost = 3

// nodesCost is what it takes to look at every node of one DAG, in nanoseconds, roughly.
func (in *Inputs) nodesCost() int { return in.n * in.cutCost() / 4 }
