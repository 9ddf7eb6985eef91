package treewidth

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// split splits a piece at one separator. It returns nil if it finds none, or if ctx ends.
//
// The treewidth of the piece is the largest treewidth of the parts. It is not larger, since the
// separator is a clique in each part, so tree decompositions of the parts can be joined at it. It is
// not smaller, since the parts are minors of the piece.
func (s *solver) split(p *piece) []*piece {
	var parts []*piece
	every := bitset.New(p.n)
	every.Fill(p.n)
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
	rest := bitset.New(p.n)
	rest.Fill(p.n)
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
		part := &piece{n: p.n, adj: p.adj.Clone(), label: p.label, branch: append([][]int32(nil), p.branch...)}
		if c.around.Has(v) {
			_, nodes := p.beyond(found, i, v)
			part.absorb(v, nodes)
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
