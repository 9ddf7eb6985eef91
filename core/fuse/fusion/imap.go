package fusion

import (
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// MinimalIMap adds to out the arcs of the minimal I-map of g along order: p is a parent of v
// iff p precedes v and v's other predecessors do not d-separate the two. It is unique. One
// search from v finds all parents of v, since the ancestral set of v and its predecessors is
// the same whichever p is asked about.
func MinimalIMap(g *flow.Graph, order []int32, ws *flow.Workspace, out *graph.DAG) {
	sets := bitset.NewMatrix(3, g.N)
	before, within, parents := sets.Row(0), sets.Row(1), sets.Row(2)
	for _, v32 := range order {
		v := int(v32)
		g.AddAncestors(v, within)
		ws.Boundary(g, v, before, within, parents)
		for p := parents.Next(0); p >= 0; p = parents.Next(p + 1) {
			out.Add(p, v)
		}
		before.Add(v)
	}
}
