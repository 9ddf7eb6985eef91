package ges

import (
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// directionFilter keeps a search within the classes that have a member with the required
// directions.
type directionFilter struct{ directed *graph.DAG }

// newDirectionFilter returns nil if the constraints give no direction.
func newDirectionFilter(c *graph.Constraints) *directionFilter {
	if directed := c.Directions(); directed != nil {
		return &directionFilter{directed}
	}
	return nil
}

// allows reports whether the class that a valid operator leads to has such a member. The operator alone does not decide it,
// so it is applied to a copy of the class. It takes O(n²) memory, and the time of an extension.
func (d *directionFilter) allows(s *search, p phase, o *nodeOperators, op *operator) bool {
	if d == nil {
		return true
	}
	next := s.class.Clone()
	p.apply(next, int(op.x), o.y, p.set(s, o, op))
	_, err := equiv.Extension(next.CPDAG(), d.directed)
	return err == nil
}
