package wire

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/score"
)

// scoring checks the options of learning and scoring.
func (r *reader) scoring() *call.Error {
	var known bool
	if r.in.Score, known = score.Find(cmp.Or(r.q.Score, score.Default)); !known {
		return call.MustBe("score", call.OneOf(score.Names()...), fmt.Sprintf("%.40q", r.q.Score))
	}
	if r.in.MaxParents = -1; r.q.MaxParents != nil {
		if r.in.MaxParents = *r.q.MaxParents; r.in.MaxParents < 0 {
			return call.MustBe("max_parents", "a whole number >= 0, or be left out for no limit", r.in.MaxParents)
		}
	}
	return r.scoreParameters()
}

// scoreParameters checks the parameters of all scores.
func (r *reader) scoreParameters() *call.Error {
	p := &r.in.Parameters
	p.Memo = new(score.Memo)                         // all models of a request are of one Kind and have these parameters
	zero := slices.Contains(r.reads, JoinedDatasets) // an ess of 0 means frequencies, which are for predicting alone
	if failure := parameter(&p.ESS, r.q.ESS, "ess", 1, 0, zero); failure != nil {
		return failure
	}
	if failure := parameter(&p.Penalty, r.q.Penalty, "penalty", 1, 0, true); failure != nil {
		return failure
	}
	const leastMu = 1e-10 // much below, alpha_w would not differ from n + 1
	if failure := parameter(&p.AlphaMu, r.q.AlphaMu, "alpha_mu", 1, leastMu, true); failure != nil {
		return failure
	}
	least := float64(r.in.N + 1) // the prior of the covariance has a mean only above
	return parameter(&p.AlphaW, r.q.AlphaW, "alpha_w", least+p.AlphaMu, least, false)
}

// parameter reads a number above least. If orLeast, the number may be least itself.
func parameter(into, given *float64, argument string, usual, least float64, orLeast bool) *call.Error {
	if *into = usual; given != nil {
		*into = *given
	}
	sign := ">"
	if orLeast {
		sign = ">="
	}
	if *into < least || (*into == least && !orLeast) || *into > math.MaxFloat32 {
		return call.MustBe(argument, fmt.Sprintf("a number %s %v and at most %.2g", sign, least, math.MaxFloat32), *into)
	}
	return nil
}

// pairWeights reads the array "pair_weights".
func (r *reader) pairWeights() *call.Error {
	n := r.in.N
	given := numbers[float64](r, "pair_weights")
	r.in.PairWeights = make([]float64, n*n)
	for u := range n {
		for v := range n {
			w := given[u*n+v]
			switch {
			case math.IsNaN(w) || math.IsInf(w, 0):
				return call.Invalidf("pair_weights", "the weight of %s and %s is %v; weights must be finite", r.in.Name(u), r.in.Name(v), w).At(u, v)
			case w != given[v*n+u]:
				return call.Invalidf("pair_weights", "%s and %s have two weights, %v and %v; the matrix must be symmetric",
					r.in.Name(u), r.in.Name(v), w, given[v*n+u]).At(u, v)
			}
			r.in.PairWeights[r.in.Index.Engine(u)*n+r.in.Index.Engine(v)] = w
		}
	}
	return nil
}
