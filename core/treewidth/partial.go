package treewidth

import "github.com/mcbnc/mcbnc/core/bitset"

// The cliques with a node v are found by deciding for one neighbour of v after the
// other whether it is in the clique or in a feasible block, and in which. A partial
// clique is where that has come to: A, the union of the blocks chosen, no two of
// which touch, and P, what then must be in the clique: v, the borders of these
// blocks, and the neighbours decided to be.
//
// All cliques are found so. Let K be the clique that makes C feasible, or, for the
// whole graph, C all of it. A node v of K that is not in N(C) has all its neighbours
// in C ∪ N(C), so that the components beside K that v is next to are in C, and thus
// feasible blocks once C is found to be. Each other node of K is adjacent to v or in
// a border together with v, so that when all neighbours of v are decided as they are
// in K, P is K. Whether what was found is such a K, isMaximal tells.
//
// Feasible blocks become known one by one. So each neighbour of v has a slot that
// keeps the partial cliques waiting for it and the blocks that it is the first of v's
// neighbours in: of the two, whichever comes later meets all that came before.
type slot struct {
	node    int32
	blocks  []int32
	waiting []uint64 // A and P of each partial clique
}

// slotsOf are the slots of each node, one for each of its neighbours.
func slotsOf(n int, adjacency bitset.Matrix) [][]slot {
	slots := make([][]slot, n)
	for v := range n {
		for _, t := range adjacency.Row(v).Append(nil) {
			slots[v] = append(slots[v], slot{node: t})
		}
	}
	return slots
}

// partial is a partial clique of v, the neighbours before slot at being decided.
type partial struct {
	v, at  int
	blocks bitset.Set // A
	clique bitset.Set // P
}

// begin finds the cliques of v that no feasible block is needed for.
func (s *search) begin(v int) {
	p := partial{v: v, blocks: bitset.New(s.n), clique: bitset.New(s.n)}
	p.clique.Add(v)
	s.advance(p, 0)
}

// extend finds the cliques that a feasible block is needed for, besides those that
// came before it.
func (s *search) extend(block int32) {
	nodes, border := s.blocks.get(block).Clone(), s.borderOf(block).Clone()
	width := s.blocks.width
	for v := border.Next(0); v >= 0; v = border.Next(v + 1) {
		at := 0
		for !nodes.Has(int(s.slots[v][at].node)) {
			at++
		}
		own := &s.slots[v][at]
		for waiting := own.waiting; len(waiting) > 0; waiting = waiting[2*width:] {
			if s.giveUp() {
				return
			}
			p := partial{v: v, at: at, blocks: waiting[:width], clique: waiting[width : 2*width]}
			s.choose(p, nodes, border, 0)
		}
		own.blocks = append(own.blocks, block)
	}
}

// choose adds a block to a partial clique, if it goes with it, and goes on from there.
// Of A it need not be asked whether the block touches it: a connected set that does, and
// has a node besides, as here the one it is chosen for, has a node of N(A), and so of P.
// depth counts the blocks chosen without leaving the call, at most one a neighbour.
func (s *search) choose(p partial, nodes, border bitset.Set, depth int) {
	if p.clique.Intersects(nodes) {
		return
	}
	if depth == len(s.ws.chosen) {
		s.ws.chosen = append(s.ws.chosen, partial{blocks: bitset.New(s.n), clique: bitset.New(s.n)})
	}
	q := s.ws.chosen[depth]
	q.v, q.at = p.v, p.at+1
	q.clique.Copy(p.clique)
	q.clique.Or(border)
	if q.clique.Count() > s.k+1 {
		return
	}
	q.blocks.Copy(p.blocks)
	q.blocks.Or(nodes)
	if s.mayBecomeClique(q) {
		s.advance(q, depth+1)
	}
}

// advance decides for v's neighbours, from a partial clique's place on, that they are
// in the clique, and leaves it waiting at each for a block that it is in instead. It
// changes p's sets.
func (s *search) advance(p partial, depth int) {
	for ; p.at < len(s.slots[p.v]) && !s.giveUp(); p.at++ {
		own := &s.slots[p.v][p.at]
		node := int(own.node)
		if p.blocks.Has(node) || p.clique.Has(node) {
			continue
		}
		own.waiting = append(append(own.waiting, p.blocks...), p.clique...)
		s.words += len(p.blocks) + len(p.clique)
		for _, block := range own.blocks {
			if s.giveUp() {
				return
			}
			s.choose(p, s.blocks.get(block), s.borderOf(block), depth)
		}
		p.clique.Add(node)
		if p.clique.Count() > s.k+1 || !s.mayBecomeClique(p) {
			return
		}
	}
	s.propose(p.clique)
}

// mayBecomeClique says whether a clique K can come of a partial one. If P is K, it is
// a potential maximal clique. If not, K has a node x besides. Each node of P is
// adjacent to x, or in the border of a component together with x, which is not one of
// A's: so that component of the graph without A and P that has x has all P for its
// border.
func (s *search) mayBecomeClique(p partial) bool {
	parts := s.partsBeside(p.clique)
	size := p.clique.Count()
	if size <= s.k {
		for _, c := range parts {
			if c.around.Count() == size && !c.nodes.Intersects(p.blocks) {
				return true
			}
		}
	}
	return s.isMaximal(p.clique, parts)
}

const checkEvery = 1 << 6 // things tried between two looks at the clock

// giveUp says whether the search ends here: it has its answer, or it must do without.
func (s *search) giveUp() bool {
	s.ticks++
	if s.ticks%checkEvery == 0 && s.err == nil {
		s.err = s.check()
	}
	return s.err != nil || s.solved != none
}

// check fails if ctx has ended, or the search keeps more than it may.
func (s *search) check() error {
	if s.words+2*len(s.blocks.slab)+len(s.cliques.slab) > s.limit {
		return errMemory
	}
	return s.ctx.Err()
}
