package job

import (
	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/graph"
)

// demands is one of the lists "required" and "forbidden".
type demands struct {
	arcs  *graph.DAG
	pairs bitset.Matrix // symmetric: those that are listed without a direction, or with both
}

// constraints reads "required" and "forbidden", and checks that all of it can be kept
// together. A required arc is a required pair with a direction; a forbidden arc is the
// other direction, against which nothing is said.
func (b *builder) constraints() *Error {
	if len(b.q.Required) == 0 && len(b.q.Forbidden) == 0 {
		return nil
	}
	required, failure := b.demands("required", b.q.Required)
	if failure != nil {
		return failure
	}
	forbidden, failure := b.demands("forbidden", b.q.Forbidden)
	if failure != nil {
		return failure
	}
	c := graph.NewConstraints(b.in.N)
	c.Required, c.Forbidden = required.pairs, forbidden.pairs
	for u := range b.in.N {
		for v := range b.in.N {
			if failure := b.constrain(c, u, v, required, forbidden); failure != nil {
				return failure
			}
		}
	}
	b.in.Constraints = c
	if failure := b.orderable(c, required); failure != nil {
		return failure
	}
	return b.combinable(c)
}

// constrain adds to c what the two lists say of u → v.
func (b *builder) constrain(c *graph.Constraints, u, v int, required, forbidden *demands) *Error {
	parted := c.Forbidden.Row(u).Has(v)
	if required.onlyArc(u, v) {
		if !parted && forbidden.arcs.Has(u, v) {
			return b.contradiction(u, v, " -> ")
		}
		c.Required.Row(u).Add(v)
		c.Required.Row(v).Add(u)
		c.Directed.Add(u, v)
	}
	if parted && c.Required.Row(u).Has(v) {
		return b.contradiction(u, v, " - ")
	}
	if !parted && forbidden.onlyArc(u, v) {
		c.Directed.Add(v, u)
	}
	return nil
}

// demands reads one of the two lists.
func (b *builder) demands(argument string, edges [][]int) (*demands, *Error) {
	d := &demands{graph.NewDAG(b.in.N), bitset.NewMatrix(b.in.N, b.in.N)}
	for _, edge := range edges {
		if len(edge) != 3 || edge[2] < 0 || edge[2] > 1 {
			return nil, badRequest(argument, "%v is not u, v and whether it is undirected", edge)
		}
		for _, x := range edge[:2] {
			if failure := b.nodeInRange(argument, x); failure != nil {
				return nil, failure
			}
		}
		if edge[0] == edge[1] {
			return nil, invalid(argument, "%s cannot be joined to itself", b.in.name(edge[0])).at(edge[0])
		}
		u, v := b.in.Index.Engine(edge[0]), b.in.Index.Engine(edge[1])
		if edge[2] == 0 {
			d.arcs.Add(u, v)
		}
		if edge[2] == 1 || d.arcs.Has(v, u) {
			d.pairs.Row(u).Add(v)
			d.pairs.Row(v).Add(u)
		}
	}
	return d, nil
}

// onlyArc says whether u → v is listed and v → u is not.
func (d *demands) onlyArc(u, v int) bool { return d.arcs.Has(u, v) && !d.arcs.Has(v, u) }

// contradiction says that u and v, as the engine knows them, are in both lists.
func (b *builder) contradiction(u, v int, edge string) *Error {
	u, v = b.in.Index.Caller(u), b.in.Index.Caller(v)
	return invalid("forbidden", "%s%s%s is required as well", b.in.name(u), edge, b.in.name(v)).at(u, v)
}

// orderable checks that some order of the nodes goes along all directions.
func (b *builder) orderable(c *graph.Constraints, required *demands) *Error {
	cycle := c.Directed.FindCycle()
	if cycle == nil {
		return nil
	}
	cycle = append(cycle, cycle[0])
	all := true // of its arcs are required
	for i, x := range cycle[1:] {
		all = all && required.onlyArc(cycle[i], x)
	}
	for i, x := range cycle {
		cycle[i] = b.in.Index.Caller(x)
	}
	if all {
		return invalid("required", "the arcs form a cycle: %s", b.in.path(cycle)).at(cycle...)
	}
	return invalid("forbidden", "the directions that are left form a cycle, %s; forbid one of its pairs both ways",
		b.in.path(cycle)).at(cycle...)
}

// combinable checks that the other options go with constraints.
func (b *builder) combinable(c *graph.Constraints) *Error {
	switch {
	case b.in.Refusion:
		return invalid("output", "\"refusion\" is a fresh fusion, which knows no required or forbidden edges; take \"extension\"")
	case b.in.Seed != nil && c.Directions() != nil && !b.op.learns:
		return invalid("seed", "ties are not drawn where edges are required or forbidden in one direction; "+
			"leave the seed out, or give pairs")
	}
	return nil
}
