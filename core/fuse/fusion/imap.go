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
func MinimalIMap(g *flow.Graph, order []int32, ws flow.Cutter, out *graph.DAG) {
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

// Mapper makes the minimal I-maps of DAGs that come and go, one after the other, in the same memory.
// MinimalIMap is for DAGs whose moral graphs and ancestors are at hand.
type Mapper struct {
	before  bitset.Set    // the nodes that precede v in the order
	within  bitset.Set    // these, v, and all their ancestors
	moral   bitset.Matrix // the moral graph of within
	visited bitset.Set
	reached bitset.Set
	queue   []int32
}

func NewMapper(n int) *Mapper {
	sets := bitset.NewMatrix(4, n)
	return &Mapper{
		before: sets.Row(0), within: sets.Row(1), visited: sets.Row(2), reached: sets.Row(3),
		moral: bitset.NewMatrix(n, n), queue: make([]int32, 0, n),
	}
}

// EachArc calls f for the arcs of MinimalIMap. The ancestral set of v and its predecessors only grows along
// the order, and so does its moral graph.
func (m *Mapper) EachArc(g *graph.DAG, order []int32, f func(p, v int)) {
	m.before.Clear()
	m.within.Clear()
	m.moral.Clear()
	for _, v32 := range order {
		v := int(v32)
		m.addAncestors(g, v)
		m.search(v)
		for p := m.reached.Next(0); p >= 0; p = m.reached.Next(p + 1) {
			f(p, v)
		}
		m.before.Add(v)
	}
}

// addAncestors adds x and its ancestors to within, and their families to the moral graph.
func (m *Mapper) addAncestors(g *graph.DAG, x int) {
	if m.within.Has(x) {
		return
	}
	m.within.Add(x)
	m.queue = append(m.queue[:0], int32(x))
	for i := 0; i < len(m.queue); i++ {
		v := int(m.queue[i])
		parents := g.Pa(v)
		m.moral.Row(v).Or(parents)
		for w, word := range parents {
			for ; word != 0; word &= word - 1 {
				u := bitset.Lowest(w, word)
				row := m.moral.Row(u)
				row.Or(parents)
				row.Remove(u)
				row.Add(v)
				if !m.within.Has(u) {
					m.within.Add(u)
					m.queue = append(m.queue, int32(u))
				}
			}
		}
	}
}

// search fills reached with the predecessors to which the moral graph has a path from v without an inner
// node that precedes v.
func (m *Mapper) search(v int) {
	m.reached.Clear()
	m.visited.Copy(m.before)
	m.visited.Add(v)
	m.queue = append(m.queue[:0], int32(v))
	for i := 0; i < len(m.queue); i++ {
		for w, word := range m.moral.Row(int(m.queue[i])) {
			m.reached[w] |= word & m.before[w]
			next := word &^ m.visited[w]
			m.visited[w] |= next
			for ; next != 0; next &= next - 1 {
				m.queue = append(m.queue, int32(bitset.Lowest(w, next)))
			}
		}
	}
}
