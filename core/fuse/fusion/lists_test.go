package fusion

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

// With lists of children, making sinks costs and changes what it does without. A copy has lists of its own.
func TestChildLists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(65, 90).Draw(t, "n") // one word has its own ways
		dag := graphtest.DAG(oracle.RandomDAG(oracle.Rand(rapid.Uint64().Draw(t, "seed")), n, rapid.SampledFrom([]float64{0.02, 0.05, 0.15}).Draw(t, "density")))
		made := func(lists bool) (SinkCosts, *Scratch) {
			scratch := NewScratch(n)
			s := NewSinkCosts(dag.Clone(), make([]int32, n), scratch)
			if lists {
				s.children = newChildLists(s.g)
			}
			return s, scratch
		}
		rows, inRows := made(false)
		listed, inLists := made(true)
		require.Nil(t, rows.children)
		for k, x := range rapid.Permutation(slices.Collect(nodesOf(n))).Draw(t, "order") {
			if k == n/2 {
				again, _ := made(true)
				again.CopyFrom(&listed)
				for _, list := range listed.children {
					clear(list)
				}
				listed = again
			}
			rows.MakeSink(x, 1, inRows)
			listed.MakeSink(x, 1, inLists)
			require.Equal(t, rows.cost, listed.cost)
			require.True(t, rows.g.Equal(listed.g))
			for y := range n {
				require.ElementsMatch(t, rows.g.Ch(y).Append(nil), listed.children[y])
			}
		}
	})
}

// Where rows are long there are lists.
func TestLongRowsHaveChildLists(t *testing.T) {
	for _, n := range []int{64*bitset.Long - 64, 64*bitset.Long - 63} {
		s := NewSinkCosts(graph.NewDAG(n), make([]int32, n), NewScratch(n))
		require.Equal(t, n > 64*bitset.Long-64, s.children != nil)
	}
}

func nodesOf(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for x := 0; x < n && yield(x); x++ {
		}
	}
}
