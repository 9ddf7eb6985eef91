package treewidth

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// The search finds the potential maximal cliques that contain a node v by a decision for each
// neighbour of v: either the neighbour is in the clique, or it is in one of the feasible blocks that
// contain it. A partial clique is the state after some of the decisions. It has two sets:
//   - A is the union of the chosen blocks. No two chosen blocks touch.
//   - P is the set of nodes that must be in the clique: v, the borders of the chosen blocks, and the
//     neighbours decided to be in the clique.
//
// The search finds every clique K that makes a block C feasible, and, with C as the set of all nodes,
// every clique K that solves the graph. Take a node v of K that is not in N(C). All neighbours of v are
// in C ∪ N(C). Therefore the components beside K that are adjacent to v are in C, and they are feasible
// blocks. Each other node of K is adjacent to v, or is in a border together with v. So P becomes K if
// every neighbour of v is decided as it is in K. isPotentialMaximal decides whether a set found in this
// way is a potential maximal clique.
//
// The feasible blocks become known one by one. Therefore each neighbour of v has a slot. A slot holds
// the partial cliques that wait for a block with this neighbour. It also holds the known blocks for
// which this neighbour is the first neighbour of v, in the order of the slots. A new block is combined
// with all waiting partial cliques, and a new partial clique with all known blocks. So every
// combination is considered, whichever of the two is found first.
type slot struct {
	node    int32    // the neighbour
	blocks  []int32  // the numbers of the blocks
	waiting []uint64 // A and P of each partial clique, one after the other
}

// partial is a partial clique of v. The neighbours of the slots before at are decided.
type partial struct {
	v, at  int
	blocks bitset.Set // A
	clique bitset.Set // P
}

// extend finds the cliques that need the given feasible block, and otherwise only blocks for which
// extend was called before.
func (s *search) extend(block int32) {
	nodes, border := s.blocks.get(block).Clone(), s.borderOf(block).Clone()
	width := s.blocks.width
	for v := range border.All() {
		at := slices.IndexFunc(s.slots[v], func(t slot) bool { return nodes.Has(int(t.node)) })
		own := &s.slots[v][at]
		for waiting := own.waiting; len(waiting) > 0; waiting = waiting[2*width:] {
			if s.stop() {
				return
			}
			p := partial{v: v, at: at, blocks: waiting[:width], clique: waiting[width : 2*width]}
			s.choose(p, nodes, border, 0)
		}
		own.blocks = append(own.blocks, block)
	}
}

// choose adds a block to a partial clique if the two are compatible, and continues with the other
// neighbours.
//
// The block is compatible if it has no node of P. A test against A is not needed. The block is
// connected and has a node outside A, the neighbour that it is chosen for. If it touched A, it would
// have a node of N(A), which is a subset of P.
//
// The argument depth is the number of nested calls of choose, which is at most the number of
// neighbours. Each depth has its own scratch.
func (s *search) choose(p partial, nodes, border bitset.Set, depth int) {
	if p.clique.Intersects(nodes) {
		return
	}
	if depth == len(s.scratch.chosen) {
		s.scratch.chosen = append(s.scratch.chosen, partial{blocks: bitset.New(s.n), clique: bitset.New(s.n)})
	}
	q := s.scratch.chosen[depth]
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

// advance decides for each neighbour of v that is still open that it is in the clique. Before that, it
// tries the known blocks with the neighbour, and leaves a copy of the partial clique that waits for
// other blocks with the neighbour. It changes the sets of p.
func (s *search) advance(p partial, depth int) {
	for ; p.at < len(s.slots[p.v]) && !s.stop(); p.at++ {
		own := &s.slots[p.v][p.at]
		node := int(own.node)
		if p.blocks.Has(node) || p.clique.Has(node) {
			continue
		}
		own.waiting = append(append(own.waiting, p.blocks...), p.clique...)
		s.words += len(p.blocks) + len(p.clique)
		for _, block := range own.blocks {
			if s.stop() {
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

// mayBecomeClique checks a necessary condition for further decisions to turn a partial clique into a
// potential maximal clique K. If P = K, P is one. Otherwise K has a node x that is not in P. Each
// node of P is adjacent to x, or is in the border of a component beside K together with x. This
// component is not in A, since the borders of the blocks in A are subsets of P. Therefore the component
// of the graph without A and P that contains x has the whole set P as its border.
func (s *search) mayBecomeClique(p partial) bool {
	parts := s.componentsWithout(p.clique)
	size := p.clique.Count()
	if size <= s.k {
		for _, c := range parts {
			if c.around.Count() == size && !c.nodes.Intersects(p.blocks) {
				return true
			}
		}
	}
	return s.isPotentialMaximal(p.clique, parts)
}

const checkEvery = 1 << 6 // calls of stop between two checks of ctx and memory

// stop reports whether the search ends, because the graph is solved or check has failed.
func (s *search) stop() bool {
	s.ticks++
	if s.ticks%checkEvery == 0 && s.err == nil {
		s.err = s.check()
	}
	return s.err != nil || s.solved != none
}

// check fails if ctx has ended or the memory limit is exceeded.
func (s *search) check() error {
	if s.words+2*len(s.blocks.words)+len(s.cliques.words) > s.limit {
		return errMemory
	}
	return s.ctx.Err()
}
