// Package metrics measures how far graphs are from each other: moral and structural
// Hamming distances.
package metrics

import (
	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/graph"
)

// SMHD is the structural moral Hamming distance: the number of edges that one of
// two moral graphs of n nodes has and the other has not.
func SMHD(n int, a, b bitset.Matrix) int {
	twice := 0
	for x := range n {
		rowA, rowB := a.Row(x), b.Row(x)
		twice += rowA.Count() + rowB.Count() - 2*rowA.CountAnd(rowB)
	}
	return twice / 2
}

// SHD is the structural Hamming distance of two CPDAGs: the number of pairs of
// nodes whose edge is missing in one, or differs in kind or direction.
func SHD(a, b *graph.PDAG) int {
	distance := 0
	for v := range a.N {
		for u := range v {
			if edgeKind(a, u, v) != edgeKind(b, u, v) {
				distance++
			}
		}
	}
	return distance
}

func edgeKind(p *graph.PDAG, u, v int) byte {
	switch {
	case p.Ne(v).Has(u):
		return '-'
	case p.Pa(v).Has(u):
		return '>'
	case p.Ch(v).Has(u):
		return '<'
	}
	return ' '
}

// WeightedMorals answers for the summed SMHD to many moral graphs at once:
//
//	Σ_i w_i SMHD(G, G_i) = Σ_i w_i |G_i| + Σ_{edges of G} (Σ_i w_i − 2 · the weight of the G_i that have it)
//
// so that one graph costs its own edges, however many inputs there are.
type WeightedMorals struct {
	n        int
	total    int64
	constant Sum
	support  []int64 // support[x*n+y], x < y: the weight of the inputs that join x and y
}

// NewWeightedMorals returns the counts of no graphs over n nodes. It holds n² numbers.
func NewWeightedMorals(n int) *WeightedMorals {
	return &WeightedMorals{n: n, support: make([]int64, n*n)}
}

// Add puts a moral graph in, with its weight.
func (c *WeightedMorals) Add(moral bitset.Matrix, weight int64) {
	c.total += weight
	c.eachEdge(moral, func(x, y int) {
		c.support[x*c.n+y] += weight
		c.constant.Add(weight)
	})
}

// SMHD is the weighted sum of the distances of a moral graph to those of
// the inputs.
func (c *WeightedMorals) SMHD(moral bitset.Matrix) Sum {
	sum := c.constant
	c.eachEdge(moral, func(x, y int) { sum.Add(c.Cost(x, y)) })
	return sum
}

// Cost is what the edge x − y adds to the SMHD of a graph.
func (c *WeightedMorals) Cost(x, y int) int64 { return c.total - 2*c.support[min(x, y)*c.n+max(x, y)] }

// Total is the weight of all graphs.
func (c *WeightedMorals) Total() int64 { return c.total }

func (c *WeightedMorals) eachEdge(moral bitset.Matrix, f func(x, y int)) {
	for x := range c.n {
		row := moral.Row(x)
		for y := row.Next(x + 1); y >= 0; y = row.Next(y + 1) {
			f(x, y)
		}
	}
}
