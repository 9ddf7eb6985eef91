package treewidth

import "github.com/mcbnc/mcbnc/core/bitset"

// split takes a piece apart at one separator, or returns nil if there is none. The
// treewidth of the piece is the largest of the parts', since their decompositions
// can be put together at the separator, which is a clique in each, and since the
// parts are minors.
func (s *solver) split(p *piece) []*piece {
	var parts []*piece
	every := bitset.New(p.n)
	every.Fill(p.n)
	if p.cliqueSeparators(every, func(_ bitset.Set, found []component) bool {
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
		if p.cliqueSeparators(every, func(clique bitset.Set, _ []component) bool {
			parts = s.splitAlmost(p, clique, v)
			return parts != nil
		}) {
			return parts
		}
		every.Add(v)
	}
	return nil
}

// splitAlmost takes a piece apart at a clique and v, if that is safe (Bodlaender &
// Koster 2006, almost clique separators). Each part is made of a component and the
// separator's nodes around it, which are to be joined: so v must be joined to them,
// which contracting into v the other components next to it must do.
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

// beyond are the components but the i-th that are next to v, and what v is joined to
// once they are contracted into it, v included.
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
