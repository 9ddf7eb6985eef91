package graph

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// Constraints are conditions that a consensus must meet, whatever the inputs are. A nil
// *Constraints demands nothing.
type Constraints struct {
	Required  bitset.Matrix // symmetric: the pairs that must be adjacent
	Forbidden bitset.Matrix // symmetric: the pairs that must not be adjacent; no such pair is required
	// Directed has the directions of edges: if it has u → v, an edge between u and v must not be v → u. It
	// does not demand that there is an edge. So it may have a cycle. No DAG has all edges of a cycle. Its
	// required pairs have none.
	Directed *DAG
}

// NewConstraints returns constraints on n nodes that demand nothing.
func NewConstraints(n int) *Constraints {
	return &Constraints{
		Required: bitset.NewMatrix(n, n), Forbidden: bitset.NewMatrix(n, n), Directed: NewDAG(n),
	}
}

// Directions is c.Directed, or nil if c demands no direction.
func (c *Constraints) Directions() *DAG {
	if c == nil || c.Directed.Arcs() == 0 {
		return nil
	}
	return c.Directed
}

// Forbids reports whether u and v must not be adjacent.
func (c *Constraints) Forbids(u, v int) bool { return c != nil && c.Forbidden.Row(v).Has(u) }

// RequiredArcs is the DAG over n nodes whose arcs are the required pairs with a direction.
func (c *Constraints) RequiredArcs(n int) *DAG {
	g := NewDAG(n)
	if c == nil {
		return g
	}
	for v := range n {
		arcs := c.Required.Row(v).Clone()
		arcs.And(c.Directed.Pa(v))
		for u := range arcs.All() {
			g.Add(u, v)
		}
	}
	return g
}

// Require adds an arc to g for every required pair that is not adjacent in g. The arc follows
// order, which must be a topological order of g, so g stays acyclic. It costs O(n²).
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
