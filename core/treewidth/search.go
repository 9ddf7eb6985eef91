package treewidth

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// errMemory says that a search would keep more than it may.
var errMemory = errors.New("memory_limit")

// search decides whether the treewidth of a connected graph is at most k, by
// dynamic programming over what is found to be possible, never over what might be
// (Tamaki 2017), on the recurrence of Bouchitté & Todinca (2001).
//
// A block is a connected set C whose border N(C) is at most k nodes. It is feasible
// if it has a triangulation, together with its border as a clique, of width at most
// k. Where the border is a minimal separator, as all here are, that is so iff there
// is a potential maximal clique K, N(C) ⊊ K ⊆ C ∪ N(C), of at most k + 1 nodes, such
// that all components of C \ K are feasible. The graph's treewidth is at most k iff
// there is a K of which all components of the rest are feasible; and since every
// node is in a maximal clique of every triangulation, one that has a given node, the
// root. So blocks that have the root in them need not be looked at.
//
// From feasible blocks cliques are found (unions.go), and from cliques, blocks
// (cliques.go), until there is nothing new.
type search struct {
	n, k, root int
	adj        bitset.Matrix
	every      bitset.Set

	blocks  *pool
	border  []uint64  // of each block
	via     []int32   // of each block a clique that makes it feasible, or -1
	waiting [][]int32 // of each block that is not, the cliques it is a component beside
	queue   []int32   // feasible blocks that cliques are still to be found from

	cliques *pool
	beside  [][]int32 // of each clique, the components of the rest
	solved  int32     // one beside which all are feasible, or -1

	unions unions
	ws     workspace
	limit  int // the most words to keep
}

// workspace saves allocating sets.
type workspace struct {
	clique, rest, need, block, border, cover bitset.Set
	parts                                    []component
}

const (
	none     = int32(-1)
	maxWords = 1 << 27 // 1 GiB
)

func newSearch(p *piece, k int) *search {
	s := &search{
		n: p.n, k: k, adj: p.adj, every: bitset.New(p.n), solved: none, limit: maxWords,
		blocks: newPool(p.n), cliques: newPool(p.n), unions: newUnions(p.adj, p.n),
	}
	s.every.Fill(p.n)
	ws := &s.ws
	for _, set := range []*bitset.Set{&ws.clique, &ws.rest, &ws.need, &ws.block, &ws.border, &ws.cover} {
		*set = bitset.New(p.n)
	}
	for x := range p.n {
		if s.adj.Row(x).Count() > s.adj.Row(s.root).Count() {
			s.root = x
		}
	}
	return s
}

// run says whether the treewidth is at most k. It fails if ctx ends, or memory does.
func (s *search) run(ctx context.Context) (bool, error) {
	for v := range s.n {
		a, c := bitset.New(s.n), bitset.New(s.n)
		c.Add(v)
		s.advance(v, 0, 0, a, c)
	}
	for s.solved == none && len(s.queue) > 0 {
		if err := s.check(ctx); err != nil {
			return false, err
		}
		last := len(s.queue) - 1
		block := s.queue[last]
		s.queue = s.queue[:last]
		for _, clique := range s.waiting[block] {
			s.conclude(clique)
		}
		s.waiting[block] = nil
		if err := s.extend(ctx, block); err != nil {
			return false, err
		}
	}
	return s.solved != none, nil
}

// check says whether the search must be given up.
func (s *search) check(ctx context.Context) error {
	if len(s.blocks.slab)*2+len(s.cliques.slab)+s.unions.words > s.limit {
		return errMemory
	}
	return ctx.Err()
}

// borderOf is N(C) of a block.
func (s *search) borderOf(block int32) bitset.Set {
	width := s.blocks.width
	at := int(block) * width
	return s.border[at : at+width]
}

// blockOf is the number of a block.
func (s *search) blockOf(nodes, border bitset.Set) int32 {
	id, fresh := s.blocks.intern(nodes)
	if fresh {
		s.border = append(s.border, border...)
		s.via = append(s.via, none)
		s.waiting = append(s.waiting, nil)
	}
	return id
}

// decomposition calls use for the cliques of a triangulation of width at most k,
// once there is one.
func (s *search) decomposition(use func(clique bitset.Set)) {
	todo := []int32{s.solved}
	inside := bitset.New(s.n)
	inside.Fill(s.n)
	within := []bitset.Set{inside} // the block that each of todo is for
	for len(todo) > 0 {
		last := len(todo) - 1
		clique, block := todo[last], within[last]
		todo, within = todo[:last], within[:last]
		use(s.cliques.get(clique))
		for _, part := range s.beside[clique] {
			if nodes := s.blocks.get(part); nodes.SubsetOf(block) {
				todo = append(todo, s.via[part])
				within = append(within, nodes)
			}
		}
	}
}
