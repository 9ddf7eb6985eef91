package job

import (
	"context"
	"math"
	"slices"
)

// maxCells bounds the entries of all input matrices of a file: a short text can
// name so many nodes that their matrices would fill the memory.
const maxCells = 1 << 30

// readRecord makes a document of a run to be saved. Its arrays have been checked
// by then, as far as other operations take them too.
func (b *builder) readRecord() *Error {
	if !b.op.saves {
		return nil
	}
	record := b.q.Record
	switch {
	case record == nil:
		return badRequest("record", "operation %q needs it", b.q.Op)
	case len(record.Nodes) != b.in.N:
		return badRequest("record", "%d names for %d nodes", len(record.Nodes), b.in.N)
	case (record.Result != nil) != b.has("adjacency"):
		return badRequest("adjacency", "this array comes with the record's \"result\", and only with it")
	case !slices.Contains([]string{statusComplete, errTimeLimit.Error(), errCancelled.Error()}, record.Status):
		return badRequest("record", "%.40q is no status", record.Status)
	case record.Forced < 0 || record.Forced > len(b.in.Steps):
		return badRequest("record", "%d of %d steps are forced", record.Forced, len(b.in.Steps))
	case !b.areDropped(record.Dropped):
		return badRequest("record", "the DAGs dropped must be in increasing order, and have weights of 0")
	case b.in.N*b.in.N > maxCells/b.in.R:
		return invalid("dags", "%d DAGs over %d nodes are too many for a file", b.in.R, b.in.N)
	}
	d := &document{Format: fileFormat, Version: fileVersion, Record: *record, Steps: &fileSteps{}}
	d.Options = FileOptions{
		KMax: b.q.KMax, Cap: b.q.Cap, Start: b.q.Start, Canonical: b.q.Canonical, Seed: b.q.Seed,
		Required: b.q.Required, Forbidden: b.q.Forbidden,
	}
	d.graphs(b)
	if failure := d.steps(b); failure != nil {
		return failure
	}
	b.in.Document = d
	return nil
}

// areDropped says whether these can be the DAGs that were dropped as outliers.
func (b *builder) areDropped(dags []int) bool {
	for k, i := range dags {
		if i < 0 || i >= b.in.R || k > 0 && i <= dags[k-1] || b.in.Weights[i] != 0 {
			return false
		}
	}
	return true
}

// graphs takes the arrays that have been checked to be graphs, weights and an order.
func (d *document) graphs(b *builder) {
	n := b.in.N
	d.DAGs = make([][][]int32, b.in.R)
	for k := range d.DAGs {
		d.DAGs[k] = arcsOf(b.arrays["dags"][k*n*n:(k+1)*n*n], n)
	}
	if b.has("weights") {
		d.Weights = decode[float64](b.arrays["weights"])
	}
	d.Order = decode[int32](b.arrays["order"])
	d.Fusion = arcsOf(b.arrays["fusion"], n)
	if b.has("adjacency") {
		d.Adjacency = arcsOf(b.arrays["adjacency"], n)
	}
}

// steps takes the arrays of the steps, and checks those that no other operation takes.
func (d *document) steps(b *builder) *Error {
	k := len(b.in.Steps)
	if _, failure := b.readSets("s_ptr", "s", k); failure != nil {
		return failure
	}
	score, seconds := numbers[int64](b, "score"), numbers[float64](b, "step_seconds")
	for i := range k {
		if score[i] < 0 || math.IsNaN(seconds[i]) || math.IsInf(seconds[i], 0) {
			return badRequest("score", "step %d has score %d after %v seconds", i, score[i], seconds[i])
		}
	}
	*d.Steps = fileSteps{
		Edges:   rows(decode[int32](b.arrays["step_edges"]), 3),
		Score:   score,
		Seconds: seconds,
		H:       lists(decode[int64](b.arrays["h_ptr"]), decode[int32](b.arrays["h"])),
		S:       lists(decode[int64](b.arrays["s_ptr"]), decode[int32](b.arrays["s"])),
		Removed: rows(decode[int32](b.arrays["removed"]), 4),
	}
	return nil
}

// arcsOf lists the arcs of an n by n matrix.
func arcsOf(cells []byte, n int) [][]int32 {
	arcs := [][]int32{}
	for at, x := range cells {
		if x != 0 {
			arcs = append(arcs, []int32{int32(at / n), int32(at % n)})
		}
	}
	return arcs
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

// opSave is the text of the file of a run.
func opSave(_ context.Context, in *Input, _ *Progress) (*Output, error) {
	digest, err := in.Document.sum()
	if err != nil {
		return nil, err
	}
	in.Document.Digest = digest
	text, err := strictJSON.Marshal(in.Document)
	if err != nil {
		return nil, err
	}
	text = append(text, '\n')
	return &Output{Arrays: map[string]Array{"file": NewArray(text, len(text))}}, nil
}
