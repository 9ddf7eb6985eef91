package operations

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/runfile"
	"github.com/mcbnc/mcbnc/core/wire"
)

// The estimates of memory. The formulas are in core/engine/doc.go; `make memory` holds them against what
// processes take. An estimate may be up to three times too high for large inputs, and is not to be too low.

// size is what estimates are made of. All of it but the edges is known before an array is copied.
type size struct {
	call.Size
	in   *wire.Input
	runs float64 // of a batch
}

// Estimate is how many bytes the operation takes at most at a time, beside its input, if the fusion that it makes has
// so many edges.
func (op *Operation) Estimate(in *wire.Input, edges int) float64 {
	s := &size{
		Size: call.NewSize(in.N, in.R, in.Workers, max(edges, in.FusionArcs), in.Arcs),
		in:   in, runs: float64(in.Runs),
	}
	return op.Memory(s)
}

// small is the estimate of operations that take little beside their input.
func small(*size) float64 { return 1 << 20 }

// fusionMemory is the estimate of operations that make a fusion, and of the first part of a run.
func fusionMemory(s *size) float64 {
	return s.Fused() + s.GraphsOut(1+s.R)
}

// withoutDeletions is what a run takes but for the deletions.
func (s *size) withoutDeletions() float64 {
	bytes := s.Fused() + 4*s.Cells + s.GraphsOut(3)
	if s.in.Theta.Auto {
		bytes += 8 * s.Cells
	}
	return bytes
}

// runMemory is the estimate of a run, and of questions about a state of one.
func runMemory(s *size) float64 {
	return s.withoutDeletions() + s.Deleted() + s.Steps()
}

// batchMemory is the estimate of a batch: the DAGs prepared once, a run for each worker, and three graphs and the steps
// of each run.
func batchMemory(s *size) float64 {
	return s.Prepared() + s.AtWork(s.runs)*(s.Fused()+4*s.Cells+s.Deleted()) + s.GraphsOut(3*s.runs) + s.runs*s.Steps()
}

// stabilityMemory is that of a batch of which only the DAGs and counts are kept.
func stabilityMemory(s *size) float64 {
	return s.Prepared() + s.AtWork(s.runs)*(s.Fused()+4*s.Cells+s.Deleted()+s.Steps()) +
		s.runs*(4*s.Matrix+64) + 32*s.Cells
}

// criticalityMemory is that of one cut in each DAG, perhaps along the steps of a run.
func criticalityMemory(s *size) float64 {
	return 2*s.Prepared() + 8*s.Cells
}

// statesMemory is that of all states, each told by what changes.
func statesMemory(s *size) float64 { return runMemory(s) + 64*s.N*float64(s.in.States) }

// profileMemory is that of measures of all states, by the support of each pair.
func profileMemory(s *size) float64 {
	return 4*s.Matrix*s.R + 40*s.Cells + 64*float64(s.in.States)
}

// savedMemory is that of a run as arrays and as text: an arc takes up to 14 characters.
func savedMemory(s *size) float64 {
	return 64*s.Arcs + 4*s.in.Memory.Input + 8*s.Cells + 3*s.Matrix*s.R
}

// loadMemory is that of a file's text, of the run's arrays, and of the replay of its steps.
func loadMemory(s *size) float64 {
	n, r := runfile.Sizes(s.in.Text)
	run := call.NewSize(n, r, 1, 0, 0)
	graphs := float64(r)
	return 24*float64(len(s.in.Text)) + run.GraphsOut(graphs+3) + 3*run.Matrix*(graphs+2) + 12*run.Matrix
}

// siteMemory is that of a site's answers in a federation.
func siteMemory(s *size) float64 {
	return s.Prepared() + s.Fused() + 24*s.Cells
}
