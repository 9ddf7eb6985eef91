package graph_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

func TestTopologyOfDAGs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 70).Draw(t, "n") // rows of one word or two
		m := oracle.DrawDAG(t, n, "dag")
		g := graphtest.DAG(m)
		require.Nil(t, g.FindCycle())
		order := g.TopologicalOrder()
		require.Len(t, order, n)
		for _, a := range m.Arcs() {
			require.Less(t, slices.Index(order, int32(a[0])), slices.Index(order, int32(a[1])))
		}
		anc := bitset.NewMatrix(n, n)
		for _, x := range order {
			g.AncestorsOf(int(x), anc)
		}
		x := rapid.IntRange(0, n-1).Draw(t, "x")
		require.Equal(t, m.Ancestors(x), graphtest.Rows(n, anc)[x])
	})
}

// If there is a cycle, FindCycle returns one, its lowest node first. Otherwise it returns nil.
func TestFindCycle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		m := oracle.New(n)
		for i := range n {
			for j := range n {
				m[i][j] = rapid.IntRange(0, 4).Draw(t, "arc") == 0
			}
		}
		g := graphtest.DAG(m)
		cycle := g.FindCycle()
		require.Equal(t, m.Acyclic(), cycle == nil)
		require.Equal(t, m.Acyclic(), g.TopologicalOrder() != nil)
		require.Equal(t, m.Acyclic(), g.Acyclic())
		require.Equal(t, m.Acyclic(), graphtest.Spaced(g, 30).Acyclic())
		for k, x := range cycle {
			require.True(t, g.Has(x, cycle[(k+1)%len(cycle)]))
			require.GreaterOrEqual(t, x, cycle[0])
		}
	})
}

func TestMoralRowWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "n")
		m := oracle.DrawDAG(t, n, "dag")
		g := graphtest.DAG(m)
		u, v := 0, n-1
		want := oracle.AncestralMoral(m, u, v, nil)
		within := graphtest.Set(n)
		for x, in := range m.Ancestors(u, v) {
			if in {
				within.Add(x)
			}
		}
		for x := within.Next(0); x >= 0; x = within.Next(x + 1) {
			row := graphtest.Set(n)
			g.MoralRowWithin(x, within, row)
			for y := range n {
				require.Equal(t, want[x][y], row.Has(y))
			}
		}
	})
}

func TestRemoveAndUnite(t *testing.T) {
	g, h := graph.NewDAG(3), graph.NewDAG(3)
	g.Add(0, 1)
	h.Add(1, 2)
	g.Unite(h)
	require.Equal(t, 2, g.Arcs())
	require.True(t, g.Adjacent(2, 1))
	before := g.Clone()
	g.Remove(0, 1)
	require.False(t, g.Adjacent(0, 1))
	require.True(t, before.Has(0, 1), "a clone shares nothing")
	require.True(t, g.Equal(h))
}
