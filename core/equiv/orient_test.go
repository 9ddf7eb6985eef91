package equiv

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/oracle"
)

// Of any graph whose directed edges have no cycle Orient makes a DAG that keeps them
// and the skeleton: an extension, and Extension's own, wherever there is one.
func TestOrient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		p := oracle.DrawDAG(t, n, "dag")
		for _, arc := range p.Arcs() {
			p[arc[1]][arc[0]] = rapid.Bool().Draw(t, "undirected")
		}
		pdag := graphtest.PDAG(p)
		got := Orient(pdag)
		dag := oracle.Matrix(graphtest.Matrix(got))
		require.True(t, dag.Acyclic())
		require.Equal(t, p.Skeleton(), dag.Skeleton())
		for _, arc := range p.Arcs() {
			require.True(t, dag.Directed(arc[0], arc[1]))
		}
		if extension, err := Extension(pdag, nil); err == nil {
			require.True(t, extension.Equal(got))
		} else {
			require.Empty(t, oracle.Extensions(p))
		}
	})
}

// A square without a v-structure has no extension; one new v-structure is enough, and
// the lowest node bears it.
func TestOrientASquare(t *testing.T) {
	square := oracle.New(4)
	for i := range 4 {
		square[i][(i+1)%4], square[(i+1)%4][i] = true, true
	}
	dag := graphtest.Matrix(Orient(graphtest.PDAG(square)))
	require.Equal(t, [][2]int{{1, 0}, {2, 1}, {3, 0}, {3, 2}}, oracle.Matrix(dag).Arcs())
}
