package baselines

import (
	"cmp"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

// Outcome is the DAG of a baseline, and the decisions of its votes that the DAG does not meet.
type Outcome struct {
	DAG       *graph.DAG
	Threshold *float64   // the threshold that was used; nil if the method has none
	LeftOut   [][2]int32 // arcs u → v that would have closed a cycle
	Conflicts [][3]int32 // v-structures a → c ← b of the DAG or of the votes, but not of both
}

// Arcs is the vote on arcs. The arcs whose share of the weight is above the threshold are added by
// decreasing share (ties: the lowest arc). An arc that would close a cycle is left out. The counts
// must be those of the DAGs themselves (equiv.Directed).
func Arcs(n int, counts *metrics.EdgeCounts, threshold float64) *Outcome {
	var arcs []arc
	for u := range n {
		for v := range n {
			if w := counts.Directed(u, v); consensus.Psi(w, counts.Total()) > threshold {
				arcs = append(arcs, arc{int32(u), int32(v), w})
			}
		}
	}
	out := insertHeaviest(n, arcs)
	out.Threshold = &threshold
	return out
}

// insertHeaviest returns the DAG to which the arcs are added by decreasing weight (ties: the order of
// the list), without those that would close a cycle.
func insertHeaviest(n int, arcs []arc) *Outcome {
	slices.SortStableFunc(arcs, func(a, b arc) int { return cmp.Compare(b.weight, a.weight) })
	g := newReachDAG(n)
	leftOut := g.insert(arcs)
	return &Outcome{DAG: g.DAG, LeftOut: leftOut}
}
