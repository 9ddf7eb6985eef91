package engine

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// What is counted at once is what is counted pair by pair, in rows of one word and of several. A pair that is not joined has no
// votes.
func TestVotesWithin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, stride := rapid.IntRange(2, 7).Draw(t, "n"), rapid.SampledFrom([]int{1, 30}).Draw(t, "stride")
		draw := func(label string) *graph.DAG {
			return graphtest.Spaced(graphtest.DAG(oracle.DrawDAG(t, n, label)), stride)
		}
		joined, voters, weights := draw("joined"), []*graph.DAG{}, []int64{}
		for range rapid.IntRange(1, 5).Draw(t, "r") {
			voters = append(voters, draw("voter"))
			weights = append(weights, rapid.Int64Range(0, 1<<40).Draw(t, "weight"))
		}
		want, got := Votes(voters, weights), VotesWithin(joined, func(f func(u, v int, weight int64)) {
			local.EachArc(slices.All(voters), weights, f)
		})
		for x := range joined.N {
			for y := range joined.N {
				if joined.Adjacent(x, y) {
					require.Equal(t, want(x, y), got(x, y))
				} else {
					require.Zero(t, got(x, y))
				}
			}
		}
	})
}
