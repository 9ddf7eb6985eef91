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
	directed, undirected := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "n")
		c := FromDAG(graphtest.DAG(oracle.DrawDAG(t, n, "dag")), Completed)
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
					if !c.CanTurn(u, v, clique) {
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
	})
	require.Positive(t, min(directed, undirected))
}
