package wire

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/call"
)

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

// constraints reads "required" and "forbidden".
func (r *reader) constraints() (failure *call.Error) {
	r.in.Constraints, failure = r.q.Constraints(&r.in.Nodes)
	return failure
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
	u, v = r.in.Index.Caller(u), r.in.Index.Caller(v)
	if r.q.RequiresArc(u, v) {
		return call.Invalidf("order", "%s is before %s, but %[2]s -> %[1]s is required", r.in.Name(v), r.in.Name(u)).At(u, v)
	}
	return call.Invalidf("order", "%s is before %s, but %[1]s -> %[2]s is forbidden", r.in.Name(v), r.in.Name(u)).At(v, u)
}
