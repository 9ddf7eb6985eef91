package equiv

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// An obstacle is a set of nodes between which there is no extension, and without any one of them
// there is one. Trying every orientation gives the same.
func TestObstacle(t *testing.T) {
	t.Parallel()
	found := 0
	graphtest.Check(t, func(t *rapid.T) {
		p := drawPDAG(t, rapid.IntRange(1, 7).Draw(t, "n"))
		if len(p.Links()) > 10 || len(oracle.Extensions(p)) > 0 {
			return
		}
		found++
		nodes := graphtest.Ints(Obstacle(graphtest.PDAG(p)))
		require.True(t, slices.IsSorted(nodes))
		require.Empty(t, oracle.Extensions(between(p, nodes)), "%v", nodes)
		for k := range nodes {
			rest := slices.Delete(slices.Clone(nodes), k, k+1)
			require.NotEmpty(t, oracle.Extensions(between(p, rest)), "%v", rest)
		}
	}, &found)
}

// An obstacle of many nodes is found in bounded time, if not as small as it could be.
func TestObstacleInALargeGraph(t *testing.T) {
	t.Parallel()
	const n = 900
	cycle := graph.NewPDAG(n)
	for x := range n {
		cycle.AddUndirected(x, (x+1)%n)
	}
	require.Len(t, Obstacle(cycle), n)
	cycle.AddUndirected(700, 703)
	require.Equal(t, []int32{700, 701, 702, 703}, Obstacle(cycle))
}

// drawPDAG draws any graph of n nodes with directed and undirected edges.
func drawPDAG(t *rapid.T, n int) oracle.Matrix {
	p := oracle.New(n)
	for i := range n {
		for j := range i {
			edge := rapid.IntRange(0, 5).Draw(t, "edge")
			p[i][j] = edge == 1 || edge == 3
			p[j][i] = edge == 2 || edge == 3
		}
	}
	return p
}

// between is the part of p between these nodes.
func between(p oracle.Matrix, nodes []int) oracle.Matrix {
	out := oracle.New(len(nodes))
	for i, u := range nodes {
		for j, v := range nodes {
			out[i][j] = p[u][v]
		}
	}
	return out
}
