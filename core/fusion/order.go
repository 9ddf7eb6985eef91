package fusion

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graph"
)

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
// lowest), which is then made one and removed. The order is one of directed's too:
// only nodes that have no child left in it are to be had. Nil stands for no arcs.
func Order(ctx context.Context, n int, in Inputs, directed *graph.DAG) ([]int32, error) {
	total := make([]int64, n)
	if err := in.SinkCosts(ctx, total); err != nil {
		return nil, err
	}
	left := make([]int32, n)
	for x := range left {
		left[x] = int32(x)
	}
	children := childrenLeft(n, directed)
	order := make([]int32, n)
	for k := n - 1; k >= 0; k-- {
		best := -1
		for i, x := range left {
			if children[x] == 0 && (best < 0 || total[x] < total[left[best]]) {
				best = i
			}
		}
		x := left[best]
		left = append(left[:best], left[best+1:]...)
		order[k] = x
		if directed != nil {
			pa := directed.Pa(int(x))
			for p := pa.Next(0); p >= 0; p = pa.Next(p + 1) {
				children[p]--
			}
		}
		if err := in.MakeSink(ctx, int(x), total); err != nil {
			return nil, err
		}
	}
	return order, nil
}

// childrenLeft is how many children each of the n nodes has before any is removed.
func childrenLeft(n int, directed *graph.DAG) []int {
	children := make([]int, n)
	if directed != nil {
		for x := range children {
			children[x] = directed.Ch(x).Count()
		}
	}
	return children
}
