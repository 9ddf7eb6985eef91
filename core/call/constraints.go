package call

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// edgeList is one of the lists "required" and "forbidden".
type edgeList struct {
	arcs  *graph.DAG
	pairs bitset.Matrix // symmetric: the pairs listed without a direction, or with both
}

// EdgeLists are the fields of required and forbidden edges. Each item is u, v, and whether the edge is
// undirected.
type EdgeLists struct {
	Required  [][]int `json:"required,omitempty"`
	Forbidden [][]int `json:"forbidden,omitempty"`
}

// Constraints reads the lists, and refuses them if no DAG keeps all of them. It is nil if there are none. A required
// arc is a required pair with a direction. A forbidden arc is the other direction, unless the pair is forbidden altogether.
func (l *EdgeLists) Constraints(x *Nodes) (*graph.Constraints, *Error) {
	if len(l.Required) == 0 && len(l.Forbidden) == 0 {
		return nil, nil
	}
	required, failure := x.edgeList("required", l.Required)
	if failure != nil {
		return nil, failure
	}
	forbidden, failure := x.edgeList("forbidden", l.Forbidden)
	if failure != nil {
		return nil, failure
	}
	c := graph.NewConstraints(x.N)
	c.Required, c.Forbidden = required.pairs, forbidden.pairs
	for _, edge := range l.listed(x) {
		if failure := x.constrain(c, edge[0], edge[1], required, forbidden); failure != nil {
			return nil, failure
		}
	}
	return c, x.possible(c, required)
}

// Edges are the lists as a Part.
type Edges struct {
	EdgeLists
	Given *graph.Constraints // nil: none
}

// There are no arrays.
func (e *Edges) Arrays() []Spec { return nil }

// Read reads the lists.
func (e *Edges) Read(r *Reader) (failure *Error) {
	e.Given, failure = e.Constraints(&r.Nodes)
	return failure
}

// RequiresArc reports whether the caller's u -> v is listed as required, and v -> u is not.
func (l *EdgeLists) RequiresArc(u, v int) bool {
	listed := func(u, v int) bool {
		return slices.ContainsFunc(l.Required, func(e []int) bool { return slices.Equal(e, []int{u, v, 0}) })
	}
	return listed(u, v) && !listed(v, u)
}

// listed are the pairs of the engine's nodes that either list names, in both directions, in lexicographic
// order. No other pair is constrained, so reading the lists takes time in their lengths alone.
func (l *EdgeLists) listed(x *Nodes) [][2]int {
	var pairs [][2]int
	for _, edge := range slices.Concat(l.Required, l.Forbidden) {
		u, v := x.Index.Engine(edge[0]), x.Index.Engine(edge[1])
		pairs = append(pairs, [2]int{u, v}, [2]int{v, u})
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(pairs)
}

// constrain adds to c the entries of the two lists for u → v.
func (x *Nodes) constrain(c *graph.Constraints, u, v int, required, forbidden *edgeList) *Error {
	forbiddenPair := c.Forbidden.Row(u).Has(v)
	if required.onlyArc(u, v) {
		if !forbiddenPair && forbidden.arcs.Has(u, v) {
			return x.contradiction(u, v, " -> ")
		}
		c.Required.Row(u).Add(v)
		c.Required.Row(v).Add(u)
		c.Directed.Add(u, v)
	}
	if forbiddenPair && c.Required.Row(u).Has(v) {
		return x.contradiction(u, v, " - ")
	}
	if !forbiddenPair && forbidden.onlyArc(u, v) {
		c.Directed.Add(v, u)
	}
	return nil
}

func (x *Nodes) edgeList(argument string, edges [][]int) (*edgeList, *Error) {
	d := &edgeList{graph.NewDAG(x.N), bitset.NewMatrix(x.N, x.N)}
	for _, edge := range edges {
		if len(edge) != 3 || edge[2] < 0 || edge[2] > 1 {
			return nil, BadRequestf(argument, "%v is not u, v and whether it is undirected", edge)
		}
		for _, k := range edge[:2] {
			if failure := x.InRange(argument, k); failure != nil {
				return nil, failure
			}
		}
		if edge[0] == edge[1] {
			return nil, Invalidf(argument, "%s cannot be joined to itself", x.Name(edge[0])).At(edge[0])
		}
		u, v := x.Index.Engine(edge[0]), x.Index.Engine(edge[1])
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

// onlyArc reports whether u → v is listed and v → u is not.
func (d *edgeList) onlyArc(u, v int) bool { return d.arcs.Has(u, v) && !d.arcs.Has(v, u) }

// contradiction is the error that both lists name the edge between the engine's nodes u and v.
func (x *Nodes) contradiction(u, v int, edge string) *Error {
	u, v = x.Index.Caller(u), x.Index.Caller(v)
	return Invalidf("forbidden", "%s%s%s is required as well", x.Name(u), edge, x.Name(v)).At(u, v)
}

// possible checks that some DAG keeps the constraints: that the required edges whose direction is fixed have no cycle. The
// required edges without a direction can then go along an order of this DAG, and no other edge need be there.
func (x *Nodes) possible(c *graph.Constraints, required *edgeList) *Error {
	cycle := c.RequiredArcs(x.N).FindCycle()
	if cycle == nil {
		return nil
	}
	cycle = append(cycle, cycle[0])
	all := true // of its arcs are required as arcs
	for i, v := range cycle[1:] {
		all = all && required.onlyArc(cycle[i], v)
	}
	for i, v := range cycle {
		cycle[i] = x.Index.Caller(v)
	}
	if all {
		return Invalidf("required", "the arcs form a cycle: %s", x.Path(cycle)).At(cycle...)
	}
	return Invalidf("forbidden", "the required edges are left with a cycle, %s; require one of its edges less, or forbid one arc less",
		x.Path(cycle)).At(cycle...)
}
