package runfile

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/wire"
)

// Text is the file of the run that in.Run and the graphs of in tell of.
func Text(in *wire.Input) ([]byte, error) {
	if tooMany(in.N, in.R) {
		return nil, call.Invalidf("dags", "%d DAGs over %d nodes are too many for a file", in.R, in.N)
	}
	d := newDocument(in)
	var err error
	if d.Digest, err = d.sum(); err != nil {
		return nil, err
	}
	text, err := call.Marshal(d)
	return append(text, '\n'), err
}

func newDocument(in *wire.Input) *Document {
	run := in.Run
	d := &Document{
		Format:  fileFormat,
		Version: fileVersion,
		Record:  run.Record,
		DAGs:    make([][][]int32, in.R),
		Weights: wire.Given[float64](run, "weights"),
		Order:   wire.Given[int32](run, "order"),
		Fusion:  in.Index.Arcs(in.Fusion),
		Steps: &fileSteps{
			Edges:   rows(wire.Given[int32](run, "step_edges"), 3),
			Score:   wire.Given[int64](run, "score"),
			Seconds: wire.Given[float64](run, "step_seconds"),
			H:       lists(wire.Given[int64](run, "h_ptr"), wire.Given[int32](run, "h")),
			S:       lists(wire.Given[int64](run, "s_ptr"), wire.Given[int32](run, "s")),
			Removed: rows(wire.Given[int32](run, "removed"), 4),
		},
	}
	for k, g := range in.DAGs {
		d.DAGs[k] = in.Index.Arcs(g)
	}
	if in.Adjacency != nil {
		d.Adjacency = in.Index.Arcs(in.Adjacency)
	}
	return d
}

func rows(flat []int32, width int) [][]int32 {
	return slices.AppendSeq([][]int32{}, slices.Chunk(flat, width))
}

func lists(ptr []int64, flat []int32) [][]int32 {
	out := make([][]int32, len(ptr)-1)
	for i := range out {
		out[i] = flat[ptr[i]:ptr[i+1]:ptr[i+1]]
	}
	return out
}
