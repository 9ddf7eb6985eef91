package flow

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A cut is as large as its proof says: after the removal of arcs into other nodes than those of its support, when a
// removed node that is not in its border is put back, and after both.
func TestProvenCut(t *testing.T) {
	stood, putBack := 0, 0
	contract(t, func(t *rapid.T, q question) {
		n, g := q.n, q.graph()
		given, removed := graphtest.Set(n, q.given...), graphtest.Set(n, append(q.given, q.extra...)...)
		size, support, border := cutterFor(n).ProvenCut(g, q.u, q.v, given, removed, NoLimit)
		requireSize := func(want int, msg string) {
			require.Equal(t, want, sizeWithout(q, given, removed), msg)
		}
		requireSize(size, "as it is")
		for limit := range size + 1 {
			limited, _, _ := cutterFor(n).ProvenCut(g, q.u, q.v, given, removed, limit)
			require.Equal(t, limit, limited)
		}
		arcs := slices.DeleteFunc(q.dag.Arcs(), func(arc [2]int) bool {
			return size > 0 && support.Has(arc[1]) || rapid.IntRange(0, 2).Draw(t, "stays") == 0
		})
		for _, arc := range arcs {
			q.dag[arc[0]][arc[1]] = false
		}
		requireSize(size, "with fewer arcs")
		g = q.graph()
		for _, x := range q.extra {
			var probe bitset.Set = graphtest.Set(n, x)
			if !border.Has(x) && removed.Has(x) && !given.Has(x) && g.AncestralHas(q.u, q.v, given, probe) {
				removed.Remove(x)
				requireSize(size, "with a node put back")
				putBack++
			}
		}
		if size > 0 && len(arcs) > 0 {
			stood++
		}
	})
	if !testing.Short() { // which draws few
		require.Positive(t, stood)
		require.Positive(t, putBack)
	}
}

// sizeWithout is the size of the cut by the oracle.
func sizeWithout(q question, given, removed bitset.Set) int {
	ends := append(graphtest.Ints(given.Append(nil)), q.u, q.v)
	size, _ := oracle.MinCut(oracle.MoralWithout(q.dag, ends, graphtest.Ints(removed.Append(nil))), q.u, q.v)
	return size
}

// Where Explain says that its member raises the cut, the cut given this member too is larger. It stays so while the arcs
// into the support stay.
func TestExplainRaises(t *testing.T) {
	raised := 0
	contract(t, func(t *rapid.T, q question) {
		n, g := q.n, q.graph()
		less, more := graphtest.Set(n, q.given...), graphtest.Set(n, append(q.given, q.extra...)...)
		lower := sizeWithout(q, less, more)
		if lower == sizeWithout(q, more, more) {
			return
		}
		member, edges, raises, support := cutterFor(n).Explain(g, q.u, q.v, less, more, true)
		require.True(t, raises || edges > 1)
		if !raises {
			return
		}
		raised++
		less.Add(member)
		require.Greater(t, sizeWithout(q, less, more), lower)
		for _, arc := range q.dag.Arcs() {
			if !support.Has(arc[1]) && rapid.Bool().Draw(t, "goes") {
				q.dag[arc[0]][arc[1]] = false
			}
		}
		require.Greater(t, sizeWithout(q, less, more), lower)
	})
	if !testing.Short() {
		require.Positive(t, raised)
	}
}
