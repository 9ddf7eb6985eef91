package jointly

import (
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Votes are the numbers of DAGs that join each pair of nodes.
type Votes struct {
	N, Sites int
	joined   []int // (n, n), symmetric
}

// NewVotes are the votes of so many DAGs on n nodes, of which none joins any pair.
func NewVotes(n, sites int) *Votes { return &Votes{N: n, Sites: sites, joined: make([]int, n*n)} }

// Join says that so many more DAGs join x and y.
func (v *Votes) Join(x, y, dags int) {
	v.joined[x*v.N+y] += dags
	v.joined[y*v.N+x] += dags
}

// Count counts the votes of some DAGs on n nodes.
func Count(n int, dags []*graph.DAG) *Votes {
	v := NewVotes(n, len(dags))
	for _, g := range dags {
		for y := range n {
			pa := g.Pa(y)
			for x := pa.Next(0); x >= 0; x = pa.Next(x + 1) {
				v.Join(x, y, 1)
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
