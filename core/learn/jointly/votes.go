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
	voters   []int // (n, n), symmetric: the DAGs that have both nodes; nil: all of them
}

// NewUnequalVotes are those of DAGs on some of n nodes each. None has any pair.
func NewUnequalVotes(n, sites int) *Votes {
	v := NewVotes(n, sites)
	v.voters = make([]int, n*n)
	return v
}

// Have adds a number of DAGs that have both x and y.
func (v *Votes) Have(x, y, dags int) {
	v.voters[x*v.N+y] += dags
	v.voters[y*v.N+x] += dags
}

// NewVotes are the votes of a number of DAGs on n nodes. None joins any pair.
func NewVotes(n, sites int) *Votes { return &Votes{N: n, Sites: sites, joined: make([]int, n*n)} }

// Join adds a number of DAGs that join x and y.
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

// Share is the share of the DAGs that join x and y, among those that have both.
func (v *Votes) Share(x, y int) float64 {
	if k := v.joined[x*v.N+y]; k > 0 {
		return float64(k) / float64(v.of(x*v.N+y))
	}
	return 0
}

// of is the number of DAGs that have both nodes of a pair.
func (v *Votes) of(at int) int {
	if v.voters == nil {
		return v.Sites
	}
	return v.voters[at]
}

// Pairs are the pairs that at least one DAG joins, and at least this share of those that have both nodes.
func (v *Votes) Pairs(share float64) bitset.Matrix {
	pairs := bitset.NewMatrix(v.N, v.N)
	for x := range v.N {
		for y := range v.N {
			if v.joined[x*v.N+y] > 0 && v.Share(x, y) >= share {
				pairs.Row(x).Add(y)
			}
		}
	}
	return pairs
}

// Penalties are what the votes add to a structure's score for each pair that it joins, in natural
// logarithms, (n, n): see Penalty.
func (v *Votes) Penalties() []float64 {
	out := make([]float64, len(v.joined))
	for at, k := range v.joined {
		out[at] = Penalty(k, v.of(at))
	}
	return out
}

// Penalty is what a pair costs that k of m DAGs join: the logarithm of the odds (k + ½) / (m − k + ½), or 0 if the odds are
// above 1.
func Penalty(k, m int) float64 {
	joined, all := float64(k), float64(m)
	return min(0, math.Log((joined+0.5)/(all-joined+0.5)))
}
