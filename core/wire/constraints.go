package wire

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graph"
)

// edgeList is one of the lists "required" and "forbidden".
type edgeList struct {
	arcs  *graph.DAG
	pairs bitset.Matrix // symmetric: the pairs listed without a direction, or with both
}

// runConstraints reads the constraints of a run, and checks that the other options of the run
// go with them.
func (r *reader) runConstraints() *call.Error {
	if failure := r.constraints(); failure != nil {
		return failure
	}
	c := r.in.Constraints
	switch {
	case c == nil:
	case r.in.Refusion:
		return call.Invalidf("output", "\"refusion\" is a fresh fusion, which knows no required or forbidden edges; take \"extension\"")
	case r.in.Seed != nil && c.Directions() != nil:
		return call.Invalidf("seed", "ties are not drawn where edges are required or forbidden in one direction; "+
			"leave the seed out, or give pairs")
	}
	return nil
}

// constraints reads "required" and "forbidden", and checks that all of them can be kept
// together. A required arc is a required pair with a direction. A forbidden arc is the other
// direction, unless the pair is forbidden altogether.
func (r *reader) constraints() *call.Error {
	if len(r.q.Required) == 0 && len(r.q.Forbidden) == 0 {
		return nil
	}
	required, failure := r.edgeList("required", r.q.Required)
	if failure != nil {
		return failure
	}
	forbidden, failure := r.edgeList("forbidden", r.q.Forbidden)
	if failure != nil {
		return failure
	}
	c := graph.NewConstraints(r.in.N)
	c.Required, c.Forbidden = required.pairs, forbidden.pairs
	for _, edge := range r.listed() {
		if failure := r.constrain(c, edge[0], edge[1], required, forbidden); failure != nil {
			return failure
		}
	}
	r.in.Constraints, r.requiredArcs = c, required
	return r.orderable(c, required)
}

// listed are the pairs of the engine's nodes that either list names, in both directions, in lexicographic
// order. No other pair is constrained, so reading the lists takes time in their lengths alone.
func (r *reader) listed() [][2]int {
	var pairs [][2]int
	for _, edge := range slices.Concat(r.q.Required, r.q.Forbidden) {
		u, v := r.in.Index.Engine(edge[0]), r.in.Index.Engine(edge[1])
		pairs = append(pairs, [2]int{u, v}, [2]int{v, u})
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(pairs)
}

// constrain adds to c what the two lists say of u → v.
func (r *reader) constrain(c *graph.Constraints, u, v int, required, forbidden *edgeList) *call.Error {
	forbiddenPair := c.Forbidden.Row(u).Has(v)
	if required.onlyArc(u, v) {
		if !forbiddenPair && forbidden.arcs.Has(u, v) {
			return r.contradiction(u, v, " -> ")
		}
		c.Required.Row(u).Add(v)
		c.Required.Row(v).Add(u)
		c.Directed.Add(u, v)
	}
	if forbiddenPair && c.Required.Row(u).Has(v) {
		return r.contradiction(u, v, " - ")
	}
	if !forbiddenPair && forbidden.onlyArc(u, v) {
		c.Directed.Add(v, u)
	}
	return nil
}

// edgeList reads one of the two lists.
func (r *reader) edgeList(argument string, edges [][]int) (*edgeList, *call.Error) {
	d := &edgeList{graph.NewDAG(r.in.N), bitset.NewMatrix(r.in.N, r.in.N)}
	for _, edge := range edges {
		if len(edge) != 3 || edge[2] < 0 || edge[2] > 1 {
			return nil, call.BadRequestf(argument, "%v is not u, v and whether it is undirected", edge)
		}
		for _, x := range edge[:2] {
			if failure := r.nodeInRange(argument, x); failure != nil {
				return nil, failure
			}
		}
		if edge[0] == edge[1] {
			return nil, call.Invalidf(argument, "%s cannot be joined to itself", r.in.Name(edge[0])).At(edge[0])
		}
		u, v := r.in.Index.Engine(edge[0]), r.in.Index.Engine(edge[1])
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

// onlyArc tells whether u → v is listed and v → u is not.
func (d *edgeList) onlyArc(u, v int) bool { return d.arcs.Has(u, v) && !d.arcs.Has(v, u) }

// contradiction says that both lists name the edge between the engine's nodes u and v.
func (r *reader) contradiction(u, v int, edge string) *call.Error {
	u, v = r.in.Index.Caller(u), r.in.Index.Caller(v)
	return call.Invalidf("forbidden", "%s%s%s is required as well", r.in.Name(u), edge, r.in.Name(v)).At(u, v)
}

// orderable checks that the directions have no cycle, so that some order of the nodes keeps
// them all.
func (r *reader) orderable(c *graph.Constraints, required *edgeList) *call.Error {
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
		cycle[i] = r.in.Index.Caller(x)
	}
	if all {
		return call.Invalidf("required", "the arcs form a cycle: %s", r.in.Path(cycle)).At(cycle...)
	}
	return call.Invalidf("forbidden", "the directions that are left form a cycle, %s; forbid one of its pairs both ways",
		r.in.Path(cycle)).At(cycle...)
}

// orderKeepsDirections checks that the given order keeps all directions.
func (r *reader) orderKeepsDirections() *call.Error {
	directed := r.in.Constraints.Directions()
	if directed == nil {
		return nil
	}
	later := bitset.New(r.in.N)
	for _, v := range slices.Backward(r.in.Order) {
		ch := directed.Ch(int(v))
		for u := ch.Next(0); u >= 0; u = ch.Next(u + 1) {
			if !later.Has(u) {
				return r.againstDirection(int(v), u)
			}
		}
		later.Add(int(v))
	}
	return nil
}

// againstDirection says that the order has v before u, although an edge between the two must go
// from u to v. u and v are the engine's nodes.
func (r *reader) againstDirection(u, v int) *call.Error {
	required := r.requiredArcs.onlyArc(u, v)
	u, v = r.in.Index.Caller(u), r.in.Index.Caller(v)
	if required {
		return call.Invalidf("order", "%s is before %s, but %[2]s -> %[1]s is required", r.in.Name(v), r.in.Name(u)).At(u, v)
	}
	return call.Invalidf("order", "%s is before %s, but %[1]s -> %[2]s is forbidden", r.in.Name(v), r.in.Name(u)).At(v, u)
}
