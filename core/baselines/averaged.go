package baselines

import (
	"cmp"
	"slices"

	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/metrics"
)

// Averaged is the averaged network of Scutari and Nagarajan (2013, "Identifying
// significant edges in graphical models of molecular networks"), after bnlearn's
// averaged.network: pairs of strength above the threshold, or of strength one, each the
// way that most of the weight that joins it has it, an undirected edge of the counts's
// graphs counting half each way. Arcs go in by falling strength (ties: the more frequent
// arc, then the lowest), unless they close a cycle; a pair that both ways are as
// frequent for is oriented last, so that it makes no v-structure where that can be.
//
// The threshold may be nil: then it is the paper's, see InclusionThreshold.
func Averaged(n int, tally *metrics.EdgeCounts, threshold *float64) *Outcome {
	strength := func(u, v int) float64 { return consensus.Psi(tally.Joined(u, v), tally.Total()) }
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
			switch there, back := tally.Directed(u, v), tally.Directed(v, u); {
			case there > back:
				arcs = append(arcs, arc{int32(u), int32(v), there - back})
			case back > there:
				arcs = append(arcs, arc{int32(v), int32(u), back - there})
			default:
				undecided.AddUndirected(u, v)
			}
		}
	}
	joined := func(a arc) int64 { return tally.Joined(int(a.u), int(a.v)) }
	slices.SortFunc(arcs, func(a, b arc) int {
		return cmp.Or(cmp.Compare(joined(b), joined(a)), cmp.Compare(b.weight, a.weight),
			cmp.Compare(a.u, b.u), cmp.Compare(a.v, b.v))
	})
	g := newGrowing(n)
	leftOut := g.insert(arcs)
	out := oriented(g, undecided, nil, threshold)
	out.LeftOut = leftOut
	return out
}

// InclusionThreshold is the threshold of Scutari and Nagarajan: with F the share of
// pairs of at most a given strength, it is F⁻¹(p) for the p with the least
//
//	L1(p) = ∫ |F(x) − p| dx over 0 <= x <= 1,
//
// the distance of F to what F would be if each pair's strength were 0 or 1, and the
// share p of them 0. Such a p is a median of F(X) for X uniform on [0, 1], and F rises:
// so F(1/2) is one, and F⁻¹(F(1/2)) is the largest strength of at most 1/2. Where F
// steps at 1/2 itself, the medians inside the step have that inverse too. Where no strength
// is that low, it is 0. So the pairs above it are those that more than half of the weight
// joins.
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
