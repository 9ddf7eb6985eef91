package score

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/parallel"
)

// Sets remembers F of sets of variables. What is needed is asked for first and then
// worked out together, so that many sets share one grouping of the rows and all workers
// have something to do.
//
// One goroutine may ask and fill; in between any number of them may read.
type Sets struct {
	m       *Model
	byHash  map[uint64]*set
	count   int
	limit   int    // from so many sets on all are forgotten
	asked   []*set // since the last Fill, those of which something is missing
	filler  filler
	counted int64
}

// set is a set of variables B, with F(B) and some F(B ∪ {x}).
type set struct {
	value   int64
	with    []int64 // by x, for those that were asked for
	members []int32
	joint   uint64 // how many joint states B has
	logs    int64  // the logarithm of that, in two units; see Model
	fine    int64
	known   bitset.Set // the x that With has
	missing bitset.Set // those that are asked for as well
	asked   bool
	next    *set // the next one of the same hash
}

// NewSets returns an empty memory of sets of m's variables.
func NewSets(m *Model, team *parallel.Team) *Sets {
	const room = 1 << 28 // bytes, about
	each := len(m.Data.Columns)*8 + 256
	return &Sets{m: m, byHash: map[uint64]*set{}, limit: max(room/each, 1<<10), filler: newFiller(m, team)}
}

// Gains returns what each x of with adds to the score as a parent of y, beside the given
// ones in ascending order; neither these nor y are in with. It tells after the next Fill.
func (s *Sets) Gains(y int, parents []int32, with bitset.Set) func(x int) int64 {
	b := s.ask(parents, with)
	at, _ := slices.BinarySearch(parents, int32(y))
	by := s.ask(slices.Insert(slices.Clone(parents), at, int32(y)), with)
	return func(x int) int64 {
		return by.with[x] - b.with[x] - by.value + b.value - s.m.penalty(b.joint, x, y)
	}
}

// ask sees to it that after the next Fill the set of the given variables has F(B), and
// F(B ∪ {x}) for each x of with.
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

// find is the set of the variables, which is new if it was not there.
func (s *Sets) find(variables []int32) *set {
	hash := hashOf(variables)
	for b := s.byHash[hash]; b != nil; b = b.next {
		if slices.Equal(b.members, variables) {
			return b
		}
	}
	n := len(s.m.Data.Columns)
	b := &set{
		with: make([]int64, n), members: slices.Clone(variables), joint: s.m.joint(variables),
		known: bitset.New(n), missing: bitset.New(n), asked: true, next: s.byHash[hash],
	}
	b.logs, b.fine = s.m.logarithms(variables)
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

// Fill works out all that was asked for. Where ctx ends first it returns its error, and
// nothing that was asked for is to be used.
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

// Trim forgets all sets if there are too many. What was forgotten is worked out again
// when asked for, so that it changes no answer.
func (s *Sets) Trim() {
	if s.count >= s.limit {
		clear(s.byHash)
		s.count = 0
	}
}

// Counted is how many values of F were worked out so far.
func (s *Sets) Counted() int64 { return s.counted }
