package treewidth

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// split splits a piece at one separator. It returns nil if it finds none, or if ctx ends.
//
// The treewidth of the piece is the largest treewidth of the parts. It is not larger, since the
// separator is a clique in each part, so tree decompositions of the parts can be joined at it. It is
// not smaller, since the parts are minors of the piece.
func (s *solver) split(p *piece) []*piece {
	var parts []*piece
	every := bitset.Full(p.n)
	if p.cliqueSeparators(s.ctx, every, func(_ bitset.Set, found []component) bool {
		for _, c := range found {
			parts = append(parts, p.sub(c.closed()))
		}
		return true
	}) {
		return parts
	}
	for v := range p.n {
		if s.ctx.Err() != nil {
			return nil
		}
		every.Remove(v)
		if p.cliqueSeparators(s.ctx, every, func(clique bitset.Set, _ []component) bool {
			parts = s.splitAlmost(p, clique, v)
			return parts != nil
		}) {
			return parts
		}
		every.Add(v)
	}
	return nil
}

// splitAlmost splits a piece at the almost clique separator that consists of a clique and v, if that is
// safe (Bodlaender & Koster 2006). Otherwise it returns nil.
//
// Each part consists of a component and the nodes of the separator around it, made a clique. The part
// must be a minor of the piece. It is one if contracting the other components next to v into v makes v
// adjacent to all nodes around the component.
func (s *solver) splitAlmost(p *piece, clique bitset.Set, v int) []*piece {
	rest := bitset.Full(p.n)
	rest.AndNot(clique)
	rest.Remove(v)
	found := components(p.n, p.adj, rest)
	for i, c := range found {
		if joined, _ := p.beyond(found, i, v); c.around.Has(v) && !c.around.SubsetOf(joined) {
			return nil
		}
	}
	var parts []*piece
	for i, c := range found {
		part := &piece{n: p.n, adj: p.adj.Clone(), label: p.label, branch: slices.Clone(p.branch)}
		if c.around.Has(v) {
			_, nodes := p.beyond(found, i, v)
			part.absorb(v, nodes.Append(nil)...)
		}
		s.join(part, c.around)
		parts = append(parts, part.sub(c.closed()))
	}
	return parts
}

// beyond considers the components other than the i-th that are adjacent to v. It returns the union of
// these components (nodes), and the nodes that v is adjacent to after their contraction into v, with v
// itself (joined).
func (p *piece) beyond(found []component, i, v int) (joined, nodes bitset.Set) {
	joined, nodes = p.adj.Row(v).Clone(), bitset.New(p.n)
	joined.Add(v)
	for k, c := range found {
		if k != i && c.around.Has(v) {
			joined.Or(c.around)
			nodes.Or(c.nodes)
		}
	}
	return joined, nodes
}

// minimalOrder is an elimination order, first to last, of the subgraph on the set within. Its
// triangulation is minimal. The second result is, for each node, its later neighbours in this
// triangulation.
//
// The algorithm is MCS-M (Berry, Blair, Heggernes & Peyton 2004). It chooses the nodes from last to
// first, always one of largest weight. The weight of a node is the number of chosen nodes that, when
// they were chosen, were connected to the node by an edge or by a path of unchosen nodes of smaller
// weight. If ctx ends, there is no order.
func (p *piece) minimalOrder(ctx context.Context, within bitset.Set) ([]int32, bitset.Matrix) {
	m := &mcsM{p: p, left: within.Clone(), weight: make([]int, p.n), reached: bitset.New(p.n), buckets: make([][]int32, p.n+1)}
	later := bitset.NewMatrix(p.n, p.n)
	order := make([]int32, within.Count())
	for i := len(order) - 1; i >= 0; i-- {
		if ctx.Err() != nil {
			return nil, later
		}
		v := m.left.Least(func(x int) int { return -m.weight[x] }) // of the largest weight
		order[i] = int32(v)
		m.left.Remove(v)
		for _, u := range m.joined(v) {
			later.Row(int(u)).Add(v)
			m.weight[u]++
		}
	}
	return order, later
}

// mcsM is the state of MCS-M.
type mcsM struct {
	p       *piece
	left    bitset.Set // the nodes not yet chosen
	weight  []int
	reached bitset.Set
	buckets [][]int32 // the reached nodes to be visited, by the level of paths through them; see joined
}

// joined are the nodes whose weight the choice of v increases: those reached by an edge or by a path of
// lighter nodes. The level of a path is the largest weight of its inner nodes. Nodes are visited by
// increasing level, so each is reached on a path of least level.
func (m *mcsM) joined(v int) []int32 {
	m.reached.Clear()
	m.reached.Add(v)
	var found []int32
	visit := func(y, level int) {
		row := m.p.adj.Row(y)
		for w := range row {
			for fresh := row[w] & m.left[w] &^ m.reached[w]; fresh != 0; fresh &= fresh - 1 {
				z := bitset.Lowest(w, fresh)
				m.reached.Add(z)
				if m.weight[z] > level {
					found = append(found, int32(z))
				}
				at := max(level, m.weight[z])
				m.buckets[at] = append(m.buckets[at], int32(z))
			}
		}
	}
	visit(v, -1)
	for level := range m.buckets {
		for len(m.buckets[level]) > 0 {
			last := len(m.buckets[level]) - 1
			y := m.buckets[level][last]
			m.buckets[level] = m.buckets[level][:last]
			visit(int(y), level)
		}
	}
	return found
}

// cliqueSeparators calls use for cliques that separate the subgraph on the set within, with the
// components that remain, until use returns true or ctx ends. It returns whether use did. The candidates are the
// sets of later neighbours in a minimal elimination order. If the subgraph has a clique separator, one
// of these sets is one (Tarjan 1985).
func (p *piece) cliqueSeparators(ctx context.Context, within bitset.Set, use func(clique bitset.Set, parts []component) bool) bool {
	order, later := p.minimalOrder(ctx, within)
	rest := bitset.New(p.n)
	for _, x := range order {
		clique := later.Row(int(x))
		if ctx.Err() != nil || !isClique(p.adj, clique) {
			continue
		}
		rest.Copy(within)
		rest.AndNot(clique)
		if parts := components(p.n, p.adj, rest); len(parts) > 1 && use(clique, parts) {
			return true
		}
	}
	return false
}
