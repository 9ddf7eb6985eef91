package operations

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/wire"
)

// The estimates of memory. The formulas are in core/engine/doc.go; `make memory` holds them against what
// processes take. An estimate may be up to three times too high for large inputs, and is not to be too low.

// size is what estimates are made of. All of it but the edges is known before an array is copied.
type size struct {
	call.Size
	in      *wire.Input
	rows    float64 // of all datasets
	largest float64 // of the largest dataset
	wide    float64 // bytes of a row, of discrete or real values
	runs    float64 // of a batch, or resamples
}

// Estimate is how many bytes the operation takes at most at a time, beside its input, if the fusion that it makes has
// so many edges.
func (op *Operation) Estimate(in *wire.Input, edges int) float64 {
	s := &size{
		Size: call.NewSize(in.N, in.R, in.Workers, max(edges, in.FusionArcs), in.Arcs),
		in:   in, wide: 4 * float64(in.N), runs: float64(in.Runs),
	}
	for _, rows := range in.Rows {
		s.rows += float64(rows)
		s.largest = max(s.largest, float64(rows))
	}
	if in.Score.Continuous != nil {
		s.wide *= 2
	}
	return op.Memory(s)
}

// small is the estimate of operations that take little beside their input.
func small(*size) float64 { return 1 << 20 }

// siteMemory is that of a site's answers in a federation.
func siteMemory(s *size) float64 {
	return s.Prepared() + s.Fused() + 24*s.Cells + s.rows*s.wide
}
