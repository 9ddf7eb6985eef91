package treewidth

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The checks of this file use only the definitions, not the way a certificate was found.

// checkTree checks that a clique tree is a tree decomposition of the given width: it is a tree, every
// edge of the graph is in a clique, and the cliques of each node are connected. The width is the size of
// the largest clique, minus one.
func checkTree(t require.TestingT, g oracle.Matrix, cliques [][]int32, parent []int32, width int) {
	require.Len(t, parent, len(cliques))
	roots, largest := 0, 0
	for k := range cliques {
		largest = max(largest, len(cliques[k]))
		at, steps := int32(k), 0
		for ; parent[at] >= 0; at = parent[at] {
			steps++
			require.LessOrEqual(t, steps, len(parent), "the tree has a cycle")
		}
		if parent[k] < 0 {
			roots++
		}
	}
	require.Equal(t, 1, roots)
	require.Equal(t, width, largest-1)
	holds := make([]map[int]bool, len(cliques))
	for k, clique := range cliques {
		holds[k] = map[int]bool{}
		for _, x := range clique {
			holds[k][int(x)] = true
		}
	}
	for x := range g {
		// The cliques with x are connected if exactly one of them has a parent without x, or no parent.
		tops := 0
		for k := range cliques {
			if holds[k][x] && (parent[k] < 0 || !holds[parent[k]][x]) {
				tops++
			}
		}
		require.Equal(t, 1, tops, "the cliques of node %d", x)
		for _, y := range g.Neighbours(x) {
			found := false
			for k := range cliques {
				found = found || holds[k][x] && holds[k][y]
			}
			require.True(t, found, "no clique has %d and %d", x, y)
		}
	}
}

// checkMinor checks that the branch sets are disjoint and connected, and that each is adjacent to at
// least Degree others.
func checkMinor(t require.TestingT, g oracle.Matrix, m Minor) {
	owner := make([]int, len(g))
	for i, branch := range m.Branches {
		require.NotEmpty(t, branch)
		for _, x := range branch {
			require.Zero(t, owner[x], "branches share a node")
			owner[x] = i + 1
		}
	}
	for i, branch := range m.Branches {
		seen, next := map[int]bool{int(branch[0]): true}, map[int]bool{}
		for todo := []int{int(branch[0])}; len(todo) > 0; {
			x := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, y := range g.Neighbours(x) {
				if owner[y] == i+1 && !seen[y] {
					seen[y] = true
					todo = append(todo, y)
				}
				if owner[y] != 0 && owner[y] != i+1 {
					next[owner[y]] = true
				}
			}
		}
		require.Len(t, seen, len(branch), "a branch is not connected")
		require.GreaterOrEqual(t, len(next), m.Degree)
	}
	require.True(t, m.Degree == 0 || len(m.Branches) > 0)
}

// checkResult checks all certificates of a result.
func checkResult(t require.TestingT, g oracle.Matrix, r *Result) {
	cliques, parent := r.Best.CliqueTree()
	checkTree(t, g, cliques, parent, r.Best.Width)
	require.Equal(t, r.Best.Width, oracle.Width(g, r.Best.Order))
	checkMinor(t, g, r.Minor)
	require.LessOrEqual(t, r.Minor.Degree, r.Lower)
	require.LessOrEqual(t, r.Lower, r.Best.Width)
}

// drawGraph draws an undirected graph of at most the given number of nodes, sparse or dense.
func drawGraph(t *rapid.T, most int) oracle.Matrix {
	return drawGraphOf(t, rapid.IntRange(1, most).Draw(t, "n"))
}

// drawGraphOf draws an undirected graph of n nodes.
func drawGraphOf(t *rapid.T, n int) oracle.Matrix {
	share := rapid.IntRange(1, 9).Draw(t, "tenths")
	g := oracle.New(n)
	for u := range n {
		for v := range u {
			joined := rapid.IntRange(0, 9).Draw(t, "edge") < share
			g[u][v], g[v][u] = joined, joined
		}
	}
	return g
}

// graphOf is the undirected graph of n nodes with an edge between u and v if joined is true of them, in
// either order.
func graphOf(n int, joined func(u, v int) bool) oracle.Matrix {
	g := oracle.New(n)
	for u := range n {
		for v := range u {
			g[u][v] = joined(u, v) || joined(v, u)
			g[v][u] = g[u][v]
		}
	}
	return g
}

func bits(g oracle.Matrix) bitset.Matrix {
	m := bitset.NewMatrix(len(g), len(g))
	for u := range g {
		for _, v := range g.Neighbours(u) {
			m.Row(u).Add(v)
		}
	}
	return m
}

func exact(g oracle.Matrix) *Result { return Exact(context.Background(), len(g), bits(g)) }

// exhaust runs the search alone on the whole graph.
func exhaust(g oracle.Matrix, k int) (*search, bool, error) {
	s := newSearch(context.Background(), wholePiece(len(g), bits(g)), k)
	found, err := s.run()
	return s, found, err
}

func TestTriangulate(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 12)
		m := bits(g)
		before := m.Clone()
		for _, rule := range []Rule{MinFill, MinDegree} {
			found, err := Triangulate(context.Background(), len(g), m, rule)
			require.NoError(t, err)
			require.True(t, before.Equal(m), "the graph was changed")
			require.Equal(t, oracle.Width(g, found.Order), found.Width)
			cliques, parent := found.CliqueTree()
			checkTree(t, g, cliques, parent, found.Width)
			for i, clique := range cliques {
				for k, other := range cliques {
					require.True(t, i == k || !subset(clique, other), "a clique is in another")
				}
			}
			chordal := found.Chordal()
			require.Equal(t, found.Width, triangulateAlong(len(g), chordal, found.Order).Width)
			require.Equal(t, chordal, triangulateAlong(len(g), chordal, perfectOrder(len(g), chordal)).Chordal())
			require.Equal(t, byRule[rule](g), found.Width)
		}
	})
}

// Widths finds the width of each graph as Triangulate does, whatever it was asked about before.
func TestWidths(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 10).Draw(t, "n")
		widths := NewWidths(n)
		for range 3 {
			m := bits(drawGraphOf(t, n))
			want := triangulate(context.Background(), n, m, MinFill, nil).Width
			most := rapid.IntRange(0, n).Draw(t, "most")
			if got := widths.MinFill(m, most); want <= most {
				require.Equal(t, want, got)
			} else {
				require.Greater(t, got, most)
			}
		}
	})
}

var byRule = map[Rule]func(oracle.Matrix) int{MinFill: oracle.MinFill, MinDegree: oracle.MinDegree}

func subset(a, b []int32) bool {
	in := map[int32]bool{}
	for _, x := range b {
		in[x] = true
	}
	for _, x := range a {
		if !in[x] {
			return false
		}
	}
	return true
}
