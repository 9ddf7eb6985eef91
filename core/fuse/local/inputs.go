// Package local keeps the input DAGs in this process. It implements the interfaces through
// which fusion and consensus see their inputs.
//
//	inputs.go  the inputs, in the form that New chooses
//	base.go    what both forms have, and ask of one DAG at a time
//	single.go  the form of few DAGs: the answers to a run, one DAG at a time
//	order.go   its answers to an order, and I-maps
//	laned.go   the form of very many DAGs, which are lanes
package local

import (
	"iter"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/fuse/lanes"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Inputs are the DAGs of a consensus, held in memory. Questions to many DAGs are shared out
// over a team. The answers do not depend on the team, nor on the form.
type Inputs interface {
	fusion.Inputs
	consensus.Inputs

	// Subset returns inputs of their own for some of the DAGs. DAG which[k] counts times[k]
	// times in the order. Any number of goroutines may call Subset at once.
	Subset(which []int32, times []int64) Inputs

	// DAGs are the DAGs as they are now, with their numbers. Each lasts until the next one. Callers must not change it.
	DAGs() iter.Seq2[int, *graph.DAG]

	// EachArc calls f for the arcs of the DAGs. An arc that several DAGs have may come several times: the weights that it comes
	// with sum up to those of the DAGs.
	EachArc(weights []int64, f func(u, v int, weight int64))
}

// lanesFrom is the number of DAGs from which on they are lanes, if that pays.
const lanesFrom = 512

// New returns the inputs for acyclic DAGs of n nodes each, which are copied. DAG i counts
// times[i] times in the order. If times is nil, every DAG counts once. The team, which may
// be nil, stays the caller's.
func New(n int, dags []*graph.DAG, times []int64, team *parallel.Team) Inputs {
	if len(dags) >= lanesFrom && lanes.Pay(n, dags) {
		return newLaned(n, dags, times, team)
	}
	return newSingle(n, dags, times, team)
}

// EachArc calls f for each arc of each DAG, with the weight of the DAG.
func EachArc(dags iter.Seq2[int, *graph.DAG], weights []int64, f func(u, v int, weight int64)) {
	for i, g := range dags {
		for v := range g.N {
			for w, word := range g.Pa(v) {
				for ; word != 0; word &= word - 1 {
					f(bitset.Lowest(w, word), v, weights[i])
				}
			}
		}
	}
}
