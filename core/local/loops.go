package local

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/arena"
	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/flow"
)

// loops holds what the loops over DAGs that run at every step are about, and their
// bodies, bound once, so that a step allocates nothing for them.
type loops struct {
	query  *consensus.Query
	answer func(worker, k int)

	u, v      int
	s         bitset.Set
	more      bitset.Set
	dags      []int32
	found     []consensus.Rest
	rests     func(worker, k int)
	marks     consensus.Marks
	cuts      [][]consensus.CutEdge          // of each of dags
	kept      arena.Arena[consensus.CutEdge] // what the steps are told of these
	prune     func(worker, k int)
	meanwhile func()

	sink     int
	makeSink func(worker, i int)
}

func (l *loops) bind(in *Inputs) {
	l.answer = func(worker, k int) { in.answer(worker, l.query, int(l.dags[k])) }
	l.rests = func(worker, k int) {
		l.found[k] = in.rest(worker, int(l.dags[k]), l.u, l.v, l.s, l.more)
	}
	l.prune = func(worker, k int) {
		if k == 0 {
			l.meanwhile()
		} else {
			in.prune(worker, k-1)
		}
	}
	l.makeSink = func(worker, i int) { in.sinkers[i].MakeSink(l.sink, in.spaces[worker].room) }
}

// mostEdges is how many edges most cuts have at most.
const mostEdges = 4

// makeRoom makes room for the cuts of so many DAGs.
func (l *loops) makeRoom(dags int) {
	if more := dags - len(l.cuts); more > 0 {
		edges := make([]consensus.CutEdge, more*mostEdges)
		for edges := range slices.Chunk(edges, mostEdges) {
			l.cuts = append(l.cuts, edges[:0])
		}
	}
}

// answer answers query q for one DAG.
func (in *Inputs) answer(worker int, q *consensus.Query, dag int) {
	ws, g := in.spaces[worker], in.graphs[dag]
	switch {
	case q.Search:
		ws.Search(g, q.V, q.Given, q.Family, q.Reached.Row(dag))
		if q.Region.Len() > 0 {
			ws.Region(q.Region.Row(dag))
		}
	case q.Family != nil:
		q.Sizes[dag] = uint16(ws.CutInFamily(g, q.U, q.V, q.Family, q.Region.Row(dag), limitOf(q)))
	default:
		q.Sizes[dag] = uint16(ws.MinCut(g, q.U, q.V, q.Given, q.Removed, limitOf(q)))
	}
}

// rest explains a greater cut in one DAG.
func (in *Inputs) rest(worker, dag, u, v int, less, more bitset.Set) consensus.Rest {
	node, edges := in.spaces[worker].Rests(in.graphs[dag], u, v, less, more)
	return consensus.Rest{Node: node, Edges: edges}
}

func limitOf(q *consensus.Query) int {
	if q.Limit == 0 {
		return flow.NoLimit
	}
	return q.Limit
}

// cutCost is about what one cut, search or sink takes in one DAG, in nanoseconds.
func (in *Inputs) cutCost() int { return 100 * (bitset.Words(in.n) + 2) }

// restsCost is about how many cuts' time it takes to explain a greater one.
const restsCost = 2

// pruneCost is about how many cuts' time it takes to carry one out.
const pruneCost = 3

// nodesCost is about what it takes to look at every node of one DAG.
func (in *Inputs) nodesCost() int { return in.n * in.cutCost() / 4 }
