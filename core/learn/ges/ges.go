package ges

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Scorer scores families. A step asks for all the gains that it needs, then has them
// evaluated together. Gains are integers, so that equal gains are ties on every machine.
type Scorer interface {
	// Gains returns the function that tells, for each x of with, what the score gains by x
	// as a further parent of y. The parents of y are given in ascending order. The function
	// is called after the next Fill and before Trim, by any goroutine. It must not read the
	// parents nor with: their memory is used again.
	Gains(y int, parents []int32, with bitset.Set) func(x int) int64
	// Fill evaluates what was asked for, or returns ctx's error.
	Fill(ctx context.Context) error
	// Trim is called when nothing that was asked for is needed any more.
	Trim()
}

// Options are the options of a search.
type Options struct {
	MaxParents  int                // no Insert makes more parents; negative: any number
	Constraints *graph.Constraints // nil: none
	Seed        *int64             // of random ties; nil: ties go to the lowest (x, y), |set|, set
}

// Step is an operator that was applied: Insert(X, Y, T) or Delete(X, Y, H). Set is the T
// or the H.
type Step struct {
	Insert bool
	X, Y   int
	Set    []int32
	Gain   int64 // in the scorer's units
}

// Result is where a search ended.
type Result struct {
	Class *equiv.Class
	Steps []Step
}

// search is the state of one search.
type search struct {
	n          int
	scorer     Scorer
	team       *parallel.Team
	opt        Options
	class      *equiv.Class
	directions *directionFilter // nil: no directions to keep
	steps      []Step

	nodes []nodeOperators // by y: the operators that add or remove a parent of y
	stale bitset.Set      // the y whose operators may have changed
	queue queue

	// scratch
	ys                 []int32 // stale as a list
	list               []int32
	from, with, others bitset.Set
}

// phase is one kind of operators.
type phase interface {
	// enumerate lists the families of the operators at y, and asks for their gains.
	enumerate(s *search, y int) error
	// gain is the gain of the operator of x and a family.
	gain(f *family, x int) int64
	// least is what the gain of an operator must exceed.
	least() int64
	// set is the T or the H of an operator.
	set(s *search, y int, op *operator) bitset.Set
	// valid tells whether an operator may be applied to the class as it is.
	valid(s *search, y int, op *operator) bool
	// apply applies the operator of x, y and set.
	apply(class *equiv.Class, x, y int, set bitset.Set)
}

// Run searches over n nodes, from the class that has the required edges alone. If ctx ends
// first, Run returns ctx's error and the class that the search has reached. The other error
// is a *TooDenseError.
func Run(ctx context.Context, n int, scorer Scorer, team *parallel.Team, opt Options) (*Result, error) {
	s := &search{
		n: n, scorer: scorer, team: team, opt: opt,
		class:      equiv.FromDAG(opt.Constraints.RequiredArcs(n), equiv.Completed),
		directions: newDirectionFilter(opt.Constraints),
		nodes:      make([]nodeOperators, n), stale: bitset.New(n),
		from: bitset.New(n), with: bitset.New(n), others: bitset.New(n),
	}
	for y := range s.nodes {
		s.nodes[y].y = y
	}
	err := s.require(ctx)
	for _, p := range []phase{inserting{}, deleting{}} {
		if err == nil {
			err = s.run(ctx, p)
		}
	}
	return &Result{Class: s.class, Steps: s.steps}, err
}

// run applies the best operator of a phase until none gains.
func (s *search) run(ctx context.Context, p phase) error {
	s.stale.Fill(s.n)
	s.queue.compare = func(g, h *nodeOperators, a, b *operator) int { return s.compare(p, g, h, a, b) }
	for {
		if err := s.refresh(ctx, p); err != nil {
			return err
		}
		y, op := s.best(p)
		if op == nil {
			return nil
		}
		s.step(p, y, op)
	}
}

// refresh makes the operators of all stale nodes anew.
func (s *search) refresh(ctx context.Context, p phase) error {
	s.ys = s.stale.Append(s.ys[:0])
	s.stale.Clear()
	for _, y := range s.ys {
		if err := ctx.Err(); err != nil { // a dense node takes long to enumerate
			return err
		}
		if err := p.enumerate(s, int(y)); err != nil {
			return err
		}
	}
	if err := s.scorer.Fill(ctx); err != nil {
		return err
	}
	s.team.Do(len(s.ys), collectCost*s.n, func(_, k int) { s.collect(p, &s.nodes[s.ys[k]]) })
	s.scorer.Trim()
	return nil
}

// collectCost is roughly what collect takes for each other node, in nanoseconds.
const collectCost = 20

// step applies an operator, and marks the nodes whose operators may change by it as stale.
//
// The operators at a node z depend on pa(z) and on z's neighbours. They also depend on which
// neighbours are adjacent to one another, and on which are adjacent to x, as z may be itself.
// These adjacencies change only at the edge that came or went. One of its ends is then z or
// a neighbour of z.
func (s *search) step(p phase, y int, op *operator) {
	x, set := int(op.x), p.set(s, y, op)
	_, deletes := p.(deleting)
	s.steps = append(s.steps, Step{Insert: !deletes, X: x, Y: y, Set: set.Append(nil), Gain: op.gain})
	p.apply(s.class, x, y, set)
	s.stale.Or(s.class.Touched())
	s.stale.Add(x)
	s.stale.Or(s.class.Ne(x))
	s.stale.Or(s.class.Ne(y))
}
