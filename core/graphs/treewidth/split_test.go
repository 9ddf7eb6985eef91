package treewidth

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A clique separator is found if and only if there is one.
func TestCliqueSeparators(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 9)
		p := wholePiece(len(g), bits(g))
		every := bitset.New(p.n)
		every.Fill(p.n)
		exists := false
		for set := range uint64(1) << p.n {
			if isClique(p.adj, bitset.Set{set}) && len(components(p.n, p.adj, bitset.Set{every[0] &^ set})) > 1 {
				exists = true
			}
		}
		found := p.cliqueSeparators(context.Background(), every, func(clique bitset.Set, parts []component) bool {
			require.True(t, isClique(p.adj, clique))
			require.Greater(t, len(parts), 1)
			return true
		})
		require.Equal(t, exists, found)
	})
}

// The triangulation of minimalOrder is minimal: without any single fill edge, it is not chordal.
func TestMinimalOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 24)
		p := wholePiece(len(g), bits(g))
		every := bitset.New(p.n)
		every.Fill(p.n)
		order, later := p.minimalOrder(context.Background(), every)
		require.Equal(t, triangulateAlong(p.n, p.adj, order).later, later)
		chordal := triangulateAlong(p.n, p.adj, order).Chordal()
		for x := range p.n {
			for y := range x {
				if chordal.Row(x).Has(y) && !g[x][y] {
					less := chordal.Clone()
					less.Row(x).Remove(y)
					less.Row(y).Remove(x)
					filled := triangulateAlong(p.n, less, perfectOrder(p.n, less)).Chordal()
					require.False(t, filled.Equal(less), "%d - %d is not needed", x, y)
				}
			}
		}
	})
}

// An almost clique separator is used only if the parts are minors. In this graph, making v adjacent to b
// needs another component that is adjacent to both.
func TestUnsafeSeparator(t *testing.T) {
	t.Parallel()
	const v, a, b, d, e = 0, 1, 2, 3, 4
	arcs := [][2]int{{a, b}, {d, a}, {d, b}, {d, v}, {e, a}, {e, v}}
	for _, c := range []struct {
		more [][2]int
		safe bool
	}{{nil, false}, {[][2]int{{e, b}}, true}} {
		g := oracle.FromArcs(5, append(arcs, c.more...)).Skeleton()
		p := wholePiece(5, bits(g))
		clique := bitset.New(5)
		clique.Add(a)
		clique.Add(b)
		s := &solver{ctx: context.Background(), chordal: bits(g)}
		parts := s.splitAlmost(p, clique, v)
		require.Equal(t, c.safe, parts != nil)
		for _, part := range parts {
			checkBranches(t, g, part)
		}
	}
}
