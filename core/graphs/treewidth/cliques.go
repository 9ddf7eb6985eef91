package treewidth

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// propose stores a set of at most k + 1 nodes and its components if the set is a potential maximal
// clique, and updates what is feasible. The clique waits at each of its components that is not feasible
// yet and does not have the root. Each set is checked once.
func (s *search) propose(clique bitset.Set) {
	id, fresh := s.cliques.intern(clique)
	if !fresh {
		return
	}
	s.components = append(s.components, nil)
	found := s.componentsWithout(clique)
	if !s.isPotentialMaximal(clique, found) {
		return
	}
	parts := make([]int32, len(found))
	for i, c := range found {
		part := s.blockOf(c.nodes, c.around)
		parts[i] = part
		if s.witness[part] == none && !c.nodes.Has(s.root) {
			s.waiting[part] = append(s.waiting[part], id)
		}
	}
	s.components[id] = parts
	s.update(id)
}

// componentsWithout are the components of the graph without the clique. The result is valid until
// the next call.
func (s *search) componentsWithout(clique bitset.Set) []component {
	rest := s.scratch.rest
	rest.Copy(s.every)
	rest.AndNot(clique)
	count := 0
	for x := rest.Next(0); x >= 0; x = rest.Next(x + 1) {
		if count == len(s.scratch.parts) {
			s.scratch.parts = append(s.scratch.parts, component{bitset.New(s.n), bitset.New(s.n)})
		}
		c := s.scratch.parts[count]
		grow(s.adj, x, rest, c)
		rest.AndNot(c.nodes)
		count++
	}
	return s.scratch.parts[:count]
}

// isPotentialMaximal reports whether a set of nodes is a potential maximal clique, that is, a maximal
// clique of some minimal triangulation. The parts must be the components of the graph without the
// set. The set is a potential maximal clique if and only if no component has the whole set as its
// border, and any two nodes of the set are adjacent or in the border of the same component
// (Bouchitté & Todinca 2001, theorem 3.15).
func (s *search) isPotentialMaximal(clique bitset.Set, parts []component) bool {
	size := clique.Count()
	for _, c := range parts {
		if c.around.Count() == size {
			return false
		}
	}
	cover := s.scratch.cover
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

// update marks the blocks that a clique makes feasible. If all components beside the clique are
// feasible, the clique solves the graph.
//
// Let S be the border of a component beside the clique. Take the nodes of the clique that are not in
// S, and the components beside the clique whose border is not a subset of S. Any two nodes of the
// clique are adjacent or in the same border, so this union is a component of the graph without S,
// and a block with border S. The block is feasible if the components in it are feasible.
func (s *search) update(clique int32) {
	parts, need, open := s.components[clique], s.scratch.need, false
	need.Clear()
	for _, part := range parts {
		if s.witness[part] == none {
			need.Or(s.borderOf(part))
			open = true
		}
	}
	if !open {
		s.solved = clique
		return
	}
	block, border := s.scratch.block, s.scratch.border
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
		if id := s.blockOf(block, border); s.witness[id] == none {
			s.witness[id] = clique
			s.queue = append(s.queue, id)
		}
	}
}
