package treewidth

import "github.com/mcbnc/mcbnc/core/bitset"

// propose looks at a set of at most k + 1 nodes that may be a potential maximal
// clique, unless it was looked at before.
func (s *search) propose(clique bitset.Set) {
	id, fresh := s.cliques.intern(clique)
	if !fresh {
		return
	}
	s.parts = append(s.parts, nil)
	if found := s.partsBeside(clique); s.isMaximal(clique, found) {
		s.accept(id, found)
	}
}

// accept takes note of a potential maximal clique.
func (s *search) accept(clique int32, found []component) {
	parts := make([]int32, len(found))
	for i, c := range found {
		part := s.blockOf(c.nodes, c.around)
		parts[i] = part
		if s.via[part] == none && !c.nodes.Has(s.root) {
			s.beside[part] = append(s.beside[part], clique)
		}
	}
	s.parts[clique] = parts
	s.conclude(clique)
}

// partsBeside are the components of the graph without a clique; they stand until the
// next call.
func (s *search) partsBeside(clique bitset.Set) []component {
	rest := s.ws.rest
	rest.Copy(s.every)
	rest.AndNot(clique)
	count := 0
	for x := rest.Next(0); x >= 0; x = rest.Next(x + 1) {
		if count == len(s.ws.parts) {
			s.ws.parts = append(s.ws.parts, component{bitset.New(s.n), bitset.New(s.n)})
		}
		c := s.ws.parts[count]
		grow(s.adj, x, rest, c)
		rest.AndNot(c.nodes)
		count++
	}
	return s.ws.parts[:count]
}

// isMaximal says whether a set of nodes is a potential maximal clique, a maximal
// clique of some minimal triangulation: none of the components beside it has all of
// it as its border, and any two of its nodes are adjacent or in the same border
// (Bouchitté & Todinca 2001, theorem 3.15).
func (s *search) isMaximal(clique bitset.Set, parts []component) bool {
	size := clique.Count()
	for _, c := range parts {
		if c.around.Count() == size {
			return false
		}
	}
	cover := s.ws.cover
	for x := clique.Next(0); x >= 0; x = clique.Next(x + 1) {
		cover.Copy(s.adj.Row(x))
		cover.Add(x)
		for _, c := range parts {
			if c.around.Has(x) {
				cover.Or(c.around)
			}
		}
		if !clique.SubsetOf(cover) {
			return false
		}
	}
	return true
}

// conclude finds what a clique makes feasible. Let S be the border of a component D
// beside it. The clique without S, and the components with a border not in S, are a
// component of the graph without S, and a block with the border S, since any two of
// the clique are adjacent or in the same border. It is feasible if these components
// are.
func (s *search) conclude(clique int32) {
	parts, need, open := s.parts[clique], s.ws.need, false
	need.Clear()
	for _, part := range parts {
		if s.via[part] == none {
			need.Or(s.borderOf(part))
			open = true
		}
	}
	if !open {
		s.solved = clique
		return
	}
	block, border := s.ws.block, s.ws.border
	for _, part := range parts {
		border.Copy(s.borderOf(part))
		block.Copy(s.cliques.get(clique))
		block.AndNot(border)
		if block.Has(s.root) || !need.SubsetOf(border) {
			continue
		}
		for _, other := range parts {
			if !s.borderOf(other).SubsetOf(border) {
				block.Or(s.blocks.get(other))
			}
		}
		if id := s.blockOf(block, border); s.via[id] == none {
			s.via[id] = clique
			s.queue = append(s.queue, id)
		}
	}
}
