package parts

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

// Ends are two nodes.
type Ends struct {
	U int `json:"u"`
	V int `json:"v"`
}

// Arrays are none.
func (p *Ends) Arrays() []call.Spec { return nil }

// Read makes the nodes the engine's.
func (p *Ends) Read(r *call.Reader) *call.Error {
	if failure := r.InRange("u", p.U); failure != nil {
		return failure
	}
	if failure := r.InRange("v", p.V); failure != nil {
		return failure
	}
	if p.U == p.V {
		return call.Invalidf("v", "u and v are the same node, %s", r.Name(p.U)).At(p.U)
	}
	p.U, p.V = r.Index.Engine(p.U), r.Index.Engine(p.V)
	return nil
}

// Pair is two nodes, and a set of others.
type Pair struct {
	Ends
	S []int `json:"s"`
}

// Read makes all of these nodes the engine's.
func (p *Pair) Read(r *call.Reader) *call.Error {
	given := p.Ends
	if failure := p.Ends.Read(r); failure != nil {
		return failure
	}
	set := make([]int, len(p.S))
	for i, s := range p.S {
		if failure := r.InRange("s", s); failure != nil {
			return failure
		}
		if s == given.U || s == given.V || slices.Contains(p.S[:i], s) {
			return call.Invalidf("s", "%s is in it twice, or is u or v", r.Name(s)).At(s)
		}
		set[i] = r.Index.Engine(s)
	}
	slices.Sort(set)
	p.S = set
	return nil
}
