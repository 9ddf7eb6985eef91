package graph_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// Ordered constraints have an order and are stricter. They lose pairs on cycles alone. If required arcs close
// the cycle, no DAG that keeps the constraints has the pair.
func TestOrdered(t *testing.T) {
	all := [][]oracle.Matrix{1: oracle.AllDAGs(1), 2: oracle.AllDAGs(2), 3: oracle.AllDAGs(3), 4: oracle.AllDAGs(4)}
	stricter := 0
	graphtest.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "n")
		c := drawConstraints(t, n)
		got := c.Ordered()
		require.True(t, got.Directed.Acyclic())
		require.True(t, got.Required.Equal(c.Required))
		if c.Directed.Acyclic() {
			require.Same(t, c, got)
		}
		required := oracle.Matrix(graphtest.Matrix(c.RequiredArcs(n)))
		directed := oracle.Matrix(graphtest.Matrix(c.Directed))
		for u, v := range c.Directed.All() {
			require.NotEqual(t, got.Directed.Has(u, v), got.Forbids(u, v), "%d to %d", u, v)
			if got.Forbids(u, v) {
				stricter++
				require.True(t, directed.Reachable(v)[u])
				require.False(t, c.Required.Row(u).Has(v))
			}
			if required.Reachable(v)[u] {
				require.True(t, got.Forbids(u, v))
				for _, g := range all[n] {
					require.False(t, g.Adjacent(u, v) && keeps(c, g))
				}
			}
		}
		for _, g := range all[n] {
			require.False(t, keeps(got, g) && !keeps(c, g))
		}
	}, &stricter)
}

// drawConstraints draws constraints on n nodes that some DAG keeps. Their directions may have a cycle.
func drawConstraints(t *rapid.T, n int) *graph.Constraints {
	c := graph.NewConstraints(n)
	for v := range n {
		for u := range v {
			switch rapid.IntRange(0, 5).Draw(t, "known") {
			case 0, 1:
				c.Required.Row(u).Add(v)
				c.Required.Row(v).Add(u)
				c.Directed.Add(u, v)
			case 2:
				c.Directed.Add(u, v)
			case 3, 4:
				c.Directed.Add(v, u)
			}
		}
	}
	return c
}

// keeps reports whether a DAG keeps the constraints.
func keeps(c *graph.Constraints, g oracle.Matrix) bool {
	for u := range g {
		for v := range g {
			joined := g.Adjacent(u, v)
			if c.Required.Row(u).Has(v) && !joined || c.Forbids(u, v) && joined || c.Directed.Has(u, v) && g[v][u] {
				return false
			}
		}
	}
	return true
}
