package baselines

import (
	"cmp"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// arc is u → v with a weight. Arcs with a larger weight are added earlier.
type arc struct {
	u, v   int32
	weight int64
}

// byEnds puts the lowest (u, v) first.
func byEnds(a, b arc) int { return cmp.Or(cmp.Compare(a.u, b.u), cmp.Compare(a.v, b.v)) }

// insert adds the arcs to a DAG in the order of the list. It leaves out arcs that would close a cycle, and
// returns them.
func insert(g *graph.ReachDAG, arcs []arc) (leftOut [][2]int32) {
	for _, a := range arcs {
		if u, v := int(a.u), int(a.v); g.Reaches(v, u) {
			leftOut = append(leftOut, [2]int32{a.u, a.v})
		} else {
			g.Join(u, v)
		}
	}
	return leftOut
}
