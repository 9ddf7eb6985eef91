// Package ops registers the operations that set DAGs beside one another: votes and the other baselines, the
// agreement of the DAGs' skeletons, and measures of graphs.
package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/compare/baselines"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

// voters are the DAGs that a baseline is made of.
type voters struct {
	call.Common
	DAGs    call.DAGs
	Weights call.Weights `call:"optional"`
}

// count finds the distinct DAGs, and counts how they join each pair of nodes.
func (v *voters) count(ctx context.Context, as equiv.Start) (*engine.Distinct, *metrics.EdgeCounts, error) {
	distinct := engine.FindDistinct(v.DAGs.List, v.Weights)
	counts, err := baselines.Count(ctx, distinct.DAGs, distinct.Weights, as, v.Workers)
	return distinct, counts, err
}

// output puts a baseline's result into arrays.
func (v *voters) output(o *baselines.Outcome) *call.Output {
	var leftOut, conflicts []int32
	for _, arc := range o.LeftOut {
		leftOut = append(leftOut, v.Index.Callers(arc[:])...)
	}
	for _, collider := range o.Conflicts {
		conflicts = append(conflicts, v.Index.Callers(collider[:])...)
	}
	return &call.Output{Threshold: o.Threshold, TotalWeight: v.Weights.Total(), Arrays: call.Arrays{
		"adjacency": v.Index.DAG(o.DAG),
		"cpdag":     v.Index.PDAG(cpdagOf(o.DAG)),
		"left_out":  call.NewArray(leftOut, len(leftOut)/2, 2),
		"conflicts": call.NewArray(conflicts, len(conflicts)/3, 3),
	}}
}

// countMemory is the estimate of votes: counts of each pair, and two graphs.
func countMemory(s *call.Size) float64 { return 5*s.Matrix*s.R + 12*s.Cells + s.GraphsOut(2) }

// fusionMemory is that of a fusion, and of the searches' snapshots.
func fusionMemory(s *call.Size) float64 {
	return s.Fused() + 4*s.Cells + s.GraphsOut(3) + 8*s.Matrix*s.R + 16*s.Cells
}
