// Package ops registers the operations that set DAGs beside one another: votes and the other baselines, the
// agreement of the DAGs' skeletons, opinions beside rows, and measures of graphs.
package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/compare/baselines"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/chance"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

// voters are the DAGs that a baseline is made of.
type voters struct {
	call.Common
	DAGs    call.DAGs
	Weights call.Weights `call:"optional"`

	unlike bool // the DAGs are over different nodes, so what chance would make of them is not known
}

// count finds the distinct DAGs, and counts how they join each pair of nodes, as they are counted.
func (v *voters) count(
	ctx context.Context, workers int, as func(*graph.DAG) *graph.PDAG,
) (*engine.Distinct, *metrics.EdgeCounts, error) {
	distinct := engine.FindDistinct(v.DAGs.List, v.Weights)
	counts, err := baselines.Count(ctx, distinct.DAGs, distinct.Weights, as, workers)
	return distinct, counts, err
}

// output puts a baseline's result into arrays, and reports DAGs that agree no more than chance.
func (v *voters) output(ctx context.Context, o *baselines.Outcome) *call.Output {
	var conflicts []int32
	for _, collider := range o.Conflicts {
		conflicts = append(conflicts, v.Index.Callers(collider[:])...)
	}
	out := call.Arrays{"left_out": v.arcs(o.LeftOut), "conflicts": call.NewArray(conflicts, len(conflicts)/3, 3)}
	v.PutDAG(out, "adjacency", o.DAG)
	v.PutPDAG(out, "cpdag", equiv.Known(o.DAG, o.Directed))
	counts := map[string]int64{}
	if !v.unlike {
		chance.Find(ctx, v.DAGs.List, v.Weights.Counting()).Tell(counts)
	}
	return &call.Output{Threshold: o.Threshold, TotalWeight: v.Weights.Total(), Counts: counts, Arrays: out}
}

// arcs is an array of arcs (len(list), 2).
func (v *voters) arcs(list [][2]int32) call.Array {
	var nodes []int32
	for _, arc := range list {
		nodes = append(nodes, v.Index.Callers(arc[:])...)
	}
	return call.NewArray(nodes, len(list), 2)
}
