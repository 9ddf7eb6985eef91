package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// union is the union of the minimal I-maps along the order of what is left of the sites' DAGs.
func (c *coordinator) union(ctx context.Context, order []int32, at *Question) (*graph.DAG, error) {
	most := int64(anything)
	if c.Counts {
		most = c.dags()
	}
	q := &Question{Kind: IMaps, Order: order, Fusion: at.Fusion, Steps: at.Steps}
	sum, err := c.ask(ctx, q, pairs(c.N), most)
	if err != nil {
		return nil, err
	}
	out := graph.NewDAG(c.N)
	for i, v := range order {
		for _, u := range order[:i] {
			if sum[0] != 0 {
				out.Add(int(u), int(v))
			}
			sum = sum[1:]
		}
	}
	return out, nil
}
