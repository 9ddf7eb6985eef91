package pool

import (
	"cmp"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// edge is a pair that is joined, and its arrow u → v.
type edge struct {
	u, v  int
	place int     // 0: the arrow is known; 1: it is not
	sure  float64 // |λ|, rounded
}

// answer is the DAG of all pairs that are more likely joined than not (step 6). The surest arrows come first. One that would
// close a cycle is turned: then v reaches u, so u does not reach v, and v → u closes none. Arrows that are known come before all
// others. They have no cycle, so none is turned. A pair of which nothing is said is left out, however large the prior is.
func (m *model) answer(probability, lambda []float64, unseen []int32) *graph.DAG {
	g := graph.NewReachDAG(m.pairs.N)
	for _, e := range m.edges(probability, lambda, unseen) {
		if g.Reaches(e.v, e.u) {
			e.u, e.v = e.v, e.u
		}
		g.Join(e.u, e.v)
	}
	return g.DAG
}

// edges are the pairs that are joined, in the order in which their arrows are placed. Log-odds that differ by rounding are ties:
// they go to the lowest pair, and those of 0 from the lower node to the higher one.
func (m *model) edges(probability, lambda []float64, unseen []int32) []edge {
	var out []edge
	for at, pair := range m.pairs.All() {
		if len(unseen) > 0 && int(unseen[0]) == at {
			unseen = unseen[1:]
			continue
		}
		if probability[at] <= 0.5 {
			continue
		}
		rounded := math.RoundToEven(lambda[at]*1e9) / 1e9
		e := edge{pair[0], pair[1], 1, math.Abs(rounded)}
		if m.arrows[at] != 0 {
			e.place = 0
		}
		if rounded < 0 {
			e.u, e.v = e.v, e.u
		}
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b edge) int { return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(b.sure, a.sure)) })
	return out
}
