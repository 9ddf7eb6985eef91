package agreement

import (
	"context"
	"math/big"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Agreement is the result for d distinct graphs. Each stands for a number of equal ones.
type Agreement struct {
	Medians   []*big.Rat // of each graph, the median of its F1 with its peers; nil without peers
	Threshold *big.Rat   // half of the median of all medians; nil if there is one graph in all
	F1        []float64  // (d, d): F1 of each pair of distinct graphs; nil unless it was asked for
}

// Flagged reports whether the median of the i-th graph is below the threshold. At least half of all
// graphs are not flagged. No graph is flagged if the median of the medians is 0.
func (a *Agreement) Flagged(i int) bool {
	return a.Threshold != nil && a.Medians[i].Cmp(a.Threshold) < 0
}

// Measure compares each of d distinct DAGs with each other one. The i-th of dags stands for times[i]
// equal DAGs. The peers of a DAG are all other DAGs, equal ones included. If matrix is true, the
// result has the matrix F1.
//
// Measure computes the F1 of each pair twice instead of storing it, since the matrix of many DAGs
// is larger than the DAGs. It costs O(d² w), where w is the number of words for the pairs of nodes
// that are adjacent in at least two of dags. It fails if ctx ends.
func Measure(
	ctx context.Context, dags []*graph.DAG, times []int64, workers int, matrix bool,
) (*Agreement, error) {
	d, s := len(dags), newSkeletons(dags)
	a := &Agreement{Medians: make([]*big.Rat, d)}
	if matrix {
		a.F1 = make([]float64, d*d)
	}
	err := parallel.For(ctx, d, workers, func(_, i int) error {
		// The values of F1 of one graph with many others are few, so the list to sort is short. Equal
		// fractions in different terms are counted separately, which changes no median.
		found := map[fraction]int64{}
		for j, copies := range times {
			f1 := fraction{1, 1}
			if j == i {
				copies-- // A DAG is not its own peer.
			} else {
				f1 = s.f1(i, j)
			}
			found[f1] += copies
			if matrix {
				a.F1[i*d+j] = f1.float()
			}
		}
		list := make([]counted[fraction], 0, len(found))
		for f1, copies := range found {
			list = append(list, counted[fraction]{f1, copies})
		}
		if low, high, any := middle(list, fraction.compare); any {
			a.Medians[i] = mean(low.rat(), high.rat())
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	a.Threshold = threshold(a.Medians, times)
	return a, nil
}

// threshold is half of the median of all medians, or nil if there is one graph in all.
func threshold(medians []*big.Rat, times []int64) *big.Rat {
	list := make([]counted[*big.Rat], 0, len(medians))
	for i, m := range medians {
		if m == nil {
			return nil
		}
		list = append(list, counted[*big.Rat]{m, times[i]})
	}
	low, high, _ := middle(list, (*big.Rat).Cmp)
	t := mean(low, high)
	return t.Mul(t, half)
}

// skeletons holds the skeletons of several graphs for the sizes of their intersections. A pair of
// nodes that is adjacent in one graph only is in no intersection, so the sets leave out such pairs.
// The remaining pairs are numbered. They are few compared with n².
type skeletons struct {
	shared bitset.Matrix // of each graph, the numbers of its edges that another graph has too
	edges  []int64       // of each graph, the number of its edges
}

// newSkeletons costs O(n²) memory, besides the sets.
func newSkeletons(dags []*graph.DAG) skeletons {
	const unseen, seenOnce = -2, -1
	n := dags[0].N
	number := slices.Repeat([]int32{unseen}, n*n) // of each pair that is adjacent in at least two graphs
	pairs, edges := int32(0), make([]int64, len(dags))
	for i, g := range dags {
		edges[i] = int64(g.Arcs())
		for u, v := range g.All() {
			switch at := min(u, v)*n + max(u, v); number[at] {
			case unseen:
				number[at] = seenOnce
			case seenOnce:
				number[at] = pairs
				pairs++
			}
		}
	}
	shared := bitset.NewMatrix(len(dags), int(pairs))
	for i, g := range dags {
		for u, v := range g.All() {
			if k := number[min(u, v)*n+max(u, v)]; k >= 0 {
				shared.Row(i).Add(int(k))
			}
		}
	}
	return skeletons{shared: shared, edges: edges}
}

// f1 is 2|A ∩ B| / (|A| + |B|), where A and B are the edges of the i-th and the j-th skeleton, and
// i ≠ j. It is 1 for two skeletons without edges.
func (s *skeletons) f1(i, j int) fraction {
	sum := s.edges[i] + s.edges[j]
	if sum == 0 {
		return fraction{1, 1}
	}
	return fraction{2 * int64(s.shared.Row(i).CountAnd(s.shared.Row(j))), sum}
}
