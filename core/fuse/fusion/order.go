package fusion

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Order is the greedy order of Puerta et al. (2021). It is built from last to first: each
// turn takes the node that is cheapest to make a sink of all DAGs, the lowest among equals,
// makes it one and removes it. The order is a topological order of directed too: a node is
// not taken while it has a child there that is left. A nil directed has no arcs.
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

// childrenLeft is the number of children that each of the n nodes has in directed.
func childrenLeft(n int, directed *graph.DAG) []int {
	children := make([]int, n)
	if directed != nil {
		for x := range children {
			children[x] = directed.Ch(x).Count()
		}
	}
	return children
}
