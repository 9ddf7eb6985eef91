package baselines

import (
	"cmp"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

// Averaged is the averaged network of Scutari and Nagarajan (2013, "Identifying significant edges in
// graphical models of molecular networks"), as in bnlearn's averaged.network.
//
// The strength of a pair of nodes is the share of the weight of the graphs in which the pair is
// adjacent. The network has the pairs whose strength is above the threshold or is 1. A nil threshold
// stands for InclusionThreshold.
//
// Each pair gets the direction with the larger weight. An undirected edge counts half for each
// direction. The arcs are added by decreasing strength (ties: the arc with the larger weight, then
// the lowest arc). An arc that would close a cycle is left out. A pair with the same weight for both
// directions is oriented last, by equiv.Orient with the votes, without a new v-structure if that is
// possible. The votes are those of the DAGs, while the counts may be those of their classes.
//
// The directions are those that all of the DAGs keep; nil: there are none. The counts know them, so the network keeps them too.
func Averaged(n int, counts *metrics.EdgeCounts, votes equiv.Votes, directed *graph.DAG, threshold *float64) *Outcome {
	strength := func(u, v int) float64 { return consensus.Psi(counts.Joined(u, v), counts.Total()) }
	if threshold == nil {
		least := InclusionThreshold(n, strength)
		threshold = &least
	}
	arcs, undecided := []arc(nil), graph.NewPDAG(n)
	for u := range n {
		for v := u + 1; v < n; v++ {
			if s := strength(u, v); s <= *threshold && s < 1 {
				continue
			}
			switch there, back := counts.Directed(u, v), counts.Directed(v, u); {
			case there > back:
				arcs = append(arcs, arc{int32(u), int32(v), there - back})
			case back > there:
				arcs = append(arcs, arc{int32(v), int32(u), back - there})
			default:
				undecided.AddUndirected(u, v)
			}
		}
	}
	joined := func(a arc) int64 { return counts.Joined(int(a.u), int(a.v)) }
	slices.SortFunc(arcs, func(a, b arc) int {
		return cmp.Or(cmp.Compare(joined(b), joined(a)), cmp.Compare(b.weight, a.weight), byEnds(a, b))
	})
	g := graph.NewReachDAG(n)
	leftOut := insert(g, arcs)
	out := orientRest(g, undecided, nil, votes, threshold)
	out.LeftOut, out.Directed = leftOut, directed
	return out
}

// InclusionThreshold is the threshold of Scutari and Nagarajan. Let F(x) be the share of pairs whose
// strength is at most x. The threshold is F⁻¹(p) for the p that minimizes
//
//	L1(p) = ∫ |F(x) − p| dx over 0 <= x <= 1.
//
// L1(p) is the distance of F to the distribution in which the strength of a share p of the pairs is
// 0 and that of all others is 1.
//
// The minimum is at the medians of F(X) for X uniform on [0, 1]. F does not decrease, so F(1/2) is
// such a median. F⁻¹(F(1/2)) is the largest strength that is at most 1/2. If F has a step at 1/2, all
// medians within the step have the same inverse. If all strengths are above 1/2, the threshold is 0.
//
// Therefore the pairs above the threshold are those that are adjacent in more than half of the
// weight. The function costs O(n²) calls of strength.
func InclusionThreshold(n int, strength func(u, v int) float64) float64 {
	largest := 0.0
	for u := range n {
		for v := u + 1; v < n; v++ {
			if s := strength(u, v); s <= 0.5 {
				largest = max(largest, s)
			}
		}
	}
	return largest
}
