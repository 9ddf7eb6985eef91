package ges

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Scorer scores families. A step asks for all the gains that it needs, then has them
// evaluated together. Gains are integers, so that equal gains are ties on every machine.
type Scorer interface {
	// Gains returns the function that gives, for each x of with, the gain of the score by x as a further parent of y. The
	// parents of y are given in ascending order. The function is called after the next Fill and before Trim, by any goroutine.
	// It must not read the parents nor with: their memory is used again.
	Gains(y int, parents []int32, with bitset.Set) func(x int) int64
	// Fill evaluates what was asked for, or returns ctx's error.
	Fill(ctx context.Context) error
	// Trim is called when nothing that was asked for is needed any more.
	Trim()
}

// Options are the options of a search.
type Options struct {
	Extended    bool               // the extremely greedy search; else greedy equivalence search
	Score       FamilyScore        // if the score is not equal within a class: what the extended search raises; else nil
	MaxParents  int                // no Insert makes more parents; negative: any number
	Constraints *graph.Constraints // nil: none
	Seed        *int64             // of random ties; nil: ties go to the lowest (x, y), |set|, set
}

// Step is an operator that was applied: Insert(X, Y, T), Delete(X, Y, H) or Turn(X, Y, C). Set is the T, the H or
// the C.
type Step struct {
	Insert bool
	Turn   bool
	X, Y   int
	Set    []int32
	Gain   int64 // in the scorer's units
}

// Result is where a search ended.
type Result struct {
	Class *equiv.Class
	Steps []Step
	Dense *TooDenseError // not nil: there were too many operators, so no Insert made more than FewParents parents
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
	lost       *losses   // of nodes without one of their parents
	digests    digests   // of the class, in the extended search
	gained     int64     // by all steps
	standing   *standing // by a score that is not equal within a class, in the extended search; else nil

	tables []*table // of the operators that the search chooses from: the first table that has one that gains
	at     int      // the table that is looked at; all before it have none
	done   bool     // no table has one
	banned ban      // what a trial may not do
	trial  *trial   // nil if no other search waits for what this one reaches

	scratch
}

// scratch is memory that is used again.
type scratch struct {
	list                            []int32
	from, with, others, na, parents bitset.Set
	only                            bitset.Set
	next                            *equiv.Class // where an operator leads to that may be taken: see accepts
}

func newScratch(n int) scratch {
	return scratch{
		from: bitset.New(n), with: bitset.New(n), others: bitset.New(n), na: bitset.New(n), parents: bitset.New(n),
		only: bitset.New(n),
	}
}

// phase is one kind of operators.
type phase interface {
	// enumerate lists the families of the operators at y, and asks for their gains.
	enumerate(s *search, o *nodeOperators) error
	// local appends all of the class that the operators at y and their gains depend on.
	local(s *search, y int, words []uint64) []uint64
	// gain is the gain of the operator of x and a family.
	gain(f *family, x int) int64
	// kept is what the gain of an operator must exceed to be listed, and least to be applied.
	kept() int64
	least() int64
	// set is the T, the H or the C of an operator.
	set(s *search, o *nodeOperators, op *operator) bitset.Set
	// valid reports whether an operator may be applied to the class as it is.
	valid(s *search, o *nodeOperators, op *operator) bool
	// apply applies the operator of x, y and set.
	apply(class *equiv.Class, x, y int, set bitset.Set)
	// spoil marks the nodes whose operators may have changed by a step between x and y.
	spoil(class *equiv.Class, x, y int, stale bitset.Set)
	// forbidden reports whether a ban forbids the operators of x and y.
	forbidden(b ban, x, y int) bool
	// step is the Step of this kind, without what the operators differ in.
	step() Step
}

// FewParents is the limit of a search that would have too many operators without it. Most nodes of most networks have no
// more, and these form few cliques.
const FewParents = 4

// Run searches over n nodes, from the class that has the required edges alone. If ctx ends
// first, Run returns ctx's error and the class that the search has reached. The other error
// is a *TooDenseError, of a search of at most FewParents.
func Run(ctx context.Context, n int, scorer Scorer, team *parallel.Team, opt Options) (*Result, error) {
	found, err := run(ctx, n, scorer, team, opt)
	var dense *TooDenseError
	if !errors.As(err, &dense) || opt.MaxParents >= 0 && opt.MaxParents <= FewParents {
		return found, err
	}
	opt.MaxParents = FewParents
	found, err = run(ctx, n, scorer, team, opt)
	found.Dense = dense
	return found, err
}

// run is Run without another try.
func run(ctx context.Context, n int, scorer Scorer, team *parallel.Team, opt Options) (*Result, error) {
	s := &search{
		n: n, scorer: scorer, team: team, opt: opt,
		class:      equiv.FromDAG(opt.Constraints.RequiredArcs(n), equiv.Completed),
		directions: newDirectionFilter(opt.Constraints),
		lost:       &losses{},
		scratch:    newScratch(n),
	}
	err := s.require(ctx)
	switch {
	case err != nil:
	case opt.Extended:
		s, err = s.extend(ctx)
	default:
		for _, p := range []phase{inserting{}, deleting{}} {
			if err == nil {
				err = s.run(ctx, p)
			}
		}
	}
	return &Result{Class: s.class, Steps: s.steps}, err
}

// run applies the best operator of the first kind that has one that gains, until none has.
func (s *search) run(ctx context.Context, kinds ...phase) error {
	s.tables = nil
	for _, p := range kinds {
		t := newTable(p, s.n)
		if s.digests.nodes != nil { // copies of the search will come
			t.memo = &memo{}
		}
		s.tables = append(s.tables, t)
	}
	s.at, s.done = 0, false
	return goOn(ctx, s)
}

// goOn lets searches go on side by side until all are done. They share the scorer: in each round it evaluates what
// all of them ask for. A trial that has too many operators has lost.
func goOn(ctx context.Context, searches ...*search) error {
	scorer := searches[0].scorer
	for {
		var jobs []job
		active := false
		for _, s := range searches {
			if s.done {
				continue
			}
			var err error
			jobs, err = s.tables[s.at].ask(ctx, s, jobs)
			var dense *TooDenseError
			switch {
			case errors.As(err, &dense) && s.trial != nil:
				s.lose()
				continue
			case err != nil:
				return err
			}
			active = true
		}
		if !active {
			return nil
		}
		if err := scorer.Fill(ctx); err != nil {
			return err
		}
		collect(searches[0], jobs)
		scorer.Trim()
		for _, s := range searches {
			if !s.done {
				if err := s.advance(ctx); err != nil {
					return err
				}
			}
		}
	}
}

// advance applies the best operator of the table that is looked at. If none of it gains, the next table is looked at.
func (s *search) advance(ctx context.Context) error {
	t := s.tables[s.at]
	b, err := s.best(ctx, t)
	switch {
	case err != nil:
		return err
	case b.op != nil:
		s.step(t.phase, b.o, b.op, b.to != nil)
		s.standing, s.at = b.to, 0
		if s.trial != nil {
			s.recall()
		}
		return nil
	}
	s.at++
	s.done = s.at == len(s.tables)
	return nil
}

// step applies an operator, and marks the operators that may change by it as stale. If next is the class that the
// operator leads to, step takes it.
func (s *search) step(p phase, o *nodeOperators, op *operator, isNext bool) {
	x, set := int(op.x), p.set(s, o, op)
	step := p.step()
	step.X, step.Y, step.Set, step.Gain = x, o.y, set.Append(nil), op.gain
	s.steps = append(s.steps, step)
	s.gained += op.gain
	if isNext {
		s.class, s.next = s.next, s.class
	} else {
		p.apply(s.class, x, o.y, set)
	}
	if s.digests.nodes != nil {
		s.digests.follow(s.class)
	}
	for _, t := range s.tables {
		t.changed(s.class, x, o.y)
	}
}

// spoiled marks the nodes whose parents or neighbours may have come or gone by a step between x and y, or an edge
// between a neighbour and another node.
//
// The operators at a node z depend on pa(z) and on z's neighbours. They also depend on which
// neighbours are adjacent to one another, and on which are adjacent to x, as z may be itself.
// These adjacencies change only at the edge that came or went. One of its ends is then z or
// a neighbour of z.
func spoiled(class *equiv.Class, x, y int, stale bitset.Set) {
	stale.Or(class.Touched())
	stale.Add(x)
	stale.Or(class.Ne(x))
	stale.Or(class.Ne(y))
}
