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

// requireKnown checks the class of g under the directions against its definition. It is the CPDAG if no member keeps them.
func requireKnown(t require.TestingT, g, directed oracle.Matrix) (kept bool) {
	known := oracle.Constraints{Directed: directed}
	want := oracle.CPDAG(g)
	if kept = slices.ContainsFunc(oracle.ClassMembers(g), known.Keeps); kept {
		want = known.Class(g)
	}
	require.Equal(t, [][]bool(want), graphtest.PDAGMatrix(Known(graphtest.DAG(g), graphtest.DAG(directed))), "%v under %v", g, directed)
	return kept
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

// Random DAGs, most of them dense, so that classes are large. Directions may go against the DAG, so that it is not a member that
// keeps them. Directions between nodes that are not adjacent have no effect, and may have a cycle.
func TestKnown(t *testing.T) {
	t.Parallel()
	kept, not := 0, 0
	graphtest.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "n")
		g, directed := oracle.New(n), oracle.New(n)
		for v := range n {
			for u := range v {
				g[u][v] = rapid.IntRange(0, 3).Draw(t, "joined") > 0
				switch rapid.IntRange(0, 9).Draw(t, "direction") {
				case 0, 1:
					directed[u][v] = true
				case 2:
					directed[v][u] = true
				}
			}
		}
		if requireKnown(t, g, directed) {
			kept++
		} else {
			not++
		}
	}, &kept, &not)
}

// The example of the tiers a and then b, c: the tier fixes a → b, and rule 1 fixes b → c.
func TestKnownOfAChain(t *testing.T) {
	t.Parallel()
	chain, tiers := graph.NewDAG(3), graph.NewDAG(3) // a → b → c
	chain.Add(0, 1)
	chain.Add(1, 2)
	tiers.Add(0, 1)
	tiers.Add(0, 2)
	require.True(t, Known(chain, tiers).Equal(FromDAG(chain, Directed).CPDAG()))
	require.True(t, Known(chain, nil).Equal(FromDAG(chain, Completed).CPDAG()))
}
