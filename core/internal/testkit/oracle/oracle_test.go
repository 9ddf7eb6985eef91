package oracle_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The tests of this file compare two definitions of the same notion.

func TestDSeparation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "n")
		g := oracle.DrawDAG(t, n, "g")
		u, v, s := drawQuestion(t, n)
		require.Equal(t, oracle.DSeparatedByPaths(g, u, v, s), oracle.DSeparated(g, u, v, s))
	})
}

func TestMinCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "n")
		g := oracle.DrawDAG(t, n, "g")
		u, v, s := drawQuestion(t, n)
		moral := oracle.AncestralMoral(g, u, v, s)
		size, cut := oracle.MinCut(moral, u, v)
		wantSize, wantCut := oracle.MinCutBySides(moral, u, v)
		require.Equal(t, wantSize, size)
		require.Equal(t, wantCut, cut)
		if len(moral.Links()) <= 10 {
			require.Equal(t, oracle.MinCutByEdges(moral, u, v), size)
		}
		require.Equal(t, oracle.DSeparated(g, u, v, s), size == 0)
	})
}

// drawQuestion draws two different nodes and a set of others.
func drawQuestion(t *rapid.T, n int) (u, v int, s []int) {
	u = rapid.IntRange(0, n-1).Draw(t, "u")
	v = (u + rapid.IntRange(1, n-1).Draw(t, "v-u")) % n
	for x := range n {
		if x != u && x != v && rapid.Bool().Draw(t, "in S") {
			s = append(s, x)
		}
	}
	return u, v, s
}

// The CPDAG directs exactly the compelled edges, and its extensions are exactly the members of the class
// (Chickering 2002).
func TestCPDAGsOfAllDAGsOfFourNodes(t *testing.T) {
	for _, g := range oracle.AllDAGs(4) {
		p := oracle.CPDAG(g)
		require.Equal(t, oracle.ClassCPDAG(g), p)
		require.ElementsMatch(t, oracle.ClassMembers(g), oracle.Extensions(p))
		d, ok := oracle.Extension(p, nil)
		require.True(t, ok)
		require.True(t, oracle.SameClass(g, d) && oracle.IsExtension(p, d))
	}
}

func TestCPDAGsOfLargerDAGs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := oracle.DrawDAG(t, rapid.IntRange(5, 6).Draw(t, "n"), "g")
		if len(g.Arcs()) <= 9 {
			require.Equal(t, oracle.ClassCPDAG(g), oracle.CPDAG(g))
		}
	})
}

func TestExtensionFindsOneIffThereIsOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "n")
		p := oracle.DrawDAG(t, n, "g")
		for _, a := range p.Arcs() {
			p[a[1]][a[0]] = rapid.Bool().Draw(t, "undirected")
		}
		d, ok := oracle.Extension(p, nil)
		all := oracle.Extensions(p)
		require.Equal(t, len(all) > 0, ok)
		if ok {
			require.Contains(t, all, d)
		}
	})
}

// An undirected cycle of four nodes has no extension: every acyclic orientation makes a v-structure.
func TestNoExtension(t *testing.T) {
	p := oracle.New(4)
	for x := range 4 {
		y := (x + 1) % 4
		p[x][y], p[y][x] = true, true
	}
	_, ok := oracle.Extension(p, nil)
	require.False(t, ok)
	require.Empty(t, oracle.Extensions(p))
}

// A minimal I-map implies no false independence. Without any single arc of it, it does.
func TestMinimalIMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(t, "n")
		g := oracle.DrawDAG(t, n, "g")
		order := rapid.Permutation(nodes(n)).Draw(t, "order")
		imap := oracle.MinimalIMap(g, order)
		require.True(t, isIMap(imap, g))
		for _, a := range imap.Arcs() {
			less := imap.Clone()
			less[a[0]][a[1]] = false
			require.False(t, isIMap(less, g))
		}
	})
}

// isIMap reports whether each d-separation of h holds in g.
func isIMap(h, g oracle.Matrix) bool {
	n := len(g)
	for u := range n {
		for v := range u {
			for bits := range 1 << n {
				if bits>>u&1 == 1 || bits>>v&1 == 1 {
					continue
				}
				s := []int{}
				for x := range n {
					if bits>>x&1 == 1 {
						s = append(s, x)
					}
				}
				if oracle.DSeparated(h, u, v, s) && !oracle.DSeparated(g, u, v, s) {
					return false
				}
			}
		}
	}
	return true
}

func nodes(n int) []int {
	out := make([]int, n)
	for x := range out {
		out[x] = x
	}
	return out
}
