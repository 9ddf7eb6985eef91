package score

import (
	"math"
	"math/big"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// PairWeights are what a structure's score gains by each pair of nodes that it joins: the
// logarithm of a prior of structures that is a product over pairs, up to a constant. They are in
// a model's units. A pair gains the same in either direction, so equivalent DAGs score the same.
type PairWeights struct {
	n     int
	units []int64 // (n, n), symmetric: the pairs of one node follow one another
}

// NewPairWeights converts weights in natural logarithms, (n, n) and symmetric, to the units of m.
// A weight beyond MaxPenalty units is that many. The result is nil if there are no weights.
func NewPairWeights(m Model, weights []float64) *PairWeights {
	if weights == nil {
		return nil
	}
	w := &PairWeights{n: m.Variables(), units: make([]int64, len(weights))}
	for k, x := range weights {
		w.units[k] = inUnits(m, x)
	}
	return w
}

// inUnits is the number of m's units nearest to x, at most MaxPenalty in absolute value.
func inUnits(m Model, x float64) int64 {
	return int64(max(-MaxPenalty, min(math.RoundToEven(math.Ldexp(x, m.Unit())), MaxPenalty)))
}

// Of is the weight of a pair. Without weights it is 0.
func (w *PairWeights) Of(x, y int) int64 {
	if w == nil {
		return 0
	}
	return w.units[y*w.n+x]
}

// addAll adds the weights of y's pairs with its parents to a total.
func (w *PairWeights) addAll(total *big.Int, y int, parents []int32) {
	if w != nil {
		for _, x := range parents {
			total.Add(total, big.NewInt(w.Of(int(x), y)))
		}
	}
}

// Weighted is a Scorer of core/learn/ges: the score of the sets' model and the weights of the pairs.
type Weighted struct {
	*Sets
	Weights *PairWeights // nil: none
}

// Gains is Sets.Gains and the weight of the pair.
func (s Weighted) Gains(y int, parents []int32, with bitset.Set) func(x int) int64 {
	gains := s.Sets.Gains(y, parents, with)
	if s.Weights == nil {
		return gains
	}
	return func(x int) int64 { return gains(x) + s.Weights.Of(x, y) }
}

// Family is a FamilyScore of core/learn/ges, of the scores and the weights.
func (s Weighted) Family(y int, parents []int32) func(total *big.Int) {
	f := s.Sets.family(y, parents, bitset.New(s.n))
	return func(total *big.Int) {
		total.Add(total, big.NewInt(f.alone()))
		s.Weights.addAll(total, y, parents)
	}
}
