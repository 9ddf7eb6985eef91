package equiv

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// requireKnown checks the class of g under the directions against its definition.
func requireKnown(t require.TestingT, g, directed oracle.Matrix) {
	want := oracle.Constraints{Directed: directed}.Class(g)
	require.Equal(t, [][]bool(want), graphtest.PDAGMatrix(Known(graphtest.DAG(g), graphtest.DAG(directed))), "%v under %v", g, directed)
}

// All DAGs of up to four nodes, with every set of their own arcs as directions. Four nodes are as many as a rule has.
func TestKnownOfAllSmallDAGs(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 4; n++ {
		for _, g := range oracle.AllDAGs(n) {
			arcs := g.Arcs()
			for chosen := range 1 << len(arcs) {
				directed := oracle.New(n)
				for k, arc := range arcs {
					directed[arc[0]][arc[1]] = chosen>>k&1 == 1
				}
				requireKnown(t, g, directed)
			}
		}
	}
}

// Random DAGs, most of them dense, so that classes are large. Directions between nodes that are not adjacent say nothing, and may
// have a cycle.
func TestKnown(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "n")
		g, directed := oracle.New(n), oracle.New(n)
		for v := range n {
			for u := range v {
				g[u][v] = rapid.IntRange(0, 3).Draw(t, "joined") > 0
				switch rapid.IntRange(0, 3).Draw(t, "direction") {
				case 0:
					directed[u][v] = true
				case 1:
					directed[v][u] = !g[u][v]
				}
			}
		}
		requireKnown(t, g, directed)
	})
}

// A direction that the DAG goes against says nothing.
func TestKnownIgnoresWhatTheDAGDoesNotKeep(t *testing.T) {
	t.Parallel()
	chain := graph.NewDAG(3) // 0 → 1 → 2
	chain.Add(0, 1)
	chain.Add(1, 2)
	against := graph.NewDAG(3)
	against.Add(1, 0)
	require.True(t, Known(chain, against).Equal(Known(chain, nil)))
	along := graph.NewDAG(3)
	along.Add(0, 1)
	require.True(t, Known(chain, along).Equal(FromDAG(chain, Directed).CPDAG()), "rule 1 directs 1 - 2")
}
