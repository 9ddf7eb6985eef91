package consensus

import (
	"context"
	"fmt"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// TooLongError says that the answer to a question would have more numbers than it may have.
type TooLongError struct{ Most int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("a question asks for more than %d numbers", e.Most)
}

// admit finds what makes no sense in a question, and a *TooLongError.
func (t *Terms) admit(ctx context.Context, q *Question, most int) error {
	if err := q.check(t.N); err != nil {
		return err
	}
	return t.checkLength(ctx, q, most)
}

// checkLength finds a *TooLongError before anything is computed: the length of an answer does not
// depend on any site's DAG. A question about several states keeps to the budget of the terms. A
// most of 0 is any number.
func (t *Terms) checkLength(ctx context.Context, q *Question, most int) error {
	if most == 0 {
		return nil
	}
	if q.Drafted > 1 {
		most = min(most, t.budget())
	}
	length := 0
	switch q.Kind {
	case Costs:
		for k := q.first(len(q.Order)); k <= len(q.Order); k++ {
			length += t.N - k
		}
	case IMaps, Morals:
		length = pairs(t.N)
	case Cuts, Arrows:
		var err error
		if length, err = t.lengthAlong(ctx, q, most); err != nil {
			return err
		}
	}
	if length > most {
		return &TooLongError{most}
	}
	return nil
}

// lengthAlong is the length of an answer about states, or a number above most.
func (t *Terms) lengthAlong(ctx context.Context, q *Question, most int) (length int, err error) {
	fusion := q.Fusion
	if fusion == nil {
		fusion = graph.NewDAG(t.N)
	}
	replay, last := engine.NewReplay(fusion, t.Run.Start, q.Steps), len(q.Steps)
	first := q.first(last)
	if q.Kind == Arrows {
		first = last
	}
	for done := first; done <= last && length <= most; done++ {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		class, err := replay.Advance(done)
		if err != nil {
			return 0, err
		}
		if q.Kind == Arrows {
			return 2 * len(undirected(class)), nil
		}
		length += t.lengthHere(class, q, most-length)
	}
	return length, nil
}

// lengthHere is the number of deletions and bounds that a question asks for at a state, or a number
// above most. No menu is counted much further than that. An open menu that is too large to be listed
// is one number, but counts as many as it takes to see this: no coordinator opens many of them.
func (t *Terms) lengthHere(class *equiv.Class, q *Question, most int) (length int) {
	listed := q.listed(t)
	atMost := func(u, v int32) int {
		return min(listed(u, v), max(most-length, t.openAbove())) // so a menu that is closed anyway is one number
	}
	consensus.CountMenus(class, t.Run, atMost, func(u, v int32, count int) bool {
		switch {
		case !q.asks(PairOf(u, v)):
		case count == t.openAbove()+1 && count > listed(u, v):
			length++
		default:
			length += count
		}
		return length <= most
	})
	return length
}
