package ops

import (
	"math"

	"github.com/mcbnc/mcbnc/core/call"
)

// PairWeights are what a structure's score gains by each pair that it joins: (n, n) by the engine's nodes, symmetric. nil:
// nothing.
type PairWeights []float64

// Arrays is "pair_weights".
func (w *PairWeights) Arrays() []call.Spec {
	return []call.Spec{{Name: "pair_weights", Bytes: 8, Shape: []call.Extent{call.NodeCount, call.NodeCount}}}
}

// Read reads the weights.
func (w *PairWeights) Read(r *call.Reader) *call.Error {
	if !r.Has("pair_weights") {
		return nil
	}
	n, given := r.N, call.Numbers[float64](r, "pair_weights")
	*w = make([]float64, n*n)
	for u := range n {
		for v := range n {
			x := given[u*n+v]
			switch {
			case math.IsNaN(x) || math.IsInf(x, 0):
				return call.Invalidf("pair_weights", "the weight of %s and %s is %v; weights must be finite", r.Name(u), r.Name(v), x).At(u, v)
			case x != given[v*n+u]:
				return call.Invalidf("pair_weights", "%s and %s have two weights, %v and %v; the matrix must be symmetric",
					r.Name(u), r.Name(v), x, given[v*n+u]).At(u, v)
			}
			(*w)[r.Index.Engine(u)*n+r.Index.Engine(v)] = x
		}
	}
	return nil
}
