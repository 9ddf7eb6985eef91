package baselines

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/internal/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/oracle"
	"github.com/mcbnc/mcbnc/core/metrics"
)

// crowd are inputs, as the oracle has them and as the package does.
type crowd struct {
	n       int
	inputs  []oracle.Matrix
	weights []int64
	dags    []*graph.DAG
}

// drawCrowd draws a few DAGs that have something in common: each is one of two, with
// some arcs gone.
func drawCrowd(t *rapid.T, most int) crowd {
	c := crowd{n: rapid.IntRange(1, most).Draw(t, "n")}
	sources := []oracle.Matrix{oracle.DrawDAG(t, c.n, "one"), oracle.DrawDAG(t, c.n, "other")}
	for range rapid.IntRange(1, 6).Draw(t, "r") {
		m := rapid.SampledFrom(sources).Draw(t, "source").Clone()
		for _, a := range m.Arcs() {
			m[a[0]][a[1]] = rapid.IntRange(0, 3).Draw(t, "gone") > 0
		}
		c.inputs = append(c.inputs, m)
		c.weights = append(c.weights, rapid.Int64Range(1, 4).Draw(t, "weight"))
	}
	c.dags = graphtest.DAGs(c.inputs)
	return c
}

func (c crowd) total() (sum int64) { return c.weight(func(oracle.Matrix) bool { return true }) }

// weight is that of the inputs that something is true of.
func (c crowd) weight(has func(m oracle.Matrix) bool) (sum int64) {
	for i, m := range c.inputs {
		if has(m) {
			sum += c.weights[i]
		}
	}
	return sum
}

func (c crowd) tally(t require.TestingT, as equiv.Start) *metrics.EdgeCounts {
	tally, err := Count(context.Background(), c.dags, c.weights, as, 2)
	require.NoError(t, err)
	return tally
}

func (c crowd) moral() *metrics.WeightedMorals {
	m := metrics.NewWeightedMorals(c.n)
	for i, g := range c.dags {
		m.Add(g.Moralize(), c.weights[i])
	}
	return m
}

// acyclicWith says whether the graph is acyclic with one arc more.
func acyclicWith(g oracle.Matrix, u, v int) bool { return !g.Reachable(v)[u] }

// triples are the v-structures of a graph, by definition, lowest first.
func triples(g oracle.Matrix) (out [][3]int32) {
	for a := range g {
		for c := range g {
			for b := a + 1; b < len(g); b++ {
				if g.Directed(a, c) && g.Directed(b, c) && !g.Adjacent(a, b) {
					out = append(out, [3]int32{int32(a), int32(c), int32(b)})
				}
			}
		}
	}
	return out
}

func matrixOf(g *graph.DAG) oracle.Matrix { return graphtest.Matrix(g) }

// A DAG that grows and shrinks knows what each node reaches.
func TestGrowing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "n")
		g, m := newGrowing(n), oracle.New(n)
		for range rapid.IntRange(0, 20).Draw(t, "moves") {
			u, v := rapid.IntRange(0, n-1).Draw(t, "u"), rapid.IntRange(0, n-1).Draw(t, "v")
			switch {
			case g.Has(u, v):
				g.remove(u, v)
				m[u][v] = false
			case !g.reaches(v, u):
				g.add(u, v)
				m[u][v] = true
			}
			require.Equal(t, m, matrixOf(g.DAG))
			for x := range n {
				for y, reached := range m.Reachable(x) {
					require.Equal(t, reached, g.reaches(x, y))
				}
			}
		}
	})
}
