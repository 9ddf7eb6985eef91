package local

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/flow"
)

// loops holds what the loops over DAGs that run at every step are about, and their
// bodies, bound once, so that a step allocates nothing for them.
type loops struct {
	query     *consensus.Query
	answerOne func(worker, k int)

	queries []*consensus.Query
	tasks   []task
	sizes   []uint16 // of each task, in their order: workers do not write side by side
	first   []int32  // DAG i's tasks are tasks[first[i]:first[i+1]]
	answer  func(worker, dag int)

	u, v   int
	s      bitset.Set
	pruned []consensus.Pruned
	place  []int32 // of each DAG in pruned, or -1
	prune  func(worker, dag int)

	sink     int
	makeSink func(worker, i int)
}

// task is a part of a query: what is asked of its k-th DAG.
type task struct{ query, k int32 }

func (l *loops) bind(in *Inputs) {
	l.first = make([]int32, len(in.graphs)+2)
	l.answerOne = func(worker, k int) {
		if size := in.answer(worker, l.query, k); !l.query.Search {
			l.query.Sizes[k] = size
		}
	}
	l.answer = func(worker, dag int) {
		for t := l.first[dag]; t < l.first[dag+1]; t++ {
			at := l.tasks[t]
			l.sizes[t] = in.answer(worker, l.queries[at.query], int(at.k))
		}
	}
	l.place = slices.Repeat([]int32{-1}, len(in.graphs))
	l.prune = func(worker, dag int) {
		if k := l.place[dag]; k >= 0 {
			in.prune(worker, dag, &l.pruned[k])
		}
	}
	l.makeSink = func(_, i int) { in.sinkers[i].MakeSink(l.sink) }
}

// begin sorts the queries by the DAGs that are asked.
func (l *loops) begin(queries []*consensus.Query) {
	clear(l.first)
	total := 0
	for _, q := range queries {
		total += len(q.Dags)
		for _, i := range q.Dags {
			l.first[i+2]++
		}
	}
	for i := 2; i < len(l.first); i++ {
		l.first[i] += l.first[i-1]
	}
	l.queries, l.tasks = queries, slices.Grow(l.tasks[:0], total)[:total]
	l.sizes = slices.Grow(l.sizes[:0], total)[:total]
	for j, q := range queries {
		for k, i := range q.Dags {
			l.tasks[l.first[i+1]] = task{int32(j), int32(k)}
			l.first[i+1]++
		}
	}
}

// end gives the queries their answers.
func (l *loops) end() {
	for t, at := range l.tasks {
		if q := l.queries[at.query]; !q.Search {
			q.Sizes[at.k] = l.sizes[t]
		}
	}
}

// answer is what query q asks of its k-th DAG: a size, or nothing but what a search
// leaves in Reached.
func (in *Inputs) answer(worker int, q *consensus.Query, k int) uint16 {
	dag := q.Dags[k]
	ws, g := in.spaces[worker], in.graphs[dag]
	switch {
	case q.Search:
		ws.Search(g, q.V, q.Family, in.region(dag, q.V), q.Reached[k])
		return 0
	case q.Family != nil:
		return uint16(ws.CutInFamily(g, q.U, q.V, q.Family, in.region(dag, q.V), limitOf(q)))
	default:
		return uint16(ws.MinCut(g, q.U, q.V, q.Given, q.Removed, limitOf(q)))
	}
}

func limitOf(q *consensus.Query) int {
	if q.Limit == 0 {
		return flow.NoLimit
	}
	return q.Limit
}

func (in *Inputs) region(dag int32, v int) bitset.Set { return in.regions.Row(int(dag)*in.n + v) }

// cutCost is about what one cut, search or sink takes in one DAG, in nanoseconds.
func (in *Inputs) cutCost() int { return 100 * (bitset.Words(in.n) + 2) }

// pruneCost is about how many cuts' time it takes to carry one out.
const pruneCost = 3

// nodesCost is about what it takes to look at every node of one DAG.
func (in *Inputs) nodesCost() int { return in.n * in.cutCost() / 4 }
