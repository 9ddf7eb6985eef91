package consensus

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// plainAnswer is the answer of a site with one DAG, by the definition of each question: the site walks its DAG along the
// steps, as a run of one DAG would.
func (s *Site) plainAnswer(ctx context.Context, q *Question) ([]uint64, error) {
	if err := q.check(s.Terms.N); err != nil {
		return nil, err
	}
	g := s.DAGs[0]
	if s.Terms.Canonical {
		g = equiv.Canonical(g)
	}
	a := &plainly{Site: s, q: q, working: g, walk: newWalk(g, s.Terms.Run.Start, q), weight: s.Terms.Weights[s.Number]}
	var err error
	switch q.Kind {
	case Costs:
		err = a.costs(ctx)
	case IMaps:
		err = a.iMap(ctx)
	case Cuts:
		err = a.cuts(ctx)
	case Morals:
		a.moral()
	case Arrows:
		err = a.arrows(ctx)
	default:
		err = fmt.Errorf("a question is not about %q", q.Kind)
	}
	return a.numbers, err
}

// plainly is an answer that is being made.
type plainly struct {
	*Site
	*walk
	q       *Question
	working *graph.DAG // the site's DAG, or the canonical member of its class
	weight  int64
	numbers []uint64
}

func (a *plainly) add(x int64) { a.numbers = append(a.numbers, uint64(x)) }

// pruned goes to the state after all steps.
func (a *plainly) pruned(ctx context.Context) error { return a.advance(ctx, len(a.q.Steps)) }

// costs returns the cost of making each node that is left a sink, by node, after the last sinks
// (Puerta et al. 2021).
func (a *plainly) costs(ctx context.Context) error {
	if err := a.pruned(ctx); err != nil {
		return err
	}
	left, total := make([]bool, a.Terms.N), make([]int64, a.Terms.N)
	for x := range left {
		left[x] = true
	}
	if err := a.inputs.SinkCosts(ctx, total); err != nil {
		return err
	}
	sinks := a.q.Order
	for k := 0; ; k++ {
		if k >= a.q.first(len(sinks)) {
			for x, cost := range total {
				if left[x] {
					a.add(cost)
				}
			}
		}
		if k == len(sinks) {
			return nil
		}
		x := sinks[k]
		if !left[x] {
			return fmt.Errorf("node %d is made a sink twice", x)
		}
		left[x] = false
		if err := a.inputs.MakeSink(ctx, int(x), total); err != nil {
			return err
		}
	}
}

// iMap finds which arcs the minimal I-map along the order has, for each pair of the order. In the
// place of a 1 it takes a random number, unless counts are asked for. The sum of these is 0 if no
// site has the arc. Otherwise it is a random number that is 0 with probability 2^-64.
func (a *plainly) iMap(ctx context.Context) error {
	if err := a.pruned(ctx); err != nil {
		return err
	}
	imap := graph.NewDAG(len(a.q.Order))
	if err := a.inputs.MinimalIMaps(ctx, a.q.Order, imap, nil); err != nil {
		return err
	}
	random := randomMarks(a.q, a.Secret)
	for i, v := range a.q.Order {
		for _, u := range a.q.Order[:i] {
			mark := uint64(1)
			if !a.Terms.Counts {
				for mark = random.Uint64(); mark == 0; mark = random.Uint64() {
				}
			}
			if !imap.Has(int(u), int(v)) {
				mark = 0
			}
			a.numbers = append(a.numbers, mark)
		}
	}
	return nil
}

// moral returns the edges of the moral graph of the site's DAG, by weight, for each pair.
func (a *plainly) moral() {
	moral := a.DAGs[0].Moralize()
	for x := range a.Terms.N {
		for y := range x {
			a.add(a.weightIf(moral.Row(x).Has(y)))
		}
	}
}

// arrows returns, by weight, the direction that the site's DAG gives to each undirected edge of the
// class after the steps: for x < y first x → y, then y → x.
func (a *plainly) arrows(ctx context.Context) error {
	class, err := a.replay.Advance(len(a.q.Steps))
	if err != nil {
		return err
	}
	for _, p := range undirected(class) {
		a.add(a.weightIf(a.working.Has(int(p.U), int(p.V))))
		a.add(a.weightIf(a.working.Has(int(p.V), int(p.U))))
	}
	return nil
}

func (a *plainly) weightIf(has bool) int64 {
	if has {
		return a.weight
	}
	return 0
}

// A site's answers are those of the definition: to any question, and along whole consensuses.
func TestASiteAnswersByTheDefinition(t *testing.T) {
	for seed := range 300 {
		rng := oracle.Rand(uint64(seed))
		terms, dags := anyTerms(rng)
		compare := func(q *Question) {
			for i, g := range dags {
				site := &Site{Terms: terms, Number: i, DAGs: []*graph.DAG{g}, Secret: []byte("secret")}
				want, wantErr := site.plainAnswer(t.Context(), q)
				got, err := site.Unmasked(t.Context(), q)
				if err == nil && wantErr == nil {
					require.Equal(t, append([]uint64{}, want...), append([]uint64{}, got...), "%d: %+v", seed, q)
				} else if q.Kind != Morals { // which the definition answers whatever the steps are
					require.Equal(t, wantErr == nil, err == nil, "%d: %v, %v", seed, wantErr, err)
				}
			}
		}
		s := newSites(terms, dags)
		_, err := Coordinate(t.Context(), terms, s.ask)
		require.NoError(t, err)
		for _, q := range s.log {
			compare(q)
		}
		for k := range 20 {
			compare(anyQuestion(rng, terms.N, kinds[k%len(kinds)]))
		}
	}
}
