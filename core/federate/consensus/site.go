package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Site is a shard of one DAG, which only it knows, at its place among the weights, for one question. Secret is a
// seed that only it knows, and that no two sessions share. Most is how many numbers the site
// tells at most; 0 is any number.
type Site struct {
	Terms  *Terms
	Number int
	DAG    *graph.DAG
	Secret []byte
	Most   int
}

// Answer is the site's answer to a question. It is always the same, so a question may be asked
// again. A question that makes no sense is an error. One that asks for too much is a
// *TooLongError, before anything of that size is made.
func (s *Site) Answer(ctx context.Context, q *Question) ([]uint64, error) {
	if q.Kind == Cuts {
		return s.cuts(ctx, q)
	}
	return NewShard(s.Terms, s.Number, []*graph.DAG{s.DAG}, 1).Answer(ctx, q, s.Secret, s.Most)
}

// cuts are answered one by one. A shard makes a list of all cuts first, which pays where it has several DAGs, and takes
// up to twice as long for one.
func (s *Site) cuts(ctx context.Context, q *Question) ([]uint64, error) {
	if err := s.Terms.admit(ctx, q, s.Most); err != nil {
		return nil, err
	}
	g := s.DAG
	if s.Terms.Canonical {
		g = equiv.Canonical(g)
	}
	a := &siteCuts{Site: s, q: q, walk: newWalk(g, s.Terms.Run.Start, q), weight: s.Terms.Weights[s.Number]}
	err := a.cuts(ctx)
	return a.numbers, err
}

// siteCuts is an answer about cuts that is being made.
type siteCuts struct {
	*Site
	*walk
	q       *Question
	weight  int64
	numbers []uint64
}

func (a *siteCuts) add(x int64) { a.numbers = append(a.numbers, uint64(x)) }

// cuts tells the weighted cut of every deletion that a state offers, in the order of its menus.
// For a closed menu it tells the least of its deletions: the sum of these is at most the least
// of the sums (MCBNC, section 4).
func (a *siteCuts) cuts(ctx context.Context) error {
	k := len(a.q.Steps)
	for done := a.q.first(k); done <= k; done++ {
		if err := a.advance(ctx, done); err != nil {
			return err
		}
		if err := a.cutsHere(ctx); err != nil {
			return err
		}
	}
	return nil
}

// cutsHere is the part of cuts for the state at which the walk is.
func (a *siteCuts) cutsHere(ctx context.Context) error {
	var deletions *consensus.Deletions
	var err error
	consensus.EachMenu(a.class, a.Terms.Run, a.q.listed(a.Terms), func(menu *consensus.Menu) bool {
		switch {
		case !a.q.asks(PairOf(menu.U, menu.V)):
		case menu.Closed:
			if deletions == nil {
				deletions, err = consensus.NewDeletions(ctx, a.class, a.inputs, a.Terms.options())
			}
			if err == nil {
				err = a.bound(ctx, deletions, menu)
			}
		default:
			err = a.menu(ctx, menu)
		}
		return err == nil
	})
	return err
}

// bound tells the least cut of a closed menu.
func (a *siteCuts) bound(ctx context.Context, deletions *consensus.Deletions, menu *consensus.Menu) error {
	best, _, err := deletions.Best(ctx, int(menu.U), int(menu.V))
	if err != nil {
		return err
	}
	a.add(a.weight * best.Score)
	return nil
}

// menu tells the cuts of an open menu.
func (a *siteCuts) menu(ctx context.Context, menu *consensus.Menu) error {
	for _, kept := range menu.Kept {
		menu.S(a.class, kept, a.s)
		size, err := a.cut(ctx, menu.U, menu.V, a.s, a.Terms.Run.Cap)
		if err != nil {
			return err
		}
		a.add(a.weight * size)
	}
	return nil
}
