package call

import (
	"encoding/binary"
	"slices"
)

// A graph is given as a matrix of n · n bytes, or as a list of its arcs, for few of many nodes have an arc between them. What
// is made of graphs that came as arcs goes back as arcs.

// arcBytes are those of an arc: its two nodes.
const arcBytes = 2 * 4

// The arcs of all DAGs of a request are one list, in which those of DAG k are from arc_ptr[k] on and before arc_ptr[k+1].
var (
	arcPtrSpec = NewSpec("arc_ptr", 8, func(r *Reader) int { return r.R + 1 }).OrNone()
	arcSpec    = listSpec("arcs")
)

// arcsOf is the name of the list of arcs of the graph that is an array of this name otherwise.
func arcsOf(name string) string { return name + "_arcs" }

// listSpec is the Spec of a list of arcs.
func listSpec(name string) Spec {
	a := NewSpec(name, 4, Any, Fixed(2)).OrNone()
	a.arcs = true
	return a
}

// Or is the Spec of an array in the place of which another may be given.
func (a Spec) Or(other Spec) Spec {
	a.instead = other.Name
	return a
}

// givenAsArcs tells whether a graph of the request came as a list of arcs.
func (r *Reader) givenAsArcs(parts []part) bool {
	return slices.ContainsFunc(parts, func(p part) bool {
		return slices.ContainsFunc(p.arrays, func(a Spec) bool { return a.arcs && r.Has(a.Name) })
	})
}

// dags are the DAGs of a request, as many as count says, 0 if they are not given.
func (r *Reader) dags() (given func(k int) drawn, count int, failure *Error) {
	if !r.Has(arcSpec.Name) {
		cells, size := r.Bytes("dags"), r.N*r.N
		return func(k int) drawn { return r.matrix(cells[k*size : (k+1)*size]) }, len(cells) / size, nil
	}
	ptr, arcs := Numbers[int64](r, arcPtrSpec.Name), r.Bytes(arcSpec.Name)
	if failure := risesTo(ptr, int64(len(arcs)/arcBytes)); failure != nil {
		return nil, 0, failure
	}
	return func(k int) drawn { return r.arcs(arcs[ptr[k]*arcBytes : ptr[k+1]*arcBytes]) }, r.R, nil
}

// risesTo checks that the numbers of arcs before each DAG rise from 0 to the number of all arcs.
func risesTo(ptr []int64, arcs int64) *Error {
	last := len(ptr) - 1
	if ptr[0] != 0 || ptr[last] != arcs {
		return BadRequestf(arcPtrSpec.Name, "it goes from %d to %d, and not from 0 to the number of arcs, %d", ptr[0], ptr[last], arcs)
	}
	for k := range last {
		if ptr[k] > ptr[k+1] {
			return BadRequestf(arcPtrSpec.Name, "it falls from %d to %d at DAG %d", ptr[k], ptr[k+1], k).InDAG(k)
		}
	}
	return nil
}

// arcs is the graph of a list of arcs. An arc that comes again says nothing new. Of several arcs of a node to itself, the
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
