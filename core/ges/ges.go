package ges

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/parallel"
)

// Judge says what arcs are worth. All that is needed at one time is asked for, then
// worked out together.
type Judge interface {
	// Gains returns what each x of with is worth as a parent of y, beside the given ones
	// in ascending order; to be called after the next Fill only, by any goroutine.
	Gains(y int, parents []int32, with bitset.Set) func(x int) int64
	// Fill works out what was asked for, or returns ctx's error.
	Fill(ctx context.Context) error
	// Trim is called where nothing that was asked for is needed any more.
	Trim()
}

// Options are what a search must keep to.
type Options struct {
	MaxParents  int                // no Insert makes a larger family; negative: no cap
	Constraints *graph.Constraints // nil: none
	Seed        *int64             // nil: ties go to the lowest (x, y), |set|, set; else drawn
}

// Step is one operator that was applied: Insert(X, Y, T) or Delete(X, Y, H), Set being
// the T or the H.
type Step struct {
	Insert bool
	X, Y   int
	Set    []int32
	Gain   int64 // in the judge's units
}

// Result is where a search ended.
type Result struct {
	Class *equiv.Class
	Steps []Step
}

// search is the state of one search.
type search struct {
	n     int
	judge Judge
	team  *parallel.Team
	opt   Options
	class *equiv.Class
	guide *guide // nil: no directions to keep
	steps []Step

	heads []head     // by y: the operators that change what y's parents are
	dirty bitset.Set // the y whose operators are to be worked out again
	ys    []int32    // those, as a list
	queue queue
}

// phase is one of the two kinds of operators.
type phase interface {
	// ask lists the bases of the operators at y, and asks for what they are scored with.
	ask(s *search, y int) error
	// gain is that of the operator with base b, which x is one of; to be taken it must be
	// above least.
	gain(b *base, x int) int64
	least() int64
	// set is the T or the H of an operator.
	set(s *search, y int, op *operator) bitset.Set
	// valid says whether an operator that gains may be applied to the class as it is.
	valid(s *search, y int, op *operator) bool
	// apply applies the operator of x, y and set.
	apply(class *equiv.Class, x, y int, set bitset.Set)
}

// Run searches over n nodes, from a class that has the required edges alone. Where ctx
// ends first, the result is the class that the search had come to, with ctx's error. The
// other error is a *TooDenseError.
func Run(ctx context.Context, n int, judge Judge, team *parallel.Team, opt Options) (*Result, error) {
	s := &search{
		n: n, judge: judge, team: team, opt: opt,
		class: equiv.FromDAG(opt.Constraints.RequiredArcs(n), equiv.Completed), guide: newGuide(opt.Constraints),
		heads: make([]head, n), dirty: bitset.New(n),
	}
	for y := range s.heads {
		s.heads[y].y = y
	}
	err := s.require(ctx)
	for _, p := range []phase{inserting{}, deleting{}} {
		if err == nil {
			err = s.run(ctx, p)
		}
	}
	return &Result{Class: s.class, Steps: s.steps}, err
}

// run takes the best operator of one phase until none gains.
func (s *search) run(ctx context.Context, p phase) error {
	s.dirty.Fill(s.n)
	s.queue.compare = func(g, h *head, a, b *operator) int { return s.compare(p, g, h, a, b) }
	for {
		if err := s.renew(ctx, p); err != nil {
			return err
		}
		y, op := s.best(p)
		if op == nil {
			return nil
		}
		s.take(p, y, op)
	}
}

// renew works out the operators of all dirty nodes.
func (s *search) renew(ctx context.Context, p phase) error {
	s.ys = s.dirty.Append(s.ys[:0])
	s.dirty.Clear()
	for _, y := range s.ys {
		if err := ctx.Err(); err != nil { // a dense node takes long to ask
			return err
		}
		if err := p.ask(s, int(y)); err != nil {
			return err
		}
	}
	if err := s.judge.Fill(ctx); err != nil {
		return err
	}
	s.team.Do(len(s.ys), listCost*s.n, func(_, k int) { s.list(p, &s.heads[s.ys[k]]) })
	s.judge.Trim()
	return nil
}

// listCost is what a node's operators cost for each other node, in nanoseconds, about.
const listCost = 20

// take applies an operator and marks the nodes whose operators it changes.
func (s *search) take(p phase, y int, op *operator) {
	x, set := int(op.x), p.set(s, y, op)
	step := Step{X: x, Y: y, Set: set.Append(nil), Gain: op.gain}
	_, deletes := p.(deleting)
	step.Insert = !deletes
	s.steps = append(s.steps, step)
	p.apply(s.class, x, y, set)
	// An operator at y rests on pa(y), on y's neighbours, on which of these are joined
	// to one another, and on which are joined to x, as y may be itself. The last two change
	// only where two nodes were joined or parted, one of them being y or a neighbour of y.
	s.dirty.Or(s.class.Touched())
	s.dirty.Add(x)
	s.dirty.Or(s.class.Ne(x))
	s.dirty.Or(s.class.Ne(y))
}
