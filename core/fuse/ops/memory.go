package ops

import "github.com/mcbnc/mcbnc/core/call"

// The estimates of memory beside the input. The formulas are in core/fuse/engine/doc.go; `make memory` holds them against what
// processes take. An estimate may be up to three times too high for large inputs, and is not to be too low.

// fusionMemory is the estimate of a fusion, and of the first part of a run.
func fusionMemory(s *call.Size) float64 { return s.Fused() + s.GraphsOut(1+s.R) }

// runMemory is the estimate of a run, and of questions about a state of one.
func runMemory(s *call.Size) float64 {
	return s.Fused() + 4*s.Cells + s.GraphsOut(3) + s.Deleted() + s.Steps()
}

// batchMemory is the estimate of a batch: the DAGs prepared once, a run for each worker, and what is kept of each run. A
// run's counts and weights are there as given, as integers, and in between.
func batchMemory(q *batchRequest, s *call.Size, kept float64) float64 {
	runs := float64(q.Runs.Count)
	atWork := s.AtWork(runs) * (s.Fused() + 4*s.Cells + s.Deleted() + s.Steps())
	return s.Prepared() + atWork + runs*kept + 5*8*runs*s.R
}
