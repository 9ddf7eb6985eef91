package call

import (
	"encoding/binary"
	"slices"
)

// A graph is given as a matrix of n · n bytes, or as a list of its arcs, for few of many nodes have an arc between them. What
// is made of graphs that came as arcs goes back as arcs.

// arcBytes are those of an arc: its two nodes.
const arcBytes = 2 * 4

// several are the names of the arrays that have several graphs: their matrices, or a list of the arcs of all, in which those
// of graph k are from ptr[k] on and before ptr[k+1].
type several struct{ matrices, ptr, arcs string }

var (
	theDAGs   = several{"dags", "arc_ptr", "arcs"}
	theGraphs = several{"graphs", "graph_ptr", "graph_arcs"}
)

// specs are those of the arrays of the given number of graphs.
func (s several) specs(count Extent) []Spec {
	ptr := NewSpec(s.ptr, 8, func(r *Reader) int { return count(r) + 1 }).OrNone()
	ptr.graphs = count
	return []Spec{MatrixSpec(s.matrices, count).Or(ptr), ptr, listSpec(s.arcs)}
}

// givenOnce checks that the graphs are given in one way.
func (s several) givenOnce(r *Reader) *Error {
	switch ptr, arcs := r.Has(s.ptr), r.Has(s.arcs); {
	case ptr != arcs:
		return BadRequestf(s.ptr, "%q and %q must be given together", s.ptr, s.arcs)
	case ptr && r.Has(s.matrices):
		of := map[several]string{theDAGs: "DAGs", theGraphs: "graphs"}[s]
		return BadRequestf(s.matrices, "the %s are given as %q too, and one of the two must go", of, s.arcs)
	}
	return nil
}

// arcsOf is the name of the list of arcs of the graph that is an array of this name otherwise.
func arcsOf(name string) string { return name + "_arcs" }

// listSpec is the Spec of a list of arcs.
func listSpec(name string) Spec {
	a := NewSpec(name, 4, Any, Fixed(2)).OrNone()
	a.arcs = true
	return a
}

// Or is the Spec of an array that another array may replace.
func (a Spec) Or(other Spec) Spec {
	a.instead = other.Name
	return a
}

// givenAsArcs reports whether a graph of the request came as a list of arcs.
func (r *Reader) givenAsArcs(parts []part) bool {
	return slices.ContainsFunc(parts, func(p part) bool {
		return slices.ContainsFunc(p.arrays, func(a Spec) bool { return a.arcs && r.Has(a.Name) })
	})
}

// read returns the count graphs of a request, 0 if they are not given.
func (s several) read(r *Reader) (given func(k int) drawn, count int, failure *Error) {
	if !r.Has(s.arcs) {
		cells, size := r.Bytes(s.matrices), r.N*r.N
		return func(k int) drawn { return r.matrix(cells[k*size : (k+1)*size]) }, len(cells) / size, nil
	}
	ptr, arcs := Numbers[int64](r, s.ptr), r.Bytes(s.arcs)
	if failure := s.risesTo(ptr, int64(len(arcs)/arcBytes)); failure != nil {
		return nil, 0, failure
	}
	return func(k int) drawn { return r.arcs(arcs[ptr[k]*arcBytes : ptr[k+1]*arcBytes]) }, len(ptr) - 1, nil
}

// risesTo checks that the numbers of arcs before each graph rise from 0 to the number of all arcs.
func (s several) risesTo(ptr []int64, arcs int64) *Error {
	last := len(ptr) - 1
	if ptr[0] != 0 || ptr[last] != arcs {
		return BadRequestf(s.ptr, "it goes from %d to %d, and not from 0 to the number of arcs, %d", ptr[0], ptr[last], arcs)
	}
	for k := range last {
		if ptr[k] > ptr[k+1] {
			return BadRequestf(s.ptr, "it falls from %d to %d at DAG %d", ptr[k], ptr[k+1], k).InDAG(k)
		}
	}
	return nil
}

// arcs is the graph of a list of arcs. A repeated arc changes nothing. Of several arcs of a node to itself, the
// error names the lowest, wherever it is in the list.
func (x *Nodes) arcs(list []byte) drawn {
	return func(set func(u, v int)) *Error {
		loop := x.N
		for arc := range slices.Chunk(list, arcBytes) {
			u, v := int(int32(binary.NativeEndian.Uint32(arc))), int(int32(binary.NativeEndian.Uint32(arc[arcBytes/2:])))
			switch {
			case !x.IsNode(u) || !x.IsNode(v):
				return Errorf(InvalidInput, "the arc %d -> %d is not between two nodes of 0..%d", u, v, x.N-1)
			case u == v:
				loop = min(loop, u)
			default:
				set(x.Index.Engine(u), x.Index.Engine(v))
			}
		}
		if loop < x.N {
			return x.loop(loop)
		}
		return nil
	}
}
