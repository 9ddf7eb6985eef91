package equiv

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// Orient makes a DAG with the skeleton and the directed edges of any graph whose directed edges are
// acyclic. If the graph has a consistent extension, Orient and Preferred give the same one.
func TestOrient(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		p := oracle.DrawDAG(t, n, "dag")
		for _, arc := range p.Arcs() {
			p[arc[1]][arc[0]] = rapid.Bool().Draw(t, "undirected")
		}
		pdag := graphtest.PDAG(p)
		votes := drawVotes(t, n)
		got := Orient(pdag, votes)
		dag := oracle.Matrix(graphtest.Matrix(got))
		require.True(t, dag.Acyclic())
		require.Equal(t, p.Skeleton(), dag.Skeleton())
		for _, arc := range p.Arcs() {
			require.True(t, dag.Directed(arc[0], arc[1]))
		}
		if extension, err := Preferred(pdag, nil, votes); err == nil {
			require.True(t, extension.Equal(got))
		} else {
			require.Empty(t, oracle.Extensions(p))
		}
	})
}

// An undirected cycle of four nodes has no consistent extension. One new v-structure is enough, and
// it is at the lowest node.
func TestOrientASquare(t *testing.T) {
	t.Parallel()
	square := oracle.New(4)
	for i := range 4 {
		square[i][(i+1)%4], square[(i+1)%4][i] = true, true
	}
	dag := graphtest.Matrix(Orient(graphtest.PDAG(square), nil))
	require.Equal(t, [][2]int{{1, 0}, {2, 1}, {3, 0}, {3, 2}}, oracle.Matrix(dag).Arcs())
}
