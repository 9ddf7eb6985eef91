package treewidth

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// search decides whether the treewidth of a connected graph is at most k, by
// dynamic programming over what is found to be possible, never over what might be
// (Tamaki 2017), on the recurrence of Bouchitté & Todinca (2001).
//
// A block is a connected set C of nodes and its border N(C), the at most k nodes next
// to it. It is feasible if it has a triangulation, together with its border as a
// clique, of width at most k. Where the border is a minimal separator, as all here
// are, that is so iff there is a potential maximal clique K, N(C) ⊊ K ⊆ C ∪ N(C), of
// at most k + 1 nodes, such that all components of C \ K are feasible. The graph's
// treewidth is at most k iff there is a K of which all components of the rest are
// feasible; and since every node is in some maximal clique of any triangulation, one
// that has a given node, the root. So blocks with the root in them are not needed.
//
// From feasible blocks come cliques (partial.go), and from cliques, feasible blocks
// (cliques.go), until there is nothing new. All there are are found: if none solves
// the graph, its treewidth is more than k.
type search struct {
	ctx        context.Context
	n, k, root int
	adj        bitset.Matrix
	every      bitset.Set

	blocks  *pool
	borders []uint64  // of each block
	via     []int32   // of each block a clique that makes it feasible, or none
	beside  [][]int32 // of each block that is not feasible, the cliques it is beside
	queue   []int32   // feasible blocks that cliques are still to be found from

	cliques *pool
	parts   [][]int32 // of each clique, the components beside it
	solved  int32     // a clique beside which all are feasible, or none

	slots [][]slot
	words int // kept in slots
	limit int // of the words kept
	ticks int
	err   error // why the search was given up

	ws workspace
}

// workspace saves allocating sets.
type workspace struct {
	rest, need, block, border, cover bitset.Set
	parts                            []component
	chosen                           []partial
}

const (
	none     = int32(-1)
	maxWords = 1 << 26 // 512 MiB
)

var errMemory = errors.New("the search would keep more than it may")

func newSearch(ctx context.Context, p *piece, k int) *search {
	s := &search{
		ctx: ctx, n: p.n, k: k, adj: p.adj, every: bitset.New(p.n), solved: none, limit: maxWords,
		blocks: newPool(p.n), cliques: newPool(p.n), slots: slotsOf(p.n, p.adj),
	}
	s.every.Fill(p.n)
	ws := &s.ws
	for _, set := range []*bitset.Set{&ws.rest, &ws.need, &ws.block, &ws.border, &ws.cover} {
		*set = bitset.New(p.n)
	}
	for x := range p.n { // of few neighbours, so that it is in few borders
		if len(s.slots[x]) < len(s.slots[s.root]) {
			s.root = x
		}
	}
	return s
}

// run says whether the treewidth is at most k. It fails if ctx ends, or memory does.
func (s *search) run() (bool, error) {
	for v := range s.n {
		s.begin(v)
	}
	for s.solved == none && len(s.queue) > 0 {
		if s.err = s.check(); s.err != nil {
			break
		}
		last := len(s.queue) - 1
		block := s.queue[last]
		s.queue = s.queue[:last]
		for _, clique := range s.beside[block] {
			s.conclude(clique)
		}
		s.beside[block] = nil
		s.extend(block)
	}
	if s.solved != none {
		return true, nil
	}
	return false, s.err
}

// borderOf is N(C) of a block.
func (s *search) borderOf(block int32) bitset.Set {
	at := int(block) * s.blocks.width
	return s.borders[at : at+s.blocks.width]
}

// blockOf is the number of a block.
func (s *search) blockOf(nodes, border bitset.Set) int32 {
	id, fresh := s.blocks.intern(nodes)
	if fresh {
		s.borders = append(s.borders, border...)
		s.via = append(s.via, none)
		s.beside = append(s.beside, nil)
	}
	return id
}

// eachClique calls use for the cliques of a triangulation of width at most k, once
// there is one: the clique that solves the graph, and of each block beside it, of
// these only what is in it, and so on.
func (s *search) eachClique(use func(clique bitset.Set)) {
	type place struct {
		clique int32
		within bitset.Set
	}
	for todo := []place{{s.solved, s.every}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		use(s.cliques.get(at.clique))
		for _, part := range s.parts[at.clique] {
			if nodes := s.blocks.get(part); nodes.SubsetOf(at.within) {
				todo = append(todo, place{s.via[part], nodes})
			}
		}
	}
}
