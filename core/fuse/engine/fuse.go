package engine

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Fusion is the union of the inputs' minimal I-maps along one order, and of the required
// pairs.
type Fusion struct {
	Order []int32
	IMaps []*graph.DAG // of each input, if they are kept
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
	return fuse(ctx, n, in, order, c, nil)
}

// FuseKept is Fuse along the greedy or the given order, without constraints. It keeps the I-maps.
func FuseKept(ctx context.Context, n int, in Inputs, order []int32) (*Fusion, error) {
	return fuse(ctx, n, in, order, nil, make([]*graph.DAG, in.Count()))
}

func fuse(
	ctx context.Context, n int, in Inputs, order []int32, c *graph.Constraints, imaps []*graph.DAG,
) (*Fusion, error) {
	if order == nil {
		var err error
		if order, err = Order(ctx, n, in, c); err != nil {
			return nil, err
		}
	}
	f := &Fusion{Order: order, IMaps: imaps, Union: graph.NewDAG(n)}
	if err := in.MinimalIMaps(ctx, order, f.Union, imaps); err != nil {
		return nil, err
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

// Inputs are the input DAGs as a whole consensus sees them: fusion's questions, then the
// run's. A run changes the DAGs, so fusion's questions come first. The contracts are at the
// two interfaces. inputstest.Run holds an implementation to them.
type Inputs interface {
	fusion.Inputs
	consensus.Inputs
}
