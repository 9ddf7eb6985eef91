package ops

import (
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// The prior of structures "edges" is about their number of edges. Each pair of n columns is joined with the odds 1/n, so a
// structure's score gains −ln n for each pair that it joins. A pair that is required has no weight. With BIC this is the
// extended BIC with γ = ½ (Foygel and Drton 2010): as columns are added, false edges do not become more frequent by column.
// A prior of pairs is the same for all members of an equivalence class.

// ofPair is what the prior adds to a structure's score for each pair that it joins, by the number of columns.
func (s *Search) ofPair(columns int) float64 {
	if s.Prior != "edges" || columns == 0 {
		return 0
	}
	return -math.Log(float64(columns))
}

// Weights are the weights of pairs of n nodes, (n, n): those that the caller gave, and the prior's for this number of
// columns. nil: there are none.
func (s *Search) Weights(n, columns int) []float64 {
	each := s.ofPair(columns)
	if each == 0 {
		return s.PairWeights
	}
	weights := slices.Clone(s.PairWeights)
	if weights == nil {
		weights = make([]float64, n*n)
	}
	for x := range n {
		for y := range n {
			if x != y && !s.requires(x, y) {
				weights[x*n+y] += each
			}
		}
	}
	return weights
}

func (s *Search) requires(x, y int) bool {
	return s.Edges.Given != nil && s.Edges.Given.Required.Row(x).Has(y)
}

// priorOf is what the prior for this number of columns adds to a DAG's score.
func (s *Search) priorOf(g *graph.DAG, columns int) float64 {
	each, free := s.ofPair(columns), 0
	if each == 0 {
		return 0
	}
	for y := range g.N {
		for x := range g.Pa(y).All() {
			if !s.requires(x, y) {
				free++
			}
		}
	}
	return each * float64(free)
}

// weightOf is the sum of the weights of the pairs that a DAG joins.
func weightOf(weights []float64, g *graph.DAG) (total float64) {
	if weights == nil {
		return 0
	}
	for y := range g.N {
		for x := range g.Pa(y).All() {
			total += weights[x*g.N+y]
		}
	}
	return total
}
