package equiv

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The valid Turns lead to exactly the classes that have a member with one arc of a member turned. Each leaves the
// Class consistent.
func TestTurn(t *testing.T) {
	t.Parallel()
	directed, undirected, paths := 0, 0, 0
	graphtest.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "n")
		c := FromDAG(graphtest.DAG(oracle.DrawDAG(t, n, "dag")), Completed)
		other := FromDAG(graphtest.DAG(oracle.DrawDAG(t, n, "other")), Completed)
		before := oracle.Matrix(graphtest.PDAGMatrix(c.CPDAG()))
		want := []string{}
		indifferent := func(int, []int) int64 { return 0 }
		for _, m := range oracle.Turns(before, indifferent, oracle.SearchOptions{MaxParents: -1}) {
			want = append(want, fmt.Sprint(m.State))
		}
		got := []string{}
		for v := range n {
			for u := range n {
				if !c.Pa(u).Has(v) && !c.Ne(u).Has(v) {
					continue
				}
				among := c.Ne(v).Clone()
				among.Remove(u)
				c.EachClique(among, 0, n, func(clique bitset.Set) bool {
					valid, path := c.TurnPath(u, v, clique, nil)
					if !valid {
						if path != nil {
							paths++
							requireTurnPath(t, c, u, v, clique, path)
							forbids(t, other, u, v, clique, path)
						}
						return true
					}
					if c.Ne(v).Has(u) {
						undirected++
					} else {
						directed++
					}
					turned := c.Clone()
					turned.Turn(u, v, clique)
					after := oracle.Matrix(graphtest.PDAGMatrix(turned.CPDAG()))
					requireSound(t, turned)
					requireTouched(t, turned, before, after)
					got = append(got, fmt.Sprint(after))
					return true
				})
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		require.Equal(t, want, slices.Compact(got))
	}, &directed, &undirected, &paths)
}

// requireTurnPath requires a path that makes a Turn invalid.
func requireTurnPath(t *rapid.T, c *Class, u, v int, clique bitset.Set, path []int32) {
	require.True(t, c.IsTurnPath(u, path))
	require.Equal(t, int32(v), path[0])
	require.Greater(t, len(path), 1)
	for _, x := range path {
		require.False(t, clique.Has(int(x)) || c.Ne(u).Has(int(x)) || int(x) == u)
	}
	require.True(t, c.Pa(u).Has(int(path[len(path)-1])) && c.IsPath(path))
}

// forbids requires that what makes a Turn invalid in one class does so in another one that has it too.
func forbids(t *rapid.T, c *Class, u, v int, clique bitset.Set, path []int32) {
	if c.Pa(u).Has(v) && clique.SubsetOf(c.Ne(v)) && c.IsClique(clique) && c.IsTurnPath(u, path) {
		valid, _ := c.TurnPath(u, v, clique, nil)
		require.False(t, valid)
	}
}
