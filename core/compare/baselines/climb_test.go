package baselines

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// distance is the summed SMHD and the summed SHD of the arcs by definition.
func (s sample) distance(g oracle.Matrix) (w delta) {
	for i, m := range s.inputs {
		w.moral += s.weights[i] * int64(oracle.SMHD(g, m))
		w.arcs += s.weights[i] * int64(differing(g, m))
	}
	return w
}

// differing is the number of pairs of nodes between which the two DAGs differ.
func differing(g, m oracle.Matrix) (pairs int) {
	for v := range g {
		for u := range v {
			if g[u][v] != m[u][v] || g[v][u] != m[v][u] {
				pairs++
			}
		}
	}
	return pairs
}

// neighbours are the DAGs that one move leads to, in the order of ties.
func neighbours(g oracle.Matrix) (out []oracle.Matrix) {
	for k := add; k < noMove; k++ {
		for u := range g {
			for v := range g {
				next := g.Clone()
				switch {
				case u == v || g[u][v] == (k == add) || g[v][u]:
					continue
				case k == add:
					next[u][v] = true
				case k == remove:
					next[u][v] = false
				case k == reverse:
					next[u][v], next[v][u] = false, true
				}
				if next.Acyclic() {
					out = append(out, next)
				}
			}
		}
	}
	return out
}

// climb is the hill climb with every distance computed from the definition.
func (s sample) climb(measure func(g oracle.Matrix) delta) oracle.Matrix {
	g := oracle.New(s.n)
	for {
		here := measure(g)
		best, least := oracle.Matrix(nil), here
		for _, next := range neighbours(g) {
			if w := measure(next); w.less(least) {
				best, least = next, w
			}
		}
		if best == nil {
			return g
		}
		g = best
	}
}

func TestClimb(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSample(t, 6)
		counts := s.counts(t, equiv.Directed)
		got, err := ClimbSMHD(context.Background(), s.n, s.moral(), counts)
		require.NoError(t, err)
		require.Equal(t, s.climb(s.distance), matrixOf(got))
		arcs := func(g oracle.Matrix) delta { return delta{arcs: s.distance(g).arcs} }
		require.Equal(t, s.climb(arcs), matrixOf(ClimbSHD(s.n, counts)))
	})
}

// After each move, all that a climber holds equals what the definition gives.
func TestClimberStateIsConsistent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		inputs := drawSample(t, 6)
		c := newClimber(inputs.n, inputs.moral(), inputs.counts(t, equiv.Directed))
		for m := c.best(); m.kind != noMove; m = c.best() {
			c.apply(m)
			g := matrixOf(c.g.DAG)
			here := inputs.distance(g)
			for u := range c.n {
				for v := range c.n {
					if u == v {
						continue
					}
					other := g.Clone()
					other[u][v] = !other[u][v]
					w := delta{c.gain[v*c.n+u], c.arcs[u*c.n+v]}
					if other.Acyclic() {
						there := inputs.distance(other)
						if g[u][v] {
							require.Equal(t, here.moral-there.moral, c.loss[v*c.n+u])
						} else {
							require.Equal(t, delta{there.moral - here.moral, there.arcs - here.arcs}, w)
						}
					}
					require.Equal(t, w.less(delta{}), c.improving.Row(v).Has(u))
				}
			}
		}
	})
}

// If ctx ends, a climb returns the DAG reached so far.
func TestClimbIsCancelled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSample(t, 5)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		g, err := ClimbSMHD(ctx, s.n, s.moral(), s.counts(t, equiv.Directed))
		require.ErrorIs(t, err, context.Canceled)
		require.Zero(t, g.Arcs())
	})
}
