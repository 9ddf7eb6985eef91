package graph

import "github.com/mcbnc/mcbnc/core/bitset"

// Constraints are what a consensus must keep to, whatever the inputs say. Nil stands
// for none.
type Constraints struct {
	Required  bitset.Matrix // symmetric: the pairs that stay joined
	Forbidden bitset.Matrix // symmetric: the pairs that are parted; none is required
	// Directed has u → v where an edge between the two, if there is one, goes from u
	// to v. It is acyclic.
	Directed *DAG
}

// NewConstraints returns constraints on n nodes that demand nothing yet.
func NewConstraints(n int) *Constraints {
	return &Constraints{
		Required: bitset.NewMatrix(n, n), Forbidden: bitset.NewMatrix(n, n), Directed: NewDAG(n),
	}
}

// Directions are the directed ones, nil where there are none.
func (c *Constraints) Directions() *DAG {
	if c == nil || c.Directed.Arcs() == 0 {
		return nil
	}
	return c.Directed
}

// RequiredArcs is the DAG over n nodes of the required pairs that have a direction.
func (c *Constraints) RequiredArcs(n int) *DAG {
	g := NewDAG(n)
	if c == nil {
		return g
	}
	for v := range n {
		arcs := c.Required.Row(v).Clone()
		arcs.And(c.Directed.Pa(v))
		for u := arcs.Next(0); u >= 0; u = arcs.Next(u + 1) {
			g.Add(u, v)
		}
	}
	return g
}

// Require joins every required pair in g that is not joined there, by an arc along
// order, a topological order of g.
func (c *Constraints) Require(g *DAG, order []int32) {
	if c == nil {
		return
	}
	for i, v := range order {
		for _, u := range order[:i] {
			if c.Required.Row(int(v)).Has(int(u)) {
				g.Add(int(u), int(v))
			}
		}
	}
}
