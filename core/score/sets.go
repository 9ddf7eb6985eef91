package score

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/parallel"
)

// Sets is a cache of F by set of variables, and the Scorer of core/ges. What a step of
// the search needs is asked for first and then evaluated together: many questions share
// the evaluation of one set, and all workers have something to do.
//
// One goroutine at a time may call the methods. Between two calls of Fill, any number of
// goroutines may call the functions that Gains returned.
type Sets struct {
	m       Model
	n       int // variables
	byHash  map[uint64]*set
	count   int
	limit   int    // Trim forgets all sets once there are this many
	asked   []*set // since the last Fill, those of which something is missing
	filler  filler
	counted int64
}

// set is a set of variables B, with F(B) and F(B ∪ {x}) for some x.
type set struct {
	value   int64
	with    []int64 // by x: F(B ∪ {x}), where known
	members []int32
	known   bitset.Set // the x that were evaluated
	missing bitset.Set // the x that the next Fill is to evaluate
	asked   bool       // it is in Sets.asked
	next    *set       // the next one of the same hash
}

// NewSets returns an empty cache. The team evaluates what is asked for.
func NewSets(m Model, team *parallel.Team) *Sets {
	const capacity = 1 << 28 // bytes, roughly
	n := m.Variables()
	bytes := n*8 + 256 // of a set
	return &Sets{m: m, n: n, byHash: map[uint64]*set{}, limit: max(capacity/bytes, 1<<10), filler: newFiller(m, team)}
}

// Gains returns the function that tells, for each x of with, what the score gains by x as
// a further parent of y. The parents of y are given in ascending order. Neither they nor y
// are in with. The function may be called after the next Fill, and until Trim.
func (s *Sets) Gains(y int, parents []int32, with bitset.Set) func(x int) int64 {
	b, by := s.ask(parents, with), s.ask(including(parents, y), with)
	return func(x int) int64 {
		return by.with[x] - b.with[x] - by.value + b.value - s.m.ArcPenalty(b.members, x, y)
	}
}

// including is the ascending list of some variables and y.
func including(variables []int32, y int) []int32 {
	at, _ := slices.BinarySearch(variables, int32(y))
	return slices.Insert(slices.Clone(variables), at, int32(y))
}

// ask returns the set B of the given variables, and marks what of F(B) and F(B ∪ {x}), for
// each x of with, the next Fill is to evaluate.
func (s *Sets) ask(variables []int32, with bitset.Set) *set {
	b := s.find(variables)
	missing := false
	for w, word := range with {
		word &^= b.known[w]
		b.missing[w] |= word
		missing = missing || word != 0
	}
	if missing && !b.asked {
		b.asked = true
		s.asked = append(s.asked, b)
	}
	return b
}

// find returns the set of the given variables, and adds it if there is none.
func (s *Sets) find(variables []int32) *set {
	hash := hashOf(variables)
	for b := s.byHash[hash]; b != nil; b = b.next {
		if slices.Equal(b.members, variables) {
			return b
		}
	}
	b := &set{
		with: make([]int64, s.n), members: slices.Clone(variables),
		known: bitset.New(s.n), missing: bitset.New(s.n), asked: true, next: s.byHash[hash],
	}
	s.byHash[hash] = b
	s.count++
	s.asked = append(s.asked, b)
	return b
}

// hashOf is FNV-1a, a variable at a time.
func hashOf(variables []int32) uint64 {
	h := uint64(14695981039346656037)
	for _, v := range variables {
		h = (h ^ uint64(v)) * 1099511628211
		h ^= h >> 32
	}
	return h
}

// Fill evaluates all that was asked for. If ctx ends first, Fill returns ctx's error, and
// nothing that was asked for may be used.
func (s *Sets) Fill(ctx context.Context) error {
	if err := s.filler.fill(ctx, s.asked); err != nil {
		return err
	}
	for _, b := range s.asked {
		s.counted += int64(b.missing.Count()) + 1
		b.known.Or(b.missing)
		b.missing.Clear()
		b.asked = false
	}
	s.asked = s.asked[:0]
	return nil
}

// Trim forgets all sets if there are too many. A set that is asked for again is evaluated
// again, so Trim changes no answer.
func (s *Sets) Trim() {
	if s.count >= s.limit {
		clear(s.byHash)
		s.count = 0
	}
}

// Counted is the number of values of F evaluated so far.
func (s *Sets) Counted() int64 { return s.counted }
