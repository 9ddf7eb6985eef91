package ges

import (
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
)

// guide keeps a search within the classes that have a member with the right directions.
type guide struct{ directed *graph.DAG }

// newGuide returns nil where the constraints give no direction.
func newGuide(c *graph.Constraints) *guide {
	if directed := c.Directions(); directed != nil {
		return &guide{directed}
	}
	return nil
}

// allows says whether the class that a valid operator leads to has such a member: by
// going there, since what it leads to cannot be told from the operator alone.
func (g *guide) allows(s *search, p phase, y int, op *operator) bool {
	if g == nil {
		return true
	}
	next := s.class.Clone()
	p.apply(next, int(op.x), y, p.set(s, y, op))
	_, err := equiv.Extension(next.CPDAG(), g.directed)
	return err == nil
}
