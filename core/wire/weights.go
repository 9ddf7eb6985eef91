package wire

import "github.com/mcbnc/mcbnc/core/call"

// weightsCount checks the number of weights, which is the user's.
func (r *reader) weightsCount() *call.Error {
	return call.CheckWeightCount(r.arrays["weights"], r.in.R)
}

// weights reads the array "weights" of one run.
func (r *reader) weights() (failure *call.Error) {
	r.in.Weights, failure = call.ReadWeights(numbers[float64](r, "weights"), r.in.Session.Held, r.in.N)
	return failure
}
