package baselines

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// sample is a list of input DAGs with weights, as the oracle's matrices and as the engine's DAGs.
type sample struct {
	n       int
	inputs  []oracle.Matrix
	weights []int64
	dags    []*graph.DAG
}

// drawSample draws a few DAGs of at most the given number of nodes. Each is one of two DAGs without
// some of its arcs, so the DAGs have arcs in common.
func drawSample(t *rapid.T, most int) sample {
	s := sample{n: rapid.IntRange(1, most).Draw(t, "n")}
	sources := []oracle.Matrix{oracle.DrawDAG(t, s.n, "one"), oracle.DrawDAG(t, s.n, "other")}
	for range rapid.IntRange(1, 6).Draw(t, "r") {
		m := rapid.SampledFrom(sources).Draw(t, "source").Clone()
		for _, a := range m.Arcs() {
			m[a[0]][a[1]] = rapid.IntRange(0, 3).Draw(t, "gone") > 0
		}
		s.inputs = append(s.inputs, m)
		s.weights = append(s.weights, rapid.Int64Range(1, 4).Draw(t, "weight"))
	}
	s.dags = graphtest.DAGs(s.inputs)
	return s
}

func (s sample) total() (sum int64) { return s.weight(func(oracle.Matrix) bool { return true }) }

// weight is the weight of the inputs for which has is true.
func (s sample) weight(has func(m oracle.Matrix) bool) (sum int64) {
	for i, m := range s.inputs {
		if has(m) {
			sum += s.weights[i]
		}
	}
	return sum
}

func (s sample) counts(t require.TestingT, as equiv.Start) *metrics.EdgeCounts {
	counts, err := Count(context.Background(), s.dags, s.weights, func(g *graph.DAG) *graph.PDAG { return equiv.FromDAG(g, as).CPDAG() }, 2)
	require.NoError(t, err)
	return counts
}

// votes are those of the inputs' own arcs.
func (s sample) votes(t require.TestingT) equiv.Votes { return s.counts(t, equiv.Directed).Directed }

func (s sample) moral() *metrics.WeightedMorals {
	m := metrics.NewWeightedMorals(s.n)
	for i, g := range s.dags {
		m.Add(g.Moralize(), s.weights[i])
	}
	return m
}

// acyclicWith reports whether the acyclic graph g stays acyclic with the arc u → v.
func acyclicWith(g oracle.Matrix, u, v int) bool { return !g.Reachable(v)[u] }

// triples are the v-structures of a graph by definition, the lowest first.
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

// The transitive closure is right after any additions and removals of arcs.
func TestReachDAG(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "n")
		g, m := graph.NewReachDAG(n), oracle.New(n)
		for range rapid.IntRange(0, 20).Draw(t, "moves") {
			u, v := rapid.IntRange(0, n-1).Draw(t, "u"), rapid.IntRange(0, n-1).Draw(t, "v")
			switch {
			case g.Has(u, v):
				g.Cut(u, v)
				m[u][v] = false
			case !g.Reaches(v, u):
				g.Join(u, v)
				m[u][v] = true
			}
			require.Equal(t, m, matrixOf(g.DAG))
			for x := range n {
				for y, reached := range m.Reachable(x) {
					require.Equal(t, reached, g.Reaches(x, y))
				}
			}
		}
	})
}
