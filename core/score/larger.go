package score

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/parallel"
)

// Larger is a Scorer of core/ges. The score of a family is the larger one of its scores by two
// models of the same unit, and the weights of its pairs. Equivalent DAGs may score differently.
type Larger struct {
	A, B    *Sets        // for Score and Counted, A may be nil: then B alone
	Weights *PairWeights // nil: none
	Workers int          // A and B are filled at the same time if there are several
}

// Gains is as in core/ges.
func (s Larger) Gains(y int, parents []int32, with bitset.Set) func(x int) int64 {
	a, b := s.A.family(y, parents, with), s.B.family(y, parents, with)
	return func(x int) int64 {
		return max(a.with(x), b.with(x)) - max(a.alone(), b.alone()) + s.Weights.Of(x, y)
	}
}

// Score is the larger score of y with the given parents, in ascending order, without the weights.
func (s Larger) Score(ctx context.Context, y int, parents []int32) (int64, error) {
	none := bitset.New(s.B.n)
	b := s.B.family(y, parents, none)
	if s.A == nil {
		err := s.B.Fill(ctx)
		return b.alone(), err
	}
	a := s.A.family(y, parents, none)
	if err := s.Fill(ctx); err != nil {
		return 0, err
	}
	return max(a.alone(), b.alone()), nil
}

// Counted is the number of values of F evaluated so far, by both.
func (s Larger) Counted() int64 {
	if s.A == nil {
		return s.B.Counted()
	}
	return s.A.Counted() + s.B.Counted()
}

// Anew is s with nothing evaluated and nothing asked for, for one worker.
func (s Larger) Anew(team *parallel.Team) Larger {
	out := Larger{B: NewSets(s.B.m, team), Weights: s.Weights, Workers: 1}
	if s.A != nil {
		out.A = NewSets(s.A.m, team)
	}
	return out
}

// Fill is as in core/ges.
func (s Larger) Fill(ctx context.Context) error {
	both := [...]*Sets{s.A, s.B}
	return parallel.For(ctx, len(both), s.Workers, func(_, k int) error { return both[k].Fill(ctx) })
}

// Trim is as in core/ges.
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
	f := familyScores{sets: s, y: y, b: s.ask(parents, with), by: s.ask(including(parents, y), with)}
	f.penalty = s.m.NodePenalty(y)
	for k, x := range parents {
		f.penalty = min(f.penalty+s.m.ArcPenalty(parents[:k], int(x), y), MaxPenalty)
	}
	return f
}

func (f *familyScores) alone() int64 { return f.by.value - f.b.value - f.penalty }

func (f *familyScores) with(x int) int64 {
	penalty := min(f.penalty+f.sets.m.ArcPenalty(f.b.members, x, f.y), MaxPenalty)
	return f.by.with[x] - f.b.with[x] - penalty
}
