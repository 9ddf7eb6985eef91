package agreement

import (
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

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
	number := make([]int32, n*n) // of each pair that is adjacent in at least two graphs
	for at := range number {
		number[at] = unseen
	}
	pairs, edges := int32(0), make([]int64, len(dags))
	for i, g := range dags {
		edges[i] = int64(g.Arcs())
		eachPair(g, func(at int) {
			switch number[at] {
			case unseen:
				number[at] = seenOnce
			case seenOnce:
				number[at] = pairs
				pairs++
			}
		})
	}
	shared := bitset.NewMatrix(len(dags), int(pairs))
	for i, g := range dags {
		row := shared.Row(i)
		eachPair(g, func(at int) {
			if number[at] >= 0 {
				row.Add(int(number[at]))
			}
		})
	}
	return skeletons{shared: shared, edges: edges}
}

// eachPair calls f for each edge of g, with at = u*n + v for its nodes u < v.
func eachPair(g *graph.DAG, f func(at int)) {
	for v := range g.N {
		pa := g.Pa(v)
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			f(min(u, v)*g.N + max(u, v))
		}
	}
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
