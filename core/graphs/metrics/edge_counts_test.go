package metrics

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// SHD is the weighted sum of the distances to the single graphs, and the weights are those of the
// graphs with the edge.
func TestEdgeCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "n")
		counts := NewEdgeCounts(n)
		p := oracle.CPDAG(oracle.DrawDAG(t, n, "p"))
		var others []oracle.Matrix
		var weights []int64
		var want Sum
		for range rapid.IntRange(1, 5).Draw(t, "r") {
			other := oracle.CPDAG(oracle.DrawDAG(t, n, "input"))
			weight := rapid.Int64Range(0, 1<<40).Draw(t, "weight")
			counts.Add(graphtest.PDAG(other), weight)
			want.Add(weight * int64(oracle.SHD(p, other)))
			others, weights = append(others, other), append(weights, weight)
		}
		require.Equal(t, want, counts.SHD(graphtest.PDAG(p)))
		sum := func(has func(m oracle.Matrix) bool) (weight int64) {
			for i, m := range others {
				if has(m) {
					weight += weights[i]
				}
			}
			return weight
		}
		require.Equal(t, sum(func(oracle.Matrix) bool { return true }), counts.Total())
		for u := range n {
			for v := range n {
				require.Equal(t, sum(func(m oracle.Matrix) bool { return m.Directed(u, v) }), counts.Directed(u, v))
				require.Equal(t, sum(func(m oracle.Matrix) bool { return m.Undirected(u, v) }), counts.Undirected(u, v))
				require.Equal(t, sum(func(m oracle.Matrix) bool { return m.Adjacent(u, v) }), counts.Joined(u, v))
			}
		}
	})
}
