package runfile

import (
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

// maxCells bounds the pairs of nodes of all input DAGs of a file. The engine holds two bits for each pair. Without the
// bound the matrices of a short text's nodes could fill the memory.
const maxCells = 1 << 32

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
		return Damaged("its text and its \"sha256\" do not match")
	}
	return nil
}

// Arrays are the document's arrays as "save" takes them, with graphs as lists of arcs.
func (d *Document) Arrays() (call.Arrays, *call.Error) {
	n, r := len(d.Nodes), len(d.DAGs)
	if tooMany(n, r) {
		return nil, Damaged("%d DAGs over %d nodes are too many for a file", r, n)
	}
	var failure *call.Error
	out := call.Arrays{
		"order":        call.NewArray(d.Order, len(d.Order)),
		"score":        call.NewArray(d.Steps.Score, len(d.Steps.Score)),
		"step_seconds": call.NewArray(d.Steps.Seconds, len(d.Steps.Seconds)),
	}
	if d.Weights != nil {
		out["weights"] = call.NewArray(d.Weights, len(d.Weights))
	}
	if d.Seen != nil {
		if out["seen"], failure = seenTable(d.Seen, n, r); failure != nil {
			return nil, failure
		}
	}
	if d.Steps.Weight != nil {
		out["step_weight"] = call.NewArray(d.Steps.Weight, len(d.Steps.Weight))
	}
	out["h_ptr"], out["h"] = call.Index{}.Ragged(d.Steps.H)
	out["s_ptr"], out["s"] = call.Index{}.Ragged(d.Steps.S)
	ptr, ends := make([]int64, 1, r+1), []int32(nil)
	for k, arcs := range d.DAGs {
		if ends, failure = appendArcs(ends, n, arcs, fmt.Sprintf("dags[%d]", k)); failure != nil {
			return nil, failure
		}
		ptr = append(ptr, int64(len(ends)/2))
	}
	out["arc_ptr"], out["arcs"] = call.NewArray(ptr, r+1), call.NewArray(ends, len(ends)/2, 2)
	for _, graph := range []struct {
		name string
		arcs [][]int32
	}{{"fusion", d.Fusion}, {"adjacency", d.Adjacency}} {
		if graph.arcs == nil {
			continue
		}
		ends, failure := appendArcs(nil, n, graph.arcs, graph.name)
		if failure != nil {
			return nil, failure
		}
		out[graph.name+"_arcs"] = call.NewArray(ends, len(ends)/2, 2)
	}
	if out["step_edges"], failure = tableOf("step_edges", d.Steps.Edges, 3); failure != nil {
		return nil, failure
	}
	out["removed"], failure = tableOf("removed", d.Steps.Removed, 4)
	return out, failure
}

// seenTable has a row for each DAG, with 1 at its nodes.
func seenTable(seen [][]int32, n, r int) (call.Array, *call.Error) {
	if len(seen) != r {
		return call.Array{}, Damaged("seen: %d lists of nodes for %d DAGs", len(seen), r)
	}
	cells := make([]byte, n*r)
	for k, nodes := range seen {
		for _, v := range nodes {
			if v < 0 || int(v) >= n {
				return call.Array{}, Damaged("seen[%d]: there is no node %d", k, v)
			}
			cells[k*n+int(v)] = 1
		}
	}
	return call.NewArray(cells, r, n), nil
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

// appendArcs appends the ends of a list of arcs over n nodes.
func appendArcs(ends []int32, n int, arcs [][]int32, place string) ([]int32, *call.Error) {
	for _, arc := range arcs {
		if len(arc) != 2 || min(arc[0], arc[1]) < 0 || int(max(arc[0], arc[1])) >= n {
			return nil, Damaged("%s: %v is no arc between two of %d nodes", place, arc, n)
		}
		ends = append(ends, arc...)
	}
	return ends, nil
}
