package score

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/run/arena"
	"github.com/mcbnc/mcbnc/core/run/hashed"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Sets is a cache of F by set of variables, and the Scorer of core/learn/ges. What a step of
// the search needs is asked for first and then evaluated together: many questions share
// the evaluation of one set, and all workers have something to do.
//
// The F of two models may be evaluated at the same time: see NewLarger.
//
// One goroutine at a time may call the methods. Between two calls of Fill, any number of
// goroutines may call the functions that Gains returned.
type Sets struct {
	*cache
	m     Model
	which int // of the cache's models: m
}

// cache is what the Sets of one or two models share.
type cache struct {
	n       int // variables
	models  int
	sets    hashed.Table[set]
	limit   int    // Trim forgets all sets once there are this many
	asked   []*set // since the last Fill, those with missing values
	filler  filler
	counted int64   // values of F of each model
	list    []int32 // scratch
	zeros   []int64 // by model, by variable
	arena   setArena
}

// setArena is where sets and what they hold are made. A search has many sets, and forgets them together.
type setArena struct {
	sets    arena.Arena[set]
	values  arena.Arena[int64]
	members arena.Arena[int32]
	words   arena.Arena[uint64]
}

// set is a set of variables B, with F(B) and F(B ∪ {x}) for some x.
type set struct {
	value   [2]int64 // by model
	with    []int64  // by model, by x: F(B ∪ {x}), where known; nil until it is asked for
	members []int32
	known   bitset.Set // the x that were evaluated
	missing bitset.Set // the x that the next Fill is to evaluate
	asked   bool       // it is in Sets.asked
}

// NewSets returns an empty cache. The team evaluates what is asked for.
func NewSets(m Model, team *parallel.Team) *Sets {
	return &Sets{cache: newCache(m.Variables(), 1, newFiller(single{m.NewBatch(team.Workers())}, team)), m: m}
}

func newCache(n, models int, f filler) *cache {
	const capacity = 1 << 28  // bytes, roughly
	bytes := models*n*8 + 256 // of a set
	return &cache{
		n: n, models: models, limit: max(capacity/bytes, 1<<10), filler: f,
		zeros: make([]int64, models*n),
	}
}

// Gains returns the function that gives, for each x of with, the gain of the score by x as a
// further parent of y. The parents of y are given in ascending order. Neither they nor y are in
// with. The function may be called after the next Fill, and until Trim.
func (s *Sets) Gains(y int, parents []int32, with bitset.Set) func(x int) int64 {
	b, by := s.without(parents, with), s.including(parents, y, with)
	return func(x int) int64 {
		return s.with(by, x) - s.with(b, x) - s.value(by) + s.value(b) - s.m.ArcPenalty(b.members, x, y)
	}
}

// without asks for the sets of the parents, and including for the sets of the parents and y: B, and B ∪ {x} for each x
// of with. If F is a function of families, the parents have none, and no one evaluates that.
func (s *Sets) without(parents []int32, with bitset.Set) *set {
	if s.m.Equal() {
		return s.ask(parents, with)
	}
	return s.none(parents)
}

func (s *Sets) including(parents []int32, y int, with bitset.Set) *set {
	if s.m.Equal() {
		s.list = including(s.list[:0], parents, y)
	} else {
		s.list = append(append(s.list[:0], parents...), Child(int32(y)))
	}
	return s.ask(s.list, with)
}

// none is a set whose values are all 0.
func (s *cache) none(variables []int32) *set {
	return &set{members: slices.Clone(variables), with: s.zeros}
}

// value is F(B), and with is F(B ∪ {x}).
func (s *Sets) value(b *set) int64       { return b.value[s.which] }
func (s *Sets) with(b *set, x int) int64 { return b.with[s.which*s.n+x] }

// including appends the ascending list of some variables and y to a list.
func including(list, variables []int32, y int) []int32 {
	at, _ := slices.BinarySearch(variables, int32(y))
	return append(append(append(list, variables[:at]...), int32(y)), variables[at:]...)
}

// ask returns the set B of the given variables, and marks what of F(B) and F(B ∪ {x}), for
// each x of with, the next Fill is to evaluate.
func (s *cache) ask(variables []int32, with bitset.Set) *set {
	b := s.find(variables)
	if !with.Any() {
		return b
	}
	missing := false
	if b.with == nil {
		b.with = s.arena.values.Take(s.models * s.n)
		b.known, b.missing = s.arena.words.Take(bitset.Words(s.n)), s.arena.words.Take(bitset.Words(s.n))
	}
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
func (s *cache) find(variables []int32) *set {
	hash := hashOf(variables)
	for at := s.sets.First(hash); at >= 0; at = s.sets.Next(at) {
		if b := s.sets.At(at); slices.Equal(b.members, variables) {
			return b
		}
	}
	b := &s.arena.sets.Take(1)[0]
	*b = set{members: append(s.arena.members.Take(len(variables))[:0], variables...), asked: true}
	s.sets.Add(hash, b)
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
func (s *cache) Fill(ctx context.Context) error {
	if err := s.filler.fill(ctx, s.asked); err != nil {
		return err
	}
	for _, b := range s.asked {
		s.counted += int64(b.missing.Count() + 1)
		b.known.Or(b.missing)
		b.missing.Clear()
		b.asked = false
	}
	s.asked = s.asked[:0]
	return nil
}

// Trim forgets all sets if there are too many. A set that is asked for again is evaluated
// again, so Trim changes no answer.
func (s *cache) Trim() {
	if s.sets.Len() >= s.limit {
		s.sets.Clear()
		s.arena = setArena{}
	}
}

// Counted is the number of values of F of the Sets' model evaluated so far.
func (s *cache) Counted() int64 { return s.counted }
