package fusion

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A Mapper makes the oracle's I-maps, whatever it made before.
func TestMapper(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		all := make([]int, n)
		for x := range all {
			all[x] = x
		}
		m := NewMapper(n)
		for range 3 {
			g := oracle.DrawDAG(t, n, "dag")
			order := rapid.Permutation(all).Draw(t, "order")
			out := graph.NewDAG(n)
			m.EachArc(graphtest.DAG(g), nodes(order), out.Add)
			require.Equal(t, oracle.MinimalIMap(g, order), oracle.Matrix(graphtest.Matrix(out)))
			wide := graph.NewDAG(30 * n)
			NewMapper(30*n).EachArc(graphtest.Spaced(graphtest.DAG(g), 30), spaced(order, 30), wide.Add)
			require.True(t, graphtest.Spaced(out, 30).Equal(wide))
		}
	})
}

// spaced is an order of stride times as many nodes, in which node x*stride has the place of x.
func spaced(order []int, stride int) (out []int32) {
	for _, x := range order {
		for k := range stride {
			out = append(out, int32(x*stride+k))
		}
	}
	return out
}
