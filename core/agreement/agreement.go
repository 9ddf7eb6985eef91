package agreement

import (
	"context"
	"math/big"

	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/parallel"
)

// Agreement is what came out for different graphs, each of which stands for so many
// equal ones.
type Agreement struct {
	Medians   []*big.Rat // of each, the median of its F1 with its peers; nil where it has none
	Threshold *big.Rat   // half of the median of all medians; nil where there is one graph in all
	F1        []float64  // (d, d), of each with each; nil unless it was asked for
}

// Flagged says whether the i-th graph's median is below the threshold. At least half
// of all graphs never are, and none where the medians' median is 0.
func (a *Agreement) Flagged(i int) bool {
	return a.Threshold != nil && a.Medians[i].Cmp(a.Threshold) < 0
}

// Measure compares each graph with each other one. A graph's peers are all the others,
// equal ones among them. F1 twice over, rather than once and kept: the matrix of many
// graphs is larger than they are.
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
			f1 := share{1, 1}
			if j == i {
				copies-- // itself
			} else {
				f1 = s.f1(i, j)
			}
			t.add(f1, copies)
			if matrix {
				a.F1[i*d+j] = f1.float()
			}
		}
		if low, high, found := middle(t.list(), share.compare); found {
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

func threshold(medians []*big.Rat, times []int64) *big.Rat {
	list := make([]counted[*big.Rat], 0, len(medians))
	for i, m := range medians {
		if m == nil { // one graph in all
			return nil
		}
		list = append(list, counted[*big.Rat]{m, times[i]})
	}
	low, high, _ := middle(list, (*big.Rat).Cmp)
	t := mean(low, high)
	return t.Mul(t, half)
}
