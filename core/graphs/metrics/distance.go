// Package metrics measures distances between graphs: the structural Hamming distance and the
// structural moral Hamming distance.
//
//	distance.go     SMHD and SHD of two graphs; the summed SMHD to many graphs
//	projected.go    SMHD to graphs over some of the nodes, projected to these; summed
//	edge_counts.go  the summed SHD to many graphs
//	sum.go          exact sums of weighted distances
package metrics

import (
	"math/bits"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// SMHD is the structural moral Hamming distance: the number of edges that exactly one of two moral
// graphs of n nodes has. It costs O(n w) for rows of w words.
func SMHD(n int, a, b bitset.Matrix) int {
	twice := 0
	for x := range n {
		rowA, rowB := a.Row(x), b.Row(x)
		twice += rowA.Count() + rowB.Count() - 2*rowA.CountAnd(rowB)
	}
	return twice / 2
}

// SHD is the structural Hamming distance of two CPDAGs: the number of pairs of nodes with an edge
// in exactly one of them, or with edges of different kind or direction. It costs O(n w).
func SHD(a, b *graph.PDAG) int {
	twice := 0
	for v := range a.N {
		for w := range a.Ne(v) {
			differ := (a.Ne(v)[w] ^ b.Ne(v)[w]) | (a.Pa(v)[w] ^ b.Pa(v)[w]) | (a.Ch(v)[w] ^ b.Ch(v)[w])
			twice += bits.OnesCount64(differ)
		}
	}
	return twice / 2
}

// WeightedMorals is a summary of weighted moral graphs G_i that gives the summed SMHD of any graph
// G to them:
//
//	Σ_i w_i SMHD(G, G_i) = Σ_i w_i |G_i| + Σ_{edges e of G} (Σ_i w_i − 2 Σ_{i: e in G_i} w_i)
//
// A sum costs O(n w) for rows of w words, and O(1) for each edge of G. The cost does not depend on
// the number of graphs G_i.
type WeightedMorals struct {
	n        int
	total    int64   // Σ w_i
	constant Sum     // Σ w_i |G_i|
	support  []int64 // support[x*n+y], x < y: the weight of the graphs in which x and y are adjacent
}

// NewWeightedMorals returns the summary of no graphs over n nodes. It holds n² numbers.
func NewWeightedMorals(n int) *WeightedMorals {
	return &WeightedMorals{n: n, support: make([]int64, n*n)}
}

// Add adds a moral graph with its weight.
func (m *WeightedMorals) Add(moral bitset.Matrix, weight int64) {
	m.total += weight
	m.eachEdge(moral, func(x, y int) {
		m.support[x*m.n+y] += weight
		m.constant.Add(weight)
	})
}

// AddSums adds graphs by their sums alone: the sum of their weights, and for each pair
// x < y the weight of the graphs in which the two are adjacent.
func (m *WeightedMorals) AddSums(total int64, support func(x, y int) int64) {
	m.total += total
	for x := range m.n {
		for y := x + 1; y < m.n; y++ {
			weight := support(x, y)
			m.support[x*m.n+y] += weight
			m.constant.Add(weight)
		}
	}
}

// SMHD is the weighted sum of the distances of the moral graph to the graphs that were added.
func (m *WeightedMorals) SMHD(moral bitset.Matrix) Sum {
	sum := m.constant
	m.eachEdge(moral, func(x, y int) { sum.Add(m.Cost(x, y)) })
	return sum
}

// Floor is the least SMHD that a graph with some of the moral graph's edges can have.
func (m *WeightedMorals) Floor(moral bitset.Matrix) Sum {
	sum := m.constant
	m.eachEdge(moral, func(x, y int) { sum.Add(min(0, m.Cost(x, y))) })
	return sum
}

// Cost is the term of the edge x − y in the SMHD of a graph that has this edge.
func (m *WeightedMorals) Cost(x, y int) int64 { return m.total - 2*m.support[min(x, y)*m.n+max(x, y)] }

// Total is the sum of the weights of all graphs.
func (m *WeightedMorals) Total() int64 { return m.total }

// eachEdge calls f for each edge x − y of the moral graph, x < y.
func (m *WeightedMorals) eachEdge(moral bitset.Matrix, f func(x, y int)) {
	for x := range m.n {
		row := moral.Row(x)
		for y := row.Next(x + 1); y >= 0; y = row.Next(y + 1) {
			f(x, y)
		}
	}
}
