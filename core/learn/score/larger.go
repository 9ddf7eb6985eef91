package score

import (
	"context"
	"math/big"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Larger is a Scorer of core/learn/ges. The score of a family is the larger one of its scores by two
// models of the same unit, and the weights of its pairs. Equivalent DAGs may score differently.
type Larger struct {
	A, B    *Sets        // the same if there is one model
	Weights *PairWeights // nil: none
}

// NewLarger is Larger without weights, of two models of the same variables and the same unit; one may
// be nil, and then there is one model. What the models count in the same rows is counted once.
func NewLarger(a, b Model, team *parallel.Team) Larger {
	if a == nil || b == nil {
		if a == nil {
			a = b
		}
		sets := NewSets(a, team)
		return Larger{A: sets, B: sets}
	}
	if all, ok := areOfParts(a, b); ok {
		c := newCache(b.Variables(), 2, newFiller(newPartsBatch(all, team.Workers()), team))
		return Larger{A: &Sets{cache: c, m: a}, B: &Sets{cache: c, m: b, which: 1}}
	}
	return Larger{A: NewSets(a, team), B: NewSets(b, team)}
}

// Gains is as in core/learn/ges.
func (s Larger) Gains(y int, parents []int32, with bitset.Set) func(x int) int64 {
	a, b := s.A.family(y, parents, with), s.B.family(y, parents, with)
	return func(x int) int64 {
		return max(a.with(x), b.with(x)) - max(a.alone(), b.alone()) + s.Weights.Of(x, y)
	}
}

// Family is a FamilyScore of core/learn/ges, of the larger scores and the weights.
func (s Larger) Family(y int, parents []int32) func(total *big.Int) {
	none := bitset.New(s.B.n)
	a, b := s.A.family(y, parents, none), s.B.family(y, parents, none)
	return func(total *big.Int) {
		total.Add(total, big.NewInt(max(a.alone(), b.alone())))
		s.Weights.addAll(total, y, parents)
	}
}

// Score is the larger score of y with the given parents, in ascending order, without the weights.
func (s Larger) Score(ctx context.Context, y int, parents []int32) (int64, error) {
	none := bitset.New(s.B.n)
	a, b := s.A.family(y, parents, none), s.B.family(y, parents, none)
	if err := s.Fill(ctx); err != nil {
		return 0, err
	}
	return max(a.alone(), b.alone()), nil
}

// Counted is the number of values of F evaluated so far.
func (s Larger) Counted() int64 {
	if s.A == s.B {
		return s.B.Counted()
	}
	return s.A.Counted() + s.B.Counted()
}

// Fill is as in core/learn/ges. If A and B share what they evaluate, A has left nothing for B.
func (s Larger) Fill(ctx context.Context) error {
	if err := s.A.Fill(ctx); err != nil {
		return err
	}
	return s.B.Fill(ctx)
}

// Trim is as in core/learn/ges.
func (s Larger) Trim() {
	s.A.Trim()
	s.B.Trim()
}

// familyScores are the scores of y with some parents, and with one parent more, in units. They
// may be read after the next Fill, and until Trim.
type familyScores struct {
	sets    *Sets
	y       int
	b, by   *set // the parents, without and with y
	penalty int64
}

// family asks for the scores of y with the given parents, in ascending order, and with each x of
// with as a further parent.
func (s *Sets) family(y int, parents []int32, with bitset.Set) familyScores {
	f := familyScores{sets: s, y: y, b: s.without(parents, with), by: s.including(parents, y, with)}
	f.penalty = s.m.NodePenalty(y)
	for k, x := range parents {
		f.penalty = min(f.penalty+s.m.ArcPenalty(parents[:k], int(x), y), MaxPenalty)
	}
	return f
}

func (f *familyScores) alone() int64 { return f.sets.value(f.by) - f.sets.value(f.b) - f.penalty }

func (f *familyScores) with(x int) int64 {
	penalty := min(f.penalty+f.sets.m.ArcPenalty(f.b.members, x, f.y), MaxPenalty)
	return f.sets.with(f.by, x) - f.sets.with(f.b, x) - penalty
}
