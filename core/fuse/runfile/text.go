package runfile

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Run is a run to be saved.
type Run struct {
	*call.Nodes
	Record
	Arrays    map[string][]byte // those of a file but for its graphs, as they were given: in the caller's indices
	DAGs      []*graph.DAG
	Fusion    *graph.DAG
	Adjacency *graph.DAG // of the result; nil for a trajectory
}

// Text is the file of the run.
func (run *Run) Text() ([]byte, error) {
	if tooMany(run.N, len(run.DAGs)) {
		return nil, call.Invalidf("dags", "%d DAGs over %d nodes are too many for a file", len(run.DAGs), run.N)
	}
	d := run.document()
	var err error
	if d.Digest, err = d.sum(); err != nil {
		return nil, err
	}
	text, err := call.Marshal(d)
	return append(text, '\n'), err
}

func (run *Run) document() *Document {
	d := &Document{
		Format:  fileFormat,
		Version: fileVersion,
		Record:  run.Record,
		DAGs:    make([][][]int32, len(run.DAGs)),
		Weights: given[float64](run, "weights"),
		Order:   given[int32](run, "order"),
		Fusion:  run.Index.Arcs(run.Fusion),
		Steps: &fileSteps{
			Edges:   rows(given[int32](run, "step_edges"), 3),
			Score:   given[int64](run, "score"),
			Seconds: given[float64](run, "step_seconds"),
			H:       lists(given[int64](run, "h_ptr"), given[int32](run, "h")),
			S:       lists(given[int64](run, "s_ptr"), given[int32](run, "s")),
			Removed: rows(given[int32](run, "removed"), 4),
		},
	}
	for k, g := range run.DAGs {
		d.DAGs[k] = run.Index.Arcs(g)
	}
	if run.Adjacency != nil {
		d.Adjacency = run.Index.Arcs(run.Adjacency)
	}
	return d
}

// given is an array of the run, nil where it was not given.
func given[T call.Element](run *Run, name string) []T {
	if raw, found := run.Arrays[name]; found {
		return call.Decode[T](raw)
	}
	return nil
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
