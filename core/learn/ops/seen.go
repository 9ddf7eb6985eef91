package ops

import (
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

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
