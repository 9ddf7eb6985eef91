package agreement

import (
	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/graph"
)

// skeletons are those of some graphs. A pair of nodes that only one of them joins
// is in no intersection, so that the sets hold none of these: what many graphs over
// many nodes have in common is little beside n².
type skeletons struct {
	shared bitset.Matrix // of each, the pairs that another one joins too
	edges  []int64       // of each, how many pairs it joins
}

func newSkeletons(dags []*graph.DAG) skeletons {
	const never, once = -2, -1
	n := dags[0].N
	number := make([]int32, n*n) // of each pair that is joined at least twice
	for at := range number {
		number[at] = never
	}
	pairs, edges := int32(0), make([]int64, len(dags))
	for i, g := range dags {
		edges[i] = int64(g.Arcs())
		eachPair(g, func(at int) {
			switch number[at] {
			case never:
				number[at] = once
			case once:
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

// eachPair calls f with the place of each pair that g joins in a matrix, above its diagonal.
func eachPair(g *graph.DAG, f func(at int)) {
	for v := range g.N {
		pa := g.Pa(v)
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			f(min(u, v)*g.N + max(u, v))
		}
	}
}

// f1 is 2|A ∩ B| / (|A| + |B|) for the pairs A and B that the i-th and the j-th join,
// which are two different graphs. Two empty skeletons agree wholly.
func (s *skeletons) f1(i, j int) share {
	sum := s.edges[i] + s.edges[j]
	if sum == 0 {
		return share{1, 1}
	}
	return share{2 * int64(s.shared.Row(i).CountAnd(s.shared.Row(j))), sum}
}
