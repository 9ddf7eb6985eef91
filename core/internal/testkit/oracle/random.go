package oracle

import (
	"math/rand/v2"

	"pgregory.net/rapid"
)

// RandomDAG draws a DAG of n nodes. It has each arc along a random order with probability p.
func RandomDAG(rng *rand.Rand, n int, p float64) Matrix {
	g, order := New(n), rng.Perm(n)
	for i, v := range order {
		for _, u := range order[:i] {
			g[u][v] = rng.Float64() < p
		}
	}
	return g
}

// RandomDAGs draws r DAGs as RandomDAG does.
func RandomDAGs(rng *rand.Rand, r, n int, p float64) []Matrix {
	dags := make([]Matrix, r)
	for i := range dags {
		dags[i] = RandomDAG(rng, n, p)
	}
	return dags
}

// Rand is a random number generator that gives the same numbers for a seed on every machine.
func Rand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// DrawDAG draws a DAG of n nodes with rapid. A failing case shrinks towards few arcs.
func DrawDAG(t *rapid.T, n int, label string) Matrix {
	nodes := New(n).nodes(everyNode)
	order := rapid.Permutation(nodes).Draw(t, label+" order")
	arcs := rapid.SliceOfN(rapid.Bool(), n*(n-1)/2, n*(n-1)/2).Draw(t, label+" arcs")
	g, k := New(n), 0
	for i, v := range order {
		for _, u := range order[:i] {
			g[u][v] = arcs[k]
			k++
		}
	}
	return g
}
