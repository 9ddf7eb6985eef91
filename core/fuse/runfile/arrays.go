package runfile

import (
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

// maxCells bounds the entries of all input matrices of a file. Without it a short text could
// name so many nodes that their matrices would fill the memory.
const maxCells = 1 << 30

func tooMany(nodes, dags int) bool { return nodes*nodes > maxCells/max(1, dags) }

// Check checks what no other check sees. The steps, forced ones apart, are those of the
// threshold at which they end; psi is the criticality of each. A result is the state at that
// threshold. The digest is that of the rest.
func (d *Document) Check(psi []float64) *call.Error {
	if d.Result != nil && (d.Limit == nil || *d.Limit != d.Result.Theta) {
		return Damaged("its result is of theta %v, but not its steps", d.Result.Theta)
	}
	for k := d.Forced; k < len(psi); k++ {
		if d.Limit != nil && psi[k] > *d.Limit {
			return Damaged("step %d has psi %v, above its theta %v", k, psi[k], *d.Limit)
		}
	}
	if digest, err := d.sum(); err != nil || d.Digest != "" && d.Digest != digest {
		return Damaged("its text and its \"sha256\" do not go together")
	}
	return nil
}

// CheckSize checks that the arrays are not too large for any file.
func (d *Document) CheckSize() *call.Error {
	n, r := len(d.Nodes), len(d.DAGs)
	if tooMany(n, r) {
		return Damaged("%d DAGs over %d nodes are too many for a file", r, n)
	}
	return nil
}

// Arrays are the document's arrays as "save" takes them. Their size has been checked.
func (d *Document) Arrays() (call.Arrays, *call.Error) {
	n, r := len(d.Nodes), len(d.DAGs)
	out := call.Arrays{
		"order":        call.NewArray(d.Order, len(d.Order)),
		"score":        call.NewArray(d.Steps.Score, len(d.Steps.Score)),
		"step_seconds": call.NewArray(d.Steps.Seconds, len(d.Steps.Seconds)),
	}
	if d.Weights != nil {
		out["weights"] = call.NewArray(d.Weights, len(d.Weights))
	}
	out["h_ptr"], out["h"] = call.Index{}.Ragged(d.Steps.H)
	out["s_ptr"], out["s"] = call.Index{}.Ragged(d.Steps.S)
	cells := make([]uint8, r*n*n)
	for k, arcs := range d.DAGs {
		if failure := setArcs(cells[k*n*n:(k+1)*n*n], n, arcs, fmt.Sprintf("dags[%d]", k)); failure != nil {
			return nil, failure
		}
	}
	out["dags"] = call.NewArray(cells, r, n, n)
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
		out[graph.name] = call.NewArray(cells, n, n)
	}
	var failure *call.Error
	if out["step_edges"], failure = tableOf("step_edges", d.Steps.Edges, 3); failure != nil {
		return nil, failure
	}
	out["removed"], failure = tableOf("removed", d.Steps.Removed, 4)
	return out, failure
}

// tableOf is an array of rows, all of one width.
func tableOf(name string, rows [][]int32, width int) (call.Array, *call.Error) {
	for i, row := range rows {
		if len(row) != width {
			return call.Array{}, Damaged("%s: row %d has %d numbers, not %d", name, i, len(row), width)
		}
	}
	return call.NewArray(slices.Concat(rows...), len(rows), width), nil
}

// setArcs writes a list of arcs into an n by n matrix of zeros.
func setArcs(cells []uint8, n int, arcs [][]int32, place string) *call.Error {
	for _, arc := range arcs {
		if len(arc) != 2 || min(arc[0], arc[1]) < 0 || int(max(arc[0], arc[1])) >= n {
			return Damaged("%s: %v is no arc between two of %d nodes", place, arc, n)
		}
		cells[int(arc[0])*n+int(arc[1])] = 1
	}
	return nil
}
