package local

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/arena"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// base is what both forms have.
type base struct {
	n       int
	team    *parallel.Team
	times   []int64                           // how often each DAG counts in the order
	left    int                               // how many nodes are not sinks yet
	graph   func(worker, dag int) *flow.Graph // of a DAG, until the worker asks for another one; the form's
	scratch []*scratch                        // of each worker
	loops   loops
	cuts    [][]consensus.CutEdge          // of each DAG that is being pruned
	kept    arena.Arena[consensus.CutEdge] // what callers get of these
}

// scratch is the memory that one worker has to itself.
type scratch struct {
	flow.Cutter
	fusion *fusion.Scratch
	union  *graph.DAG // of the I-maps that the worker makes
	arcs   []flow.Arc // of prune
}

// loops holds the bodies of the loops over DAGs that run at every step, and what these are
// about. The bodies are bound once, so a step allocates nothing for them.
type loops struct {
	dags []int32 // the k-th turn of a loop is about dags[k]

	cutQuery *consensus.CutQuery
	minCut   func(worker, k int)

	u, v       int
	less, more bitset.Set // prune knows S as less
	prove      bool
	causes     []consensus.Cause
	explain    func(worker, k int)
}

// init has room for what workers need to ask so many DAGs of n nodes.
func (in *base) init(n, count int, times []int64, team *parallel.Team) {
	if times == nil {
		times = slices.Repeat([]int64{1}, count)
	}
	in.n, in.team, in.times = n, team, times
	for range team.Workers() {
		in.scratch = append(in.scratch, &scratch{Cutter: flow.NewCutter(n), fusion: fusion.NewScratch(n)})
	}
	l := &in.loops
	l.minCut = func(worker, k int) { in.minCut(worker, l.cutQuery, int(l.dags[k])) }
	l.explain = func(worker, k int) {
		l.causes[k] = in.explain(worker, int(l.dags[k]), l.u, l.v, l.less, l.more, l.prove)
	}
}

func (in *base) Count() int { return len(in.times) }

func (in *base) MinCuts(ctx context.Context, worker int, q *consensus.CutQuery) error {
	if worker == consensus.Alone {
		l := &in.loops
		l.cutQuery, l.dags = q, q.Dags.Append(l.dags[:0])
		in.team.Do(len(l.dags), in.cutCost(), l.minCut)
		return ctx.Err()
	}
	for dag := q.Dags.Next(0); dag >= 0; dag = q.Dags.Next(dag + 1) {
		in.minCut(worker, q, dag)
	}
	return ctx.Err()
}

func (in *base) minCut(worker int, q *consensus.CutQuery, dag int) {
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

func (in *base) Explain(
	ctx context.Context, worker, u, v int, less, more bitset.Set, prove bool, dags []int32, causes []consensus.Cause,
) error {
	if worker == consensus.Alone {
		l := &in.loops
		l.u, l.v, l.less, l.more, l.prove, l.dags, l.causes = u, v, less, more, prove, append(l.dags[:0], dags...), causes
		in.team.Do(len(dags), explainCost*in.cutCost(), l.explain)
		return ctx.Err()
	}
	for k, dag := range dags {
		causes[k] = in.explain(worker, int(dag), u, v, less, more, prove)
	}
	return ctx.Err()
}

func (in *base) explain(worker, dag, u, v int, less, more bitset.Set, prove bool) consensus.Cause {
	node, edges, raises, support := in.scratch[worker].Explain(in.graph(worker, dag), u, v, less, more, prove)
	return consensus.Cause{Node: node, Edges: edges, Raises: raises, Support: support}
}

// unite shares out the making of I-maps, in so many turns of this cost. Each turn adds to the union of its worker.
func (in *base) unite(
	ctx context.Context, union *graph.DAG, turns, cost int, f func(worker, turn int, union *graph.DAG),
) error {
	for k, worker := range in.scratch {
		if worker.union = union; k > 0 {
			worker.union = graph.NewDAG(in.n)
		}
	}
	in.team.Do(turns, cost, func(worker, turn int) {
		if ctx.Err() == nil {
			f(worker, turn, in.scratch[worker].union)
		}
	})
	for _, worker := range in.scratch[1:] {
		union.Unite(worker.union)
		worker.union = nil
	}
	return ctx.Err()
}

// mostEdges is the number of edges that most cuts do not exceed.
const mostEdges = 4

// reserveCuts has room for the cuts of so many DAGs.
func (in *base) reserveCuts(dags int) {
	if more := dags - len(in.cuts); more > 0 {
		edges := make([]consensus.CutEdge, more*mostEdges)
		for edges := range slices.Chunk(edges, mostEdges) {
			in.cuts = append(in.cuts, edges[:0])
		}
	}
}

// cutCost is what one cut, search or sink takes in one DAG, in nanoseconds, roughly.
func (in *base) cutCost() int { return 100 * (bitset.Words(in.n) + 2) }

// explainCost is how many cuts' time it takes to explain a larger one, roughly.
const explainCost = 2

// pruneCost is how many cuts' time it takes to remove one, roughly.
const pruneCost = 3

// nodesCost is what it takes to look at every node of one DAG, in nanoseconds, roughly.
func (in *base) nodesCost() int { return in.n * in.cutCost() / 4 }
