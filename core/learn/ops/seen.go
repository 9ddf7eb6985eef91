package ops

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Seen are the columns that each dataset has, by the engine's nodes; nil: each has all. What the rows have in other
// columns does not count.
type Seen []bitset.Set

// Arrays is "seen".
func (s *Seen) Arrays() []call.Spec {
	return []call.Spec{call.NewSpec("seen", 1, call.GraphCount, call.NodeCount)}
}

// Read reads the sets.
func (s *Seen) Read(r *call.Reader) *call.Error {
	if !r.Has("seen") {
		return nil
	}
	cells := r.Bytes("seen")
	for k := range r.R {
		set := bitset.New(r.N)
		for v, has := range cells[k*r.N : (k+1)*r.N] {
			switch has {
			case 0:
			case 1:
				set.Add(r.Index.Engine(v))
			default:
				return call.Invalidf("seen", "dataset %d has %d at %s; there must be 0 or 1", k, has, r.Name(v)).InDAG(k).At(v)
			}
		}
		*s = append(*s, set)
	}
	return nil
}

// Of are the columns of dataset k; nil: all.
func (s Seen) Of(k int) bitset.Set {
	if s == nil {
		return nil
	}
	return s[k]
}

// among are the constraints on the columns that a dataset has. Pairs with another column are forbidden, and none of them
// is required.
func among(given *graph.Constraints, seen bitset.Set, n int) *graph.Constraints {
	if seen == nil {
		return given
	}
	c := graph.NewConstraints(n)
	if given != nil {
		c.Directed = given.Directed
	}
	for x := range n {
		forbidden := c.Forbidden.Row(x)
		if !seen.Has(x) {
			forbidden.Fill(n)
			forbidden.Remove(x)
			continue
		}
		for y := range n {
			if !seen.Has(y) {
				forbidden.Add(y)
			}
		}
		if given != nil {
			forbidden.Or(given.Forbidden.Row(x))
			c.Required.Row(x).Copy(given.Required.Row(x))
			c.Required.Row(x).And(seen)
		}
	}
	return c
}
