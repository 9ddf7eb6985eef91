package treewidth

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The search alone decides rightly for each k. If the answer is yes, its cliques give a triangulation of
// width at most k.
func TestSearchAgainstBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 12)
		every := bitset.New(len(g))
		every.Fill(len(g))
		if len(components(len(g), bits(g), every)) > 1 {
			t.Skip("not connected")
		}
		width := oracle.ExactTreewidth(g)
		for k := range len(g) {
			s, found, err := exhaust(g, k)
			require.NoError(t, err)
			require.Equal(t, width <= k, found, "k = %d", k)
			if found {
				chordal := bits(g)
				s.eachClique(func(clique bitset.Set) {
					require.LessOrEqual(t, clique.Count(), k+1)
					for x := clique.Next(0); x >= 0; x = clique.Next(x + 1) {
						chordal.Row(x).Or(clique)
						chordal.Row(x).Remove(x)
					}
				})
				require.LessOrEqual(t, triangulateAlong(len(g), chordal, perfectOrder(len(g), chordal)).Width, k)
			}
		}
	})
}

// A search that exceeds its memory limit fails.
func TestSearchIsBoundedInMemory(t *testing.T) {
	t.Parallel()
	g := grid(6, 6)
	s := newSearch(context.Background(), wholePiece(len(g), bits(g)), 5)
	s.limit = 1000
	_, err := s.run()
	require.ErrorIs(t, err, errMemory)
}

// A set of nodes is a potential maximal clique if and only if it is a maximal clique of some minimal
// triangulation. Every minimal triangulation results from some elimination order.
func TestPotentialMaximalCliques(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 6)
		n, m := len(g), bits(g)
		var chordal []*Triangulation
		for _, order := range permutations(n) {
			chordal = append(chordal, triangulateAlong(n, m, order))
		}
		cliques := map[uint64]bool{}
		for _, a := range chordal {
			minimal := !slices.ContainsFunc(chordal, func(b *Triangulation) bool { return within(b, a) && !within(a, b) })
			for x := range n {
				clique := a.clique(x)
				inside := func(y int) bool { c := a.clique(y); return clique.SubsetOf(c) && !clique.Equal(c) }
				if minimal && !slices.ContainsFunc(identity(n), inside) {
					cliques[clique[0]] = true
				}
			}
		}
		s := newSearch(context.Background(), wholePiece(n, m), n)
		for set := uint64(1); set < 1<<n; set++ {
			nodes := bitset.Set{set}
			require.Equal(t, cliques[set], s.isPotentialMaximal(nodes, s.componentsWithout(nodes)), "%b", set)
		}
	})
}

// within reports whether all edges of a are edges of b.
func within(a, b *Triangulation) bool {
	x, y := a.Chordal(), b.Chordal()
	for v := range a.Order {
		if !x.Row(v).SubsetOf(y.Row(v)) {
			return false
		}
	}
	return true
}

func identity(n int) []int {
	nodes := make([]int, n)
	for x := range nodes {
		nodes[x] = x
	}
	return nodes
}

// permutations are all orders of n nodes.
func permutations(n int) [][]int32 {
	if n == 0 {
		return [][]int32{{}}
	}
	var all [][]int32
	for _, rest := range permutations(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(rest), at, int32(n-1)))
		}
	}
	return all
}
