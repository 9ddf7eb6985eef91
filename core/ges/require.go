package ges

import (
	"context"
	"errors"
	"math"

	"github.com/mcbnc/mcbnc/core/equiv"
)

// requiring inserts the required edges, the best one first, whether it gains or not. Those
// that have no direction get the one that suits the data: in a fixed order, say of the
// nodes, they would meet in v-structures that no later step can undo.
//
// While a pair a, b lacks there is an Insert for it. Take a member of the class that keeps
// the directions, a before b in a topological order of it: with a → b it stays acyclic, and
// the pair has no direction. That is Insert(a, b, T), T being b's neighbours among its
// parents there, if no h of NA(b, a) is a child of b. Were it one, h → a would put a below
// b, and a → h would make a v-structure of a → h ← b, which b − h is in no member.
type requiring struct {
	inserting
	maxParents int
}

func (p requiring) ask(s *search, y int) error {
	from := s.strangers(y)
	from.And(s.opt.Constraints.Required.Row(y))
	return s.askInserts(y, from, p.maxParents)
}

func (requiring) least() int64 { return math.MinInt64 }

// require puts the required edges in: into families as large as they may be while that
// goes, and then into larger ones. Where that takes too long, or there are too many ways,
// the rest goes in along a topological order.
func (s *search) require(ctx context.Context) error {
	if s.opt.Constraints == nil {
		return nil
	}
	var dense *TooDenseError
	for _, most := range []int{s.opt.MaxParents, -1} {
		if err := s.run(ctx, requiring{maxParents: most}); err != nil {
			s.requireRest()
			if errors.As(err, &dense) {
				return nil
			}
			return err
		}
	}
	return nil
}

func (s *search) requireRest() {
	g, err := equiv.Extension(s.class.CPDAG(), s.opt.Constraints.Directions())
	if err != nil { // the guide sees to it that there is one
		panic(err)
	}
	s.opt.Constraints.Require(g, g.TopologicalOrder())
	s.class = equiv.FromDAG(g, equiv.Completed)
}
