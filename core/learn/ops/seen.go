package ops

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/over"
	"github.com/mcbnc/mcbnc/core/learn/table"
)

// together are the constraints with all pairs forbidden that no row of these tables has values of both of, unless one is
// required. Without gaps nothing changes.
func together(given *graph.Constraints, tables []*table.Table, n int) *graph.Constraints {
	if !slices.ContainsFunc(tables, (*table.Table).Gaps) {
		return given
	}
	seen := make([]int, n*n)
	for _, t := range tables {
		known := make([]bitset.Set, n)
		for v := range known {
			known[v] = t.Known(v)
		}
		for at := range seen {
			if known[at/n].Intersects(known[at%n]) {
				seen[at]++
			}
		}
	}
	return over.Together(given, n, seen)
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
