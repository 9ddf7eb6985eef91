package treewidth

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/internal/oracle"
)

// drawGraph draws an undirected graph, sparse or dense.
func drawGraph(t *rapid.T, most int) (int, bitset.Matrix, oracle.Matrix) {
	n := rapid.IntRange(1, most).Draw(t, "n")
	share := rapid.IntRange(1, 9).Draw(t, "tenths")
	g := oracle.New(n)
	for u := range n {
		for v := range u {
			joined := rapid.IntRange(0, 9).Draw(t, "edge") < share
			g[u][v], g[v][u] = joined, joined
		}
	}
	return n, matrixOf(g), g
}

func matrixOf(g oracle.Matrix) bitset.Matrix {
	m := bitset.NewMatrix(len(g), len(g))
	for u := range g {
		for _, v := range g.Neighbours(u) {
			m.Row(u).Add(v)
		}
	}
	return m
}

func TestExactAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, adjacency, g := drawGraph(t, 12)
		before := adjacency.Clone()
		r := Exact(context.Background(), n, adjacency)
		require.True(t, before.Equal(adjacency), "the graph was changed")
		require.Equal(t, oracle.ExactTreewidth(g), r.Best.Width)
		require.True(t, r.Proved())
		checkMinor(t, n, adjacency, r.Minor)
	})
}

// Without any preparation the search decides as well.
func TestSearchAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, adjacency, g := drawGraph(t, 12)
		every := bitset.New(n)
		every.Fill(n)
		if len(components(n, adjacency, every)) > 1 {
			t.Skip("not connected")
		}
		exact := oracle.ExactTreewidth(g)
		for k := range n {
			s := newSearch(wholePiece(n, adjacency), k)
			found, err := s.run(context.Background())
			require.NoError(t, err)
			require.Equal(t, exact <= k, found, "k = %d", k)
			if found {
				chordal := adjacency.Clone()
				s.decomposition(func(clique bitset.Set) {
					require.LessOrEqual(t, clique.Count(), k+1)
					for x := clique.Next(0); x >= 0; x = clique.Next(x + 1) {
						chordal.Row(x).Or(clique)
						chordal.Row(x).Remove(x)
					}
				})
				require.LessOrEqual(t, along(n, chordal, perfectOrder(n, chordal)).Width, k)
			}
		}
	})
}

// checkMinor holds a minor against what it claims to prove.
func checkMinor(t require.TestingT, n int, adjacency bitset.Matrix, m Minor) {
	owner := make([]int, n)
	for i, branch := range m.Branches {
		set := bitset.New(n)
		for _, x := range branch {
			require.Zero(t, owner[x], "branches share a node")
			owner[x] = i + 1
			set.Add(int(x))
		}
		require.Len(t, components(n, adjacency, set), 1, "a branch is not connected")
	}
	for i, branch := range m.Branches {
		next := map[int]bool{}
		for _, x := range branch {
			for y := adjacency.Row(int(x)).Next(0); y >= 0; y = adjacency.Row(int(x)).Next(y + 1) {
				if owner[y] != 0 && owner[y] != i+1 {
					next[owner[y]] = true
				}
			}
		}
		require.GreaterOrEqual(t, len(next), m.Degree)
	}
	require.True(t, m.Degree == 0 || len(m.Branches) > 0)
}
