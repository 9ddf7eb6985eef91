package over

import (
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/jointly"
)

// votes are, for each pair of columns, how many sites see both, and how many of their DAGs join it.
type votes struct {
	n            int
	seen, joined []int // (n, n), symmetric
	none         bool  // there are no DAGs
}

// count counts the votes of the sites. dags[k] is that of the caller's site k, without arcs at columns that the site does not
// see. Without DAGs no one votes.
func count(n int, sites []*site, dags []*graph.DAG) *votes {
	v := &votes{n: n, seen: make([]int, n*n), joined: make([]int, n*n), none: dags == nil}
	for _, s := range sites {
		for _, a := range s.columns {
			for _, b := range s.columns {
				if a, b := int(a), int(b); s.sees(a, b) {
					v.seen[a*n+b]++
					if dags != nil && dags[s.given].Adjacent(a, b) {
						v.joined[a*n+b]++
					}
				}
			}
		}
	}
	return v
}

// weights are w(a, b) of step 1, and what the caller gave.
func (v *votes) weights(given []float64) []float64 {
	out := make([]float64, len(v.seen))
	for at, m := range v.seen {
		if !v.none {
			out[at] = jointly.Penalty(v.joined[at], m)
		}
		if given != nil {
			out[at] += given[at]
		}
	}
	return out
}

// Together are the caller's constraints on n columns, with all pairs forbidden that no site sees and that are not required.
// seen is (n, n): how many sites see both columns.
func Together(given *graph.Constraints, n int, seen []int) *graph.Constraints {
	c := graph.NewConstraints(n)
	if given != nil {
		c.Required, c.Directed = given.Required, given.Directed
	}
	for x := range n {
		row := c.Forbidden.Row(x)
		for y := range n {
			if x != y && seen[x*n+y] == 0 && !c.Required.Row(x).Has(y) {
				row.Add(y)
			}
		}
		if given != nil {
			row.Or(given.Forbidden.Row(x))
		}
	}
	return c
}
