package local

import (
	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/consensus"
)

// loops holds what the loops over DAGs that run at every step are about, and their
// bodies, bound once, so that a step allocates nothing for them.
type loops struct {
	query *consensus.Query
	cut   func(worker, k int)

	v       int
	family  bitset.Set
	dags    []int32
	reached []bitset.Set
	search  func(worker, k int)

	sink     int
	makeSink func(worker, i int)
}

func (l *loops) bind(in *Inputs) {
	l.cut = func(worker, k int) {
		l.query.Sizes[k] = in.cut(worker, l.query, l.query.Dags[k])
	}
	l.search = func(worker, k int) {
		i := l.dags[k]
		in.spaces[worker].Search(in.graphs[i], l.v, l.family, in.region(i, l.v), l.reached[k])
	}
	l.makeSink = func(_, i int) { in.sinkers[i].MakeSink(l.sink) }
}

func (in *Inputs) cut(worker int, q *consensus.Query, dag int32) uint16 {
	ws, g := in.spaces[worker], in.graphs[dag]
	if q.Family != nil {
		return uint16(ws.CutInFamily(g, q.U, q.V, q.Family, in.region(dag, q.V)))
	}
	return uint16(ws.MinCut(g, q.U, q.V, q.Given, q.Removed))
}

func (in *Inputs) region(dag int32, v int) bitset.Set { return in.regions.Row(int(dag)*in.n + v) }

// cutCost is about what one cut, search or sink takes in one DAG, in nanoseconds.
func (in *Inputs) cutCost() int { return 100 * (bitset.Words(in.n) + 2) }

// nodesCost is about what it takes to look at every node of one DAG.
func (in *Inputs) nodesCost() int { return in.n * in.cutCost() / 4 }
