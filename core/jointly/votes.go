package jointly

import (
	"math"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/graph"
)

// Votes are the numbers of DAGs that join each pair of nodes.
type Votes struct {
	N, Sites int
	joined   []int // (n, n), symmetric
}

// Count counts the votes of some DAGs on n nodes.
func Count(n int, dags []*graph.DAG) *Votes {
	v := &Votes{N: n, Sites: len(dags), joined: make([]int, n*n)}
	for _, g := range dags {
		for y := range n {
			pa := g.Pa(y)
			for x := pa.Next(0); x >= 0; x = pa.Next(x + 1) {
				v.joined[x*n+y]++
				v.joined[y*n+x]++
			}
		}
	}
	return v
}

// Pairs are the pairs that at least one DAG joins, and at least this share of all DAGs.
func (v *Votes) Pairs(share float64) bitset.Matrix {
	pairs := bitset.NewMatrix(v.N, v.N)
	for x := range v.N {
		for y := range v.N {
			if k := v.joined[x*v.N+y]; k > 0 && float64(k)/float64(v.Sites) >= share {
				pairs.Row(x).Add(y)
			}
		}
	}
	return pairs
}

// Penalties are what the votes add to a structure's score for each pair that it joins, in natural
// logarithms, (n, n). If k of m DAGs join the pair, that is the logarithm of the odds
// (k + ½) / (m − k + ½), or 0 if the odds are above 1.
func (v *Votes) Penalties() []float64 {
	m := float64(v.Sites)
	out := make([]float64, len(v.joined))
	for at, k := range v.joined {
		k := float64(k)
		out[at] = min(0, math.Log((k+0.5)/(m-k+0.5)))
	}
	return out
}
