package job

import (
	"context"
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/consensus"
)

// opLoad is the run that a file tells of. It goes the way of a run to be saved,
// so that there is one set of checks, and every step must follow from the fusion.
func opLoad(ctx context.Context, in *Input, _ *Progress) (*Output, error) {
	d, failure := parseFile(in.File)
	if failure != nil {
		return nil, failure
	}
	arrays, failure := d.arrays()
	if failure != nil {
		return nil, failure
	}
	raws := make([]Raw, 0, len(arrays))
	for name, array := range arrays {
		raws = append(raws, Raw{Name: name, Data: array.bytes})
	}
	run, failure := build(&Request{
		Op: "save", N: len(d.Nodes), R: len(d.DAGs), Record: &d.Record,
		KMax: d.Options.KMax, Cap: d.Options.Cap, Start: d.Options.Start, Canonical: d.Options.Canonical, Seed: d.Options.Seed,
		Required: d.Options.Required, Forbidden: d.Options.Forbidden,
	}, saving, raws)
	if failure != nil {
		return nil, damaged("%s", failure.Message)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if _, err := run.replay().Advance(len(run.Steps)); err != nil {
		return nil, damaged("%v", err)
	}
	psi := make([]float64, len(d.Steps.Score))
	for i, score := range d.Steps.Score {
		psi[i] = consensus.Psi(score, run.TotalWeight())
	}
	arrays["psi"] = NewArray(psi, len(psi))
	if failure := d.within(psi); failure != nil {
		return nil, failure
	}
	if run.Adjacency != nil {
		arrays["cpdag"] = run.Index.PDAG(cpdagOf(run.Adjacency))
	}
	if digest, err := d.sum(); err != nil || d.Digest != "" && d.Digest != digest {
		return nil, damaged("its text and its \"sha256\" do not go together")
	}
	return &Output{Record: &d.Record, Arrays: arrays}, nil
}

// within checks that the steps, forced ones apart, are those of the threshold at
// which they end, and that a result is the state there.
func (d *document) within(psi []float64) *Error {
	if d.Result != nil && (d.Limit == nil || *d.Limit != d.Result.Theta) {
		return damaged("its result is of theta %v, but not its steps", d.Result.Theta)
	}
	for k := d.Forced; k < len(psi); k++ {
		if d.Limit != nil && psi[k] > *d.Limit {
			return damaged("step %d has psi %v, above its theta %v", k, psi[k], *d.Limit)
		}
	}
	return nil
}

// arrays are the document's arrays as "save" takes them, which checks what they say.
func (d *document) arrays() (map[string]Array, *Error) {
	n, r := len(d.Nodes), len(d.DAGs)
	if n*n > maxCells/max(1, r) {
		return nil, damaged("%d DAGs over %d nodes are too many for a file", r, n)
	}
	out := map[string]Array{
		"order":        NewArray(d.Order, len(d.Order)),
		"score":        NewArray(d.Steps.Score, len(d.Steps.Score)),
		"step_seconds": NewArray(d.Steps.Seconds, len(d.Steps.Seconds)),
	}
	if d.Weights != nil {
		out["weights"] = NewArray(d.Weights, len(d.Weights))
	}
	out["h_ptr"], out["h"] = Index{}.Ragged(d.Steps.H)
	out["s_ptr"], out["s"] = Index{}.Ragged(d.Steps.S)
	cells := make([]uint8, r*n*n)
	for k, arcs := range d.DAGs {
		if failure := setArcs(cells[k*n*n:(k+1)*n*n], n, arcs, fmt.Sprintf("dags[%d]", k)); failure != nil {
			return nil, failure
		}
	}
	out["dags"] = NewArray(cells, r, n, n)
	for _, graph := range []struct {
		name string
		arcs [][]int32
	}{{"fusion", d.Fusion}, {"adjacency", d.Adjacency}} {
		if graph.arcs == nil {
			continue
		}
		cells := make([]uint8, n*n)
		if failure := setArcs(cells, n, graph.arcs, graph.name); failure != nil {
			return nil, failure
		}
		out[graph.name] = NewArray(cells, n, n)
	}
	var failure *Error
	if out["step_edges"], failure = tableOf("step_edges", d.Steps.Edges, 3); failure != nil {
		return nil, failure
	}
	out["removed"], failure = tableOf("removed", d.Steps.Removed, 4)
	return out, failure
}

// tableOf is an array of rows, all of one width.
func tableOf(name string, rows [][]int32, width int) (Array, *Error) {
	for i, row := range rows {
		if len(row) != width {
			return Array{}, damaged("%s: row %d has %d numbers, not %d", name, i, len(row), width)
		}
	}
	return NewArray(slices.Concat(rows...), len(rows), width), nil
}

// setArcs writes a list of arcs into an n by n matrix of zeros.
func setArcs(cells []uint8, n int, arcs [][]int32, place string) *Error {
	for _, arc := range arcs {
		if len(arc) != 2 || min(arc[0], arc[1]) < 0 || int(max(arc[0], arc[1])) >= n {
			return damaged("%s: %v is no arc between two of %d nodes", place, arc, n)
		}
		cells[int(arc[0])*n+int(arc[1])] = 1
	}
	return nil
}
