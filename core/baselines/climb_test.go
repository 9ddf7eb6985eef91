package baselines

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/internal/oracle"
)

// distance is the summed SMHD and the summed SHD of the arcs, by definition.
func (c crowd) distance(g oracle.Matrix) (w worth) {
	for i, m := range c.inputs {
		w.moral += c.weights[i] * int64(oracle.SMHD(g, m))
		w.arcs += c.weights[i] * int64(differing(g, m))
	}
	return w
}

// differing counts the pairs that two DAGs do not have the same arc, or none, between.
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

// neighbours are the DAGs one move away, in the order of the moves.
func neighbours(g oracle.Matrix) (out []oracle.Matrix) {
	for k := add; k < stay; k++ {
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

// climb is the hill climb with every distance worked out anew.
func (c crowd) climb(measure func(g oracle.Matrix) worth) oracle.Matrix {
	g := oracle.New(c.n)
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
		c := drawCrowd(t, 6)
		tally := c.tally(t, equiv.Directed)
		got, err := ClimbSMHD(context.Background(), c.n, c.moral(), tally)
		require.NoError(t, err)
		require.Equal(t, c.climb(c.distance), matrixOf(got))
		arcs := func(g oracle.Matrix) worth { return worth{arcs: c.distance(g).arcs} }
		require.Equal(t, c.climb(arcs), matrixOf(ClimbSHD(c.n, tally)))
	})
}

// All that a climber holds stays what it would be if it were worked out anew.
func TestClimberKeepsBooks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		crowd := drawCrowd(t, 6)
		c := newClimber(crowd.n, crowd.moral(), crowd.tally(t, equiv.Directed))
		for m := c.best(); m.kind != stay; m = c.best() {
			c.take(m)
			g := matrixOf(c.g.DAG)
			here := crowd.distance(g)
			for u := range c.n {
				for v := range c.n {
					if u == v {
						continue
					}
					other := g.Clone()
					other[u][v] = !other[u][v]
					w := worth{c.gain[v*c.n+u], c.arcs[u*c.n+v]}
					if other.Acyclic() {
						there := crowd.distance(other)
						if g[u][v] {
							require.Equal(t, here.moral-there.moral, c.loss[v*c.n+u])
						} else {
							require.Equal(t, worth{there.moral - here.moral, there.arcs - here.arcs}, w)
						}
					}
					require.Equal(t, w.less(worth{}), c.open.Row(v).Has(u))
				}
			}
		}
	})
}

// A climb that is stopped returns where it is.
func TestClimbStops(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawCrowd(t, 5)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		g, err := ClimbSMHD(ctx, c.n, c.moral(), c.tally(t, equiv.Directed))
		require.ErrorIs(t, err, context.Canceled)
		require.Zero(t, g.Arcs())
	})
}
