package fusion

import (
	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/flow"
	"github.com/mcbnc/mcbnc/core/graph"
)

// MinimalIMap adds to out the arcs of the minimal I-map of g along order.
func MinimalIMap(g *flow.Graph, order []int32, ws *flow.Workspace, out *graph.DAG) {
	NewMapper(g.N).EachArc(g, order, ws, out.Add)
}

// Mapper makes minimal I-maps, one after the other, in the same memory.
type Mapper struct {
	before, within, parents bitset.Set
}

// NewMapper returns a Mapper for graphs of n nodes.
func NewMapper(n int) *Mapper {
	sets := bitset.NewMatrix(3, n)
	return &Mapper{before: sets.Row(0), within: sets.Row(1), parents: sets.Row(2)}
}

// EachArc calls f for the arcs p → v of the minimal I-map of g along order: p is a parent of v iff p
// precedes v and v's other predecessors do not d-separate the two. It is unique. One search from v
// finds all parents of v, since the ancestral set of v and its predecessors is the same whichever p
// is asked about.
func (m *Mapper) EachArc(g *flow.Graph, order []int32, ws *flow.Workspace, f func(p, v int)) {
	m.before.Clear()
	m.within.Clear()
	for _, v32 := range order {
		v := int(v32)
		g.AddAncestors(v, m.within)
		ws.Boundary(g, v, m.before, m.within, m.parents)
		for p := m.parents.Next(0); p >= 0; p = m.parents.Next(p + 1) {
			f(p, v)
		}
		m.before.Add(v)
	}
}
