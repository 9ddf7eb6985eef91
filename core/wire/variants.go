package wire

import "slices"

// Variant is one of a batch's runs: how often each DAG counts, and with what weight.
type Variant struct {
	Counts  []int64 // of each DAG; 0 leaves it out
	Weights []int64 // of each copy of it
}

// variants reads "counts" and "weights" of a batch, (runs, r) each. A missing array stands
// for 1 throughout.
func (r *reader) variants() *Error {
	runs, dags := r.q.Runs, r.in.R
	if runs < 1 || runs > maxDAGs {
		return BadRequestf("runs", "%d is not from 1 to %d", runs, maxDAGs)
	}
	counts := slices.Repeat([]int64{1}, runs*dags)
	weights := slices.Repeat([]float64{1}, runs*dags)
	var failure *Error
	if r.has("counts") {
		if counts, failure = exactly[int64](r, "counts", runs*dags); failure != nil {
			return failure
		}
	}
	if r.has("weights") {
		if weights, failure = exactly[float64](r, "weights", runs*dags); failure != nil {
			return failure
		}
	}
	for k := range runs {
		v, failure := r.variant(counts[k*dags:(k+1)*dags], weights[k*dags:(k+1)*dags], k)
		if failure != nil {
			return failure
		}
		r.in.Variants = append(r.in.Variants, v)
	}
	return nil
}

// mostCopies bounds the copies in one run, so that sums stay in range.
const mostCopies = 1 << 30

// variant checks one run's counts and weights.
func (r *reader) variant(counts []int64, weights []float64, run int) (Variant, *Error) {
	copies, heaviest := int64(0), 0.0
	used := make([]float64, len(weights)) // what is left out has no part in how weights become integers
	for i, count := range counts {
		if count < 0 || count > mostCopies {
			return Variant{}, Invalidf("counts", "run %d has DAG %d %d times; counts are from 0 to %d",
				run, i, count, mostCopies).InDAG(i)
		}
		if copies += count; count > 0 {
			used[i] = weights[i]
			heaviest = max(heaviest, weights[i])
		}
		if w := weights[i]; !isWeight(w) {
			return Variant{}, Invalidf("weights", "in run %d the weight of DAG %d is %v; weights are finite and not negative",
				run, i, w).InDAG(i)
		}
	}
	if copies == 0 || copies > mostCopies {
		return Variant{}, Invalidf("counts", "run %d has %d DAGs; it must have from 1 to %d", run, copies, mostCopies)
	}
	if heaviest == 0 {
		return Variant{}, Invalidf("weights", "in run %d all are zero", run)
	}
	return Variant{counts, scaleWeights(used, counts, r.in.N)}, nil
}
