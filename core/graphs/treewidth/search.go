package treewidth

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// search decides whether the treewidth of a connected graph is at most k. It uses positive-instance
// driven dynamic programming (Tamaki 2017), which enumerates only feasible subproblems, on the
// recurrence of Bouchitté & Todinca (2001).
//
// A block is a connected set C of nodes with its border N(C), the nodes adjacent to C but not in C. The
// border has at most k nodes. A block is feasible if C ∪ N(C), with the border made a clique, has a
// triangulation of width at most k. All borders here are minimal separators. Then a block is feasible
// if and only if there is a potential maximal clique K of at most k + 1 nodes, N(C) ⊊ K ⊆ C ∪ N(C), such
// that all components of C \ K are feasible.
//
// The treewidth of the graph is at most k if and only if there is a potential maximal clique K of at
// most k + 1 nodes such that all components of the graph without K are feasible. Every node is in some
// maximal clique of any triangulation, so K may be required to contain a given node, the root.
// Therefore blocks that contain the root are not needed.
//
// The search derives cliques from feasible blocks (partial.go), and feasible blocks from cliques
// (cliques.go), until nothing new is found. It finds all of them. If no clique solves the graph, the
// treewidth is more than k.
type search struct {
	ctx        context.Context
	n, k, root int
	adj        bitset.Matrix
	every      bitset.Set // all nodes

	blocks  *setPool
	borders []uint64  // the border of each block
	witness []int32   // of each block, a clique that makes it feasible; none if it is not known to be feasible
	waiting [][]int32 // of each block without a witness, the cliques that it is beside
	queue   []int32   // feasible blocks for which extend is still to be called

	cliques    *setPool
	components [][]int32 // of each clique, the numbers of the components beside it
	solved     int32     // a clique with only feasible components beside it, or none

	slots [][]slot // of each node v, the slots of its neighbours; see partial.go
	words int      // words in the slots
	limit int      // the largest number of words in slots and pools
	ticks int      // calls of stop
	err   error    // why the search ended without an answer

	scratch searchScratch
}

// searchScratch holds sets that are used again, to save allocations.
type searchScratch struct {
	rest, need, block, border, cover bitset.Set
	parts                            []component
	chosen                           []partial
}

const none = int32(-1)

// MaxWords is how many words of 64 bits the sets may have that an exact search keeps: 512 MiB.
const MaxWords = 1 << 26

var errMemory = errors.New("the search exceeds its memory limit")

func newSearch(ctx context.Context, p *piece, k int) *search {
	s := &search{
		ctx: ctx, n: p.n, k: k, adj: p.adj, every: bitset.Full(p.n), solved: none, limit: MaxWords,
		blocks: newPool(p.n), cliques: newPool(p.n), slots: make([][]slot, p.n),
	}
	ws := &s.scratch
	for _, set := range []*bitset.Set{&ws.rest, &ws.need, &ws.block, &ws.border, &ws.cover} {
		*set = bitset.New(p.n)
	}
	for v, t := range p.adj.All() {
		s.slots[v] = append(s.slots[v], slot{node: int32(t)})
	}
	s.root = s.every.Least(func(x int) int { return len(s.slots[x]) }) // It is in few borders.
	return s
}

// run reports whether the treewidth is at most k. It fails if ctx ends or the memory limit is exceeded.
func (s *search) run() (bool, error) {
	for v := range s.n { // the cliques of v that need no feasible block
		p := partial{v: v, blocks: bitset.New(s.n), clique: bitset.New(s.n)}
		p.clique.Add(v)
		s.advance(p, 0)
	}
	for s.solved == none && len(s.queue) > 0 {
		if s.err = s.check(); s.err != nil {
			break
		}
		last := len(s.queue) - 1
		block := s.queue[last]
		s.queue = s.queue[:last]
		for _, clique := range s.waiting[block] {
			s.update(clique)
		}
		s.waiting[block] = nil
		s.extend(block)
	}
	if s.solved != none {
		return true, nil
	}
	return false, s.err
}

// borderOf is the border of a block.
func (s *search) borderOf(block int32) bitset.Set {
	at := int(block) * s.blocks.width
	return s.borders[at : at+s.blocks.width]
}

// blockOf is the number of a block. A new block has no witness.
func (s *search) blockOf(nodes, border bitset.Set) int32 {
	id, fresh := s.blocks.intern(nodes)
	if fresh {
		s.borders = append(s.borders, border...)
		s.witness = append(s.witness, none)
		s.waiting = append(s.waiting, nil)
	}
	return id
}

// eachClique calls use for the maximal cliques of a triangulation of width at most k. The search must
// have found that there is one. The first clique is the one that solves the graph. Each block beside it
// adds its witness. Each block beside a witness adds its own witness if it is a subset of the block of
// the former witness, and so on.
func (s *search) eachClique(use func(clique bitset.Set)) {
	type place struct {
		clique int32
		within bitset.Set
	}
	for todo := []place{{s.solved, s.every}}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		use(s.cliques.get(at.clique))
		for _, part := range s.components[at.clique] {
			if nodes := s.blocks.get(part); nodes.SubsetOf(at.within) {
				todo = append(todo, place{s.witness[part], nodes})
			}
		}
	}
}

// setPool stores sets, each once, and numbers them from 0.
type setPool struct {
	width   int
	words   []uint64
	numbers map[uint64]int32 // by the hash of the set, or the first number after it that was free
}

func newPool(n int) *setPool { return &setPool{width: bitset.Words(n), numbers: map[uint64]int32{}} }

// get is the set of number i. It is the pool's own memory, valid until the next new set.
func (p *setPool) get(i int32) bitset.Set {
	at := int(i) * p.width
	return p.words[at : at+p.width]
}

// intern returns the number of a set, and whether the set is new.
func (p *setPool) intern(s bitset.Set) (int32, bool) {
	for key := s.Hash(); ; key++ {
		id, taken := p.numbers[key]
		if !taken {
			id = int32(len(p.numbers))
			p.numbers[key] = id
			p.words = append(p.words, s...)
			return id, true
		}
		if p.get(id).Equal(s) {
			return id, false
		}
	}
}
