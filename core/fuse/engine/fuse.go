package engine

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Fusion is the union of the inputs' minimal I-maps along one order, and of the required
// pairs.
type Fusion struct {
	Order []int32
	IMaps []*graph.DAG
	Union *graph.DAG
}

// Order is the greedy order of the inputs, among the orders that keep the constraints'
// directions.
func Order(ctx context.Context, n int, in Inputs, c *graph.Constraints) ([]int32, error) {
	return fusion.Order(ctx, n, in, c.Directions())
}

// Fuse unites the minimal I-maps of the inputs along order, or along the greedy order if order
// is nil. It joins the pairs that the constraints require, along the order too. So the union
// is acyclic, and an I-map of every input.
func Fuse(
	ctx context.Context, n int, in Inputs, order []int32, c *graph.Constraints,
) (*Fusion, error) {
	if order == nil {
		var err error
		if order, err = Order(ctx, n, in, c); err != nil {
			return nil, err
		}
	}
	imaps, err := in.MinimalIMaps(ctx, order)
	if err != nil {
		return nil, err
	}
	f := &Fusion{Order: order, IMaps: imaps, Union: graph.NewDAG(n)}
	for _, g := range imaps {
		f.Union.Unite(g)
	}
	c.Require(f.Union, order)
	return f, nil
}

// Canonicalize returns the representative of each DAG's equivalence class.
func Canonicalize(dags []*graph.DAG) []*graph.DAG {
	out := make([]*graph.DAG, len(dags))
	for i, g := range dags {
		out[i] = equiv.Canonical(g)
	}
	return out
}
