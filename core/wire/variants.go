package wire

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

// Variant is one of a batch's runs: how often each DAG counts, and with what weight.
type Variant struct {
	Counts  []int64 // of each DAG; 0 leaves it out
	Weights []int64 // of each copy of it
}

// runsCount checks the field "runs".
func (r *reader) runsCount() *call.Error {
	if r.q.Runs < 1 || r.q.Runs > maxDAGs {
		return call.BadRequestf("runs", "%d is not from 1 to %d", r.q.Runs, maxDAGs)
	}
	return nil
}

// variants reads "counts" and "weights" of a batch, (runs, r) each. A missing array stands
// for 1 throughout.
func (r *reader) variants() *call.Error {
	counts := numbers[int64](r, "counts")
	weights := numbers[float64](r, "weights")
	ones, even := slices.Repeat([]int64{1}, r.in.R), slices.Repeat([]float64{1}, r.in.R)
	r.in.Variants = make([]Variant, 0, r.q.Runs)
	for k := range r.q.Runs {
		if len(counts) == 0 && len(weights) == 0 && k > 0 {
			r.in.Variants = append(r.in.Variants, r.in.Variants[0]) // all runs are the same
			continue
		}
		v, failure := r.variant(rowOr(ones, counts, k), rowOr(even, weights, k), r.in.First+k)
		if failure != nil {
			return failure
		}
		r.in.Variants = append(r.in.Variants, v)
	}
	return nil
}

// rowOr is row k of a table as wide as without, which stands for each row of no table.
func rowOr[T any](without, table []T, k int) []T {
	if len(table) == 0 {
		return without
	}
	width := len(without)
	return table[k*width : (k+1)*width]
}

// mostCopies bounds the copies in one run, so that sums stay in range.
const mostCopies = 1 << 30

// variant checks one run's counts and weights.
func (r *reader) variant(counts []int64, weights []float64, run int) (Variant, *call.Error) {
	copies, heaviest := int64(0), 0.0
	used := make([]float64, len(weights)) // what is left out has no part in how weights become integers
	for i, count := range counts {
		if count < 0 || count > mostCopies {
			return Variant{}, call.Invalidf("counts", "run %d has DAG %d %d times; counts are from 0 to %d",
				run, i, count, mostCopies).InDAG(i)
		}
		if copies += count; count > 0 {
			used[i] = weights[i]
			heaviest = max(heaviest, weights[i])
		}
		if w := weights[i]; !call.IsWeight(w) {
			return Variant{}, call.Invalidf("weights", "in run %d the weight of DAG %d is %v; weights are finite and not negative",
				run, i, w).InDAG(i)
		}
	}
	if copies == 0 || copies > mostCopies {
		return Variant{}, call.Invalidf("counts", "run %d has %d DAGs; it must have from 1 to %d", run, copies, mostCopies)
	}
	if heaviest == 0 {
		return Variant{}, call.Invalidf("weights", "in run %d all are zero", run)
	}
	return Variant{counts, call.ScaleWeights(used, counts, r.in.N)}, nil
}
