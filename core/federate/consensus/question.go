package consensus

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Kind is what a question is about.
type Kind string

// The kinds of questions, in the order in which a consensus asks them, and then those of a vote.
const (
	Sees      Kind = "sees"      // which nodes the DAGs have, if these are over different nodes
	Costs     Kind = "costs"     // of making each node a sink that is left
	IMaps     Kind = "imaps"     // which arcs the minimal I-map along an order has
	Cuts      Kind = "cuts"      // of all deletions that a state offers
	Morals    Kind = "morals"    // which edges the moral graph has
	Distances Kind = "distances" // how far states are from DAGs over different nodes
	Arrows    Kind = "arrows"    // which direction the edges have that a class leaves open
	Joins     Kind = "joins"     // which edges of the result DAGs over different nodes join, and what the rest explains of that

	Shares     Kind = "shares"     // of a vote: the weight that joins each pair, and over different nodes the weight that has both
	Directions Kind = "directions" // of a vote: the weights for the v-structures and the arrows of a skeleton
	Explained  Kind = "explained"  // of a vote: the weight that joins some pairs so that the rest explains it
)

// Pair is two nodes, with U < V.
type Pair struct{ U, V int32 }

// PairOf is the pair of two nodes.
func PairOf(u, v int32) Pair { return Pair{min(u, v), max(u, v)} }

func (p Pair) compare(o Pair) int { return cmp.Or(cmp.Compare(p.U, o.U), cmp.Compare(p.V, o.V)) }

// Question is what the coordinator asks every site. It carries all that a site needs beside its
// DAG and the terms.
type Question struct {
	Kind Kind
	// Order are the sinks so far, from the last node of the order on, of Costs. It is the whole
	// order, first to last, of IMaps.
	Order []int32
	// Fusion and Steps lead to the state that the question is about, and to what is left of the
	// site's DAG there. A nil Fusion has no arcs. Of Directions, the skeleton is that of Fusion.
	Fusion *graph.DAG
	Steps  []engine.Deletion
	// Drafted is how many of the last sinks, or of the last steps, are guesses. The site answers
	// for the state after each of these, or for the one after all if there are none.
	Drafted  int
	Prefixes []int  // of Distances: after how many steps the states are that it is about, rising
	Open     []Pair // the edges that are open though large
	Only     []Pair // if any, only these edges are asked for; of Explained: the pairs
}

// check finds what is invalid in a question, except steps that are no deletions.
func (q *Question) check(n int) error {
	choices := len(q.Steps)
	if q.Kind == Costs {
		choices = len(q.Order)
	}
	if q.Drafted < 0 || q.Drafted > choices {
		return fmt.Errorf("%d choices are drafted, of %d", q.Drafted, choices)
	}
	for k, prefix := range q.Prefixes {
		if prefix < 0 || prefix > len(q.Steps) || k > 0 && prefix <= q.Prefixes[k-1] {
			return fmt.Errorf("the states to measure are after %v steps, of %d", q.Prefixes, len(q.Steps))
		}
	}
	if q.Kind == IMaps && len(q.Order) != n {
		return fmt.Errorf("an order has %d nodes, not %d", n, len(q.Order))
	}
	return nil
}

// first is the number of the question's choices before the first state that the site answers for.
func (q *Question) first(choices int) int { return min(choices, choices-q.Drafted+1) }

// isAbout reports whether the question is about the state after a number of steps.
func (q *Question) isAbout(done int) bool {
	switch q.Kind {
	case Cuts:
		return done >= q.first(len(q.Steps))
	case Distances:
		return slices.Contains(q.Prefixes, done)
	}
	return false
}

// asks reports whether the question asks for the deletions of an edge, where its states have any.
func (q *Question) asks(p Pair) bool { return len(q.Only) == 0 || slices.Contains(q.Only, p) }

// listed is listed of the terms for a site, which lists no deletions that it is not asked for.
func (q *Question) listed(t *Terms) func(u, v int32) int {
	listed := t.listed(q.Open)
	return func(u, v int32) int {
		if q.asks(PairOf(u, v)) {
			return listed(u, v)
		}
		return 0
	}
}

// listed is how many deletions of an edge are listed at most: one with more is closed, unless it is among the open ones.
func (t *Terms) listed(open []Pair) func(u, v int32) int {
	opened := make(map[Pair]bool, len(open))
	for _, p := range open {
		opened[p] = true
	}
	return func(u, v int32) int {
		if opened[PairOf(u, v)] {
			return t.most()
		}
		return t.openAbove()
	}
}

// Ask puts a question to all sites, and returns the sum of their answers modulo 2^64. Any error
// ends the consensus.
type Ask func(ctx context.Context, q *Question) ([]uint64, error)

func ones(count int) []int64 { return slices.Repeat([]int64{1}, count) }

func pairs(n int) int { return n * (n - 1) / 2 }
