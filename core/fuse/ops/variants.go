package ops

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
)

// batchRequest asks for many runs on the same DAGs.
type batchRequest struct {
	call.Common
	parts.Goal
	Options parts.Options
	DAGs    call.DAGs
	Runs    runs
}

// CheckFields checks the threshold, the number of runs, and that of the first one.
func (q *batchRequest) CheckFields() *call.Error {
	switch r := &q.Runs; {
	case r.Count < 1 || r.Count > call.MaxGraphs:
		return call.BadRequestf("runs", "%d is not from 1 to %d", r.Count, call.MaxGraphs)
	case r.First < 0 || r.First > call.MaxGraphs:
		return call.BadRequestf("first", "%d is not from 0 to %d", r.First, call.MaxGraphs)
	}
	q.Memory.Fusions = q.Runs.Count
	return q.Goal.CheckFields()
}

// CheckParts checks that the options go together.
func (q *batchRequest) CheckParts() *call.Error { return q.Options.GoWith(&q.Goal) }

// runs are those of a batch. First is the number of the first one, from which messages count: so the parts of a batch are
// together what the batch is in one request.
type runs struct {
	Count int `json:"runs"`
	First int `json:"first"`
	list  []variant
}

// variant is one of the runs: how often each DAG counts, and with what weight.
type variant struct {
	counts  []int64 // of each DAG; 0 leaves it out
	weights []int64 // of each copy of it
}

// Arrays are "counts" and "weights", each of which may be left out.
func (s *runs) Arrays() []call.Spec {
	count := func(*call.Reader) int { return s.Count }
	return []call.Spec{
		call.NewSpec("counts", 8, count, call.GraphCount).OrNone(), call.NewSpec("weights", 8, count, call.GraphCount).OrNone(),
	}
}

// Read reads "counts" and "weights" of a batch, (runs, r) each. A missing array stands
// for 1 throughout.
func (s *runs) Read(r *call.Reader) *call.Error {
	counts := call.Numbers[int64](r, "counts")
	weights := call.Numbers[float64](r, "weights")
	ones, even := slices.Repeat([]int64{1}, r.R), slices.Repeat([]float64{1}, r.R)
	s.list = make([]variant, 0, s.Count)
	for k := range s.Count {
		if len(counts) == 0 && len(weights) == 0 && k > 0 {
			s.list = append(s.list, s.list[0]) // all runs are the same
			continue
		}
		v, failure := readVariant(r, rowOr(ones, counts, k), rowOr(even, weights, k), s.First+k)
		if failure != nil {
			return failure
		}
		s.list = append(s.list, v)
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

// readVariant checks one run's counts and weights.
func readVariant(r *call.Reader, counts []int64, weights []float64, run int) (variant, *call.Error) {
	copies, heaviest := int64(0), 0.0
	used := make([]float64, len(weights)) // what is left out has no part in how weights become integers
	for i, count := range counts {
		if count < 0 || count > mostCopies {
			return variant{}, call.Invalidf("counts", "run %d has DAG %d %d times; counts are from 0 to %d",
				run, i, count, mostCopies).InDAG(i)
		}
		if copies += count; count > 0 {
			used[i] = weights[i]
			heaviest = max(heaviest, weights[i])
		}
		if w := weights[i]; !call.IsWeight(w) {
			return variant{}, call.Invalidf("weights", "in run %d the weight of DAG %d is %v; weights are finite and not negative",
				run, i, w).InDAG(i)
		}
	}
	if copies == 0 || copies > mostCopies {
		return variant{}, call.Invalidf("counts", "run %d has %d DAGs; it must have from 1 to %d", run, copies, mostCopies)
	}
	if heaviest == 0 {
		return variant{}, call.Invalidf("weights", "in run %d all are zero", run)
	}
	return variant{counts, call.ScaleWeights(used, counts, r.N)}, nil
}
