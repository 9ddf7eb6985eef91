package consensus

import (
	"context"
	"fmt"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// TooLongError is the error that the answer to a question would have more numbers than it may have.
type TooLongError struct{ Most int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("a question asks for more than %d numbers", e.Most)
}

// route is the way of the class from the fusion to the state that a question is about.
type route struct {
	fusion *graph.DAG
	steps  []engine.Deletion
	prunes []prune        // what each step makes the DAGs do
	states []*equiv.Class // of a question about states: those that it is about
	edges  []Pair         // of a question about arrows: those that it is about
}

// admit walks along the steps of a question. It finds what makes no sense, and a *TooLongError before anything of that
// size is made: the length of an answer does not depend on any site's DAG. A question about several states keeps to the
// budget of the terms. A most of 0 is any number.
func (t *Terms) admit(ctx context.Context, q *Question, most int) (*route, error) {
	if err := q.check(t.N); err != nil {
		return nil, err
	}
	if most > 0 && q.Drafted > 1 {
		most = min(most, t.budget())
	}
	r := &route{fusion: q.Fusion, steps: q.Steps}
	if r.fusion == nil {
		r.fusion = graph.NewDAG(t.N)
	}
	replay, length := engine.NewReplay(r.fusion, t.Run.Start, q.Steps), t.lengthBesides(q)
	for done := 0; most == 0 || length <= most; done++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		class, err := replay.Advance(done)
		if err != nil {
			return nil, err
		}
		if q.isAbout(done) {
			if q.Kind == Cuts && most > 0 {
				length += t.lengthHere(class, q, most-length)
			}
			r.states = append(r.states, class.Clone())
		}
		if done < len(q.Steps) {
			r.prunes = append(r.prunes, pruneOf(class, &q.Steps[done]))
			continue
		}
		if q.Kind == Arrows {
			r.edges = undirected(class)
			length = 2 * len(r.edges)
		}
		if most == 0 || length <= most {
			return r, nil
		}
	}
	return nil, &TooLongError{most}
}

// lengthBesides is the length of an answer that is not about states.
func (t *Terms) lengthBesides(q *Question) (length int) {
	switch q.Kind {
	case Costs:
		for k := q.first(len(q.Order)); k <= len(q.Order); k++ {
			length += t.N - k
		}
	case IMaps, Morals:
		length = pairs(t.N)
	case Sees:
		length = 1 + pairs(t.N+1)
	case Distances:
		length = len(q.Prefixes)
	case Joins:
		length = 2 * len(joinedPairs(q.Fusion))
	default:
		length = t.lengthOfVotes(q)
	}
	return length
}

// lengthHere is the number of deletions and bounds that a question asks for at a state, or a number
// above most. The deletions of no edge are counted much further than that. An open edge with too many to be listed is one
// number, but counts as many as it takes to see this: no coordinator opens many of them.
func (t *Terms) lengthHere(class *equiv.Class, q *Question, most int) (length int) {
	listed := q.listed(t)
	atMost := func(u, v int32) int {
		return min(listed(u, v), max(most-length, t.openAbove())) // so an edge that is closed anyway is one number
	}
	consensus.CountOperators(class, t.Run, atMost, func(u, v int32, count int) bool {
		switch {
		case !q.asks(PairOf(u, v)):
		case count == t.openAbove()+1 && count > listed(u, v):
			length += t.width()
		default:
			length += count * t.width()
		}
		return length <= most
	})
	return length
}
