package ges

import (
	"context"
	"errors"
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// requiring inserts the required edges, the best one first, whether or not it gains. An edge
// without a required direction gets the direction that suits the data. Inserted in a fixed
// order, such as that of the nodes, such edges would meet in v-structures that no later step
// can undo.
//
// While a required pair a, b is not adjacent, a valid Insert for it exists. Proof: take a
// member of the class that keeps the directions, with a before b in a topological order.
// With a → b the member stays acyclic, and no direction is required of the pair. This is
// Insert(a, b, T), T being b's neighbours among its parents there, if no h of NA(b, a) is a
// child of b. Suppose that b → h. Then h → a would put a below b, and a → h would make the
// v-structure a → h ← b, which no member has because b − h is undirected.
type requiring struct {
	inserting
	maxParents int
}

func (p requiring) enumerate(s *search, o *nodeOperators) error {
	from := s.nonAdjacent(o.y)
	from.And(s.opt.Constraints.Required.Row(o.y))
	return s.enumerateInserts(o, from, p.maxParents)
}

func (requiring) kept() int64  { return math.MinInt64 }
func (requiring) least() int64 { return math.MinInt64 }

// require inserts the required edges, within MaxParents as long as that is possible, then
// without. If that takes too long, or there are too many cliques, requireRest inserts the
// rest.
func (s *search) require(ctx context.Context) error {
	if s.opt.Constraints == nil {
		return nil
	}
	var dense *TooDenseError
	for _, maxParents := range []int{s.opt.MaxParents, -1} {
		if err := s.run(ctx, requiring{maxParents: maxParents}); err != nil {
			s.requireRest()
			if errors.As(err, &dense) {
				return nil
			}
			return err
		}
	}
	return nil
}

// requireRest inserts all required edges that are missing, along a topological order of a
// member of the class.
func (s *search) requireRest() {
	g, err := equiv.Extension(s.class.CPDAG(), s.opt.Constraints.Directions())
	if err != nil { // the direction filter keeps the search within classes that have one
		panic(err)
	}
	s.opt.Constraints.Require(g, g.TopologicalOrder())
	s.class = equiv.FromDAG(g, equiv.Completed)
}
