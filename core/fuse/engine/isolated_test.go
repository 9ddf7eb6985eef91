package engine

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/synthetic"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// Nodes that no DAG joins to any other change the number of words of a set, and nothing else. So
// the code for sets of one word, and for rows of up to two, does what the code for more does.
func TestIsolatedNodes(t *testing.T) {
	t.Parallel()
	cases := 1000
	if testing.Short() {
		cases = 100
	}
	for seed := range cases {
		rng := oracle.Rand(uint64(seed))
		dags, weights := nasty(rng)
		opt := consensus.Options{Weights: weights, KMax: []int{-1, 0, 1, 10}[rng.IntN(4)], Cap: rng.IntN(3)}
		checkIsolated(t, graphtest.DAGs(dags), opt)
	}
	for _, size := range []struct{ n, r int }{{33, 5}, {64, 10}} {
		_, dags := synthetic.Inputs(synthetic.Successful, 1, size.n, size.r)
		checkIsolated(t, dags, consensus.Options{KMax: 10})
	}
}

func checkIsolated(t *testing.T, dags []*graph.DAG, opt consensus.Options) {
	t.Helper()
	n := dags[0].N
	order, want := runOn(t, dags, 1, opt)
	for _, most := range []int{64, 128} {
		apart := int32(most/n + 1)
		wide := make([]*graph.DAG, len(dags))
		for i, g := range dags {
			wide[i] = graphtest.Spaced(g, int(apart))
		}
		wideOrder, got := runOn(t, wide, 1, opt)
		joined := slices.DeleteFunc(wideOrder.Order, func(x int32) bool { return x%apart != 0 })
		require.Equal(t, order.Order, divided(joined, apart))
		for k := range got.Steps {
			step := &got.Steps[k]
			step.U, step.V, step.H, step.S = step.U/apart, step.V/apart, divided(step.H, apart), divided(step.S, apart)
			for c := range step.Cut {
				step.Cut[c].From /= apart
				step.Cut[c].To /= apart
			}
		}
		requireSteps(t, flattenAll(len(dags), want.Steps), flattenAll(len(dags), got.Steps), "%d nodes", wide[0].N)
		require.Equal(t, want.Counts, got.Counts)
	}
}

// divided divides each of the nodes, in place.
func divided(nodes []int32, by int32) []int32 {
	for k := range nodes {
		nodes[k] /= by
	}
	return nodes
}
