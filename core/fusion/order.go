package fusion

import "context"

// Inputs is what fusion asks of the input DAGs: numbers to be summed, and
// commands. Nothing on this side of it looks into a DAG.
type Inputs interface {
	// SinkCosts adds to total[x], for each node x, the sum over the DAGs of what
	// making x a sink would cost.
	SinkCosts(ctx context.Context, total []int64) error
	// MakeSink makes x a sink of every DAG, removes it, and adds to total the
	// change of the costs of the nodes left.
	MakeSink(ctx context.Context, x int, total []int64) error
}

// Order is the greedy order of Puerta et al. (2021): built from last to first,
// always with the node that is cheapest to make a sink of all DAGs (ties: the
// lowest), which is then made one and removed.
func Order(ctx context.Context, n int, in Inputs) ([]int32, error) {
	total := make([]int64, n)
	if err := in.SinkCosts(ctx, total); err != nil {
		return nil, err
	}
	left := make([]int32, n)
	for x := range left {
		left[x] = int32(x)
	}
	order := make([]int32, n)
	for k := n - 1; k >= 0; k-- {
		best := 0
		for i, x := range left {
			if total[x] < total[left[best]] {
				best = i
			}
		}
		x := left[best]
		left = append(left[:best], left[best+1:]...)
		order[k] = x
		if err := in.MakeSink(ctx, int(x), total); err != nil {
			return nil, err
		}
	}
	return order, nil
}
