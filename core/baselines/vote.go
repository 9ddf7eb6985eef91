package baselines

import (
	"cmp"
	"slices"

	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/metrics"
)

// Outcome is a baseline's DAG, and what it could not do as the inputs would have it.
type Outcome struct {
	DAG       *graph.DAG
	Threshold *float64   // the one in force; nil: there is none
	LeftOut   [][2]int32 // arcs u → v that would have closed a cycle
	Conflicts [][3]int32 // v-structures a → c ← b that are in the DAG or in what was decided, and not in both
}

// Arcs is the vote on arcs: those whose share of the weight of the DAGs in the counts
// is above the threshold go in by falling share (ties: the lowest), unless they close
// a cycle.
func Arcs(n int, tally *metrics.EdgeCounts, threshold float64) *Outcome {
	var arcs []arc
	for u := range n {
		for v := range n {
			if w := tally.Directed(u, v); consensus.Psi(w, tally.Total()) > threshold {
				arcs = append(arcs, arc{int32(u), int32(v), w})
			}
		}
	}
	out := inserted(n, arcs)
	out.Threshold = &threshold
	return out
}

// inserted is the DAG of the arcs, heaviest first; of equal ones the first given.
func inserted(n int, arcs []arc) *Outcome {
	slices.SortStableFunc(arcs, func(a, b arc) int { return cmp.Compare(b.weight, a.weight) })
	g := newGrowing(n)
	leftOut := g.insert(arcs)
	return &Outcome{DAG: g.DAG, LeftOut: leftOut}
}
