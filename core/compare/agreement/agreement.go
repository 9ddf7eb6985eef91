package agreement

import (
	"context"
	"math/big"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Agreement is the result for d distinct graphs, each of which stands for a number of equal ones.
type Agreement struct {
	Medians   []*big.Rat // of each graph, the median of its F1 with its peers; nil without peers
	Threshold *big.Rat   // half of the median of all medians; nil if there is one graph in all
	F1        []float64  // (d, d): F1 of each pair of distinct graphs; nil unless it was asked for
}

// Flagged says whether the median of the i-th graph is below the threshold. At least half of all
// graphs are not flagged. No graph is flagged if the median of the medians is 0.
func (a *Agreement) Flagged(i int) bool {
	return a.Threshold != nil && a.Medians[i].Cmp(a.Threshold) < 0
}

// Measure compares each of d distinct DAGs with each other one. The i-th of dags stands for times[i]
// equal DAGs. The peers of a DAG are all other DAGs, equal ones included. If matrix is true, the
// result has the matrix F1.
//
// Measure computes the F1 of each pair twice instead of storing it, since the matrix of many DAGs
// is larger than the DAGs. It costs O(d² w), where w is the number of words for the pairs of nodes
// that are adjacent in at least two of dags. It fails if ctx ends.
func Measure(
	ctx context.Context, dags []*graph.DAG, times []int64, workers int, matrix bool,
) (*Agreement, error) {
	d, s := len(dags), newSkeletons(dags)
	a := &Agreement{Medians: make([]*big.Rat, d)}
	if matrix {
		a.F1 = make([]float64, d*d)
	}
	counters := make([]counter, max(1, min(workers, d)))
	err := parallel.For(ctx, d, workers, func(worker, i int) error {
		t := &counters[worker]
		t.clear()
		for j, copies := range times {
			f1 := fraction{1, 1}
			if j == i {
				copies-- // A DAG is not its own peer.
			} else {
				f1 = s.f1(i, j)
			}
			t.add(f1, copies)
			if matrix {
				a.F1[i*d+j] = f1.float()
			}
		}
		if low, high, found := middle(t.list(), fraction.compare); found {
			a.Medians[i] = mean(low.rat(), high.rat())
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	a.Threshold = threshold(a.Medians, times)
	return a, nil
}

// threshold is half of the median of all medians, or nil if there is one graph in all.
func threshold(medians []*big.Rat, times []int64) *big.Rat {
	list := make([]counted[*big.Rat], 0, len(medians))
	for i, m := range medians {
		if m == nil {
			return nil
		}
		list = append(list, counted[*big.Rat]{m, times[i]})
	}
	low, high, _ := middle(list, (*big.Rat).Cmp)
	t := mean(low, high)
	return t.Mul(t, half)
}
