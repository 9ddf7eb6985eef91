package wire

import (
	"bytes"
	"fmt"

	"github.com/mcbnc/mcbnc/core/call"
)

// Estimate is how many bytes an operation takes beside its input, if the fusion that it makes has so many edges.
type Estimate func(in *Input, edges int) float64

// Sizes are of the arrays as they were given, before they are copied. They do not trust what is in the arrays.
type Sizes struct {
	Arcs        int // of all DAGs
	FusionArcs  int
	GraphsGiven int
	Runs        int
}

// memory checks that the request fits into its limit. It comes before anything of the input's size is allocated.
func (r *reader) memory() *call.Error {
	if r.q.MemoryLimit < 0 {
		return call.MustBe("memory_limit", "a number of bytes >= 1, or 0 for no limit", r.q.MemoryLimit)
	}
	ones := func(name string) int { return bytes.Count(r.arrays[name], []byte{1}) }
	in := r.in
	in.Memory = call.Memory{Limit: r.q.MemoryLimit, Input: r.inputBytes(), Extent: r.extent(), Fusions: r.q.Runs}
	if in.Memory.Limit == 0 || r.estimate == nil {
		return nil
	}
	in.Sizes = Sizes{
		Arcs: ones("dags"), FusionArcs: ones("fusion"), GraphsGiven: len(r.arrays["graphs"]) / max(1, in.N*in.N),
		Runs: r.q.Runs,
	}
	in.Memory.Besides = func(edges int) float64 { return r.estimate(in, edges) }
	in.Memory.ManyEdges = call.ManyEdges(in.N, in.Arcs)
	return in.Memory.Check()
}

// inputBytes are the bytes of the input as the engine holds it.
func (r *reader) inputBytes() float64 {
	matrix, bytes := call.MatrixBytes(r.in.N), float64(call.RuntimeBytes)
	for _, part := range r.present {
		p := &parts[part&^optional]
		for _, a := range p.arrays {
			bytes += r.heldBytes(a, matrix)
		}
		for _, a := range p.extra {
			bytes += r.heldBytes(a, matrix)
		}
	}
	bytes += r.q.Matrices() * matrix
	return bytes
}

// heldBytes are the bytes that the engine takes for an array: of matrices of graphs as bits, of others as a
// copy, and once more as what is made of it.
func (r *reader) heldBytes(a array, matrix float64) float64 {
	length, rank := float64(len(r.arrays[a.name])), len(a.shape)
	if rank >= 2 && a.element(r) == 1 && a.name != "data" && a.shape[rank-1](r) == r.in.N && a.shape[rank-2](r) == r.in.N {
		return length / float64(r.in.N) / float64(r.in.N) * call.GraphMatrices * matrix
	}
	return 2 * length
}

// extent says what of the input counts most.
func (r *reader) extent() string {
	text := fmt.Sprintf("for %d nodes", r.in.N)
	switch {
	case len(r.in.Rows) > 0:
		text += fmt.Sprintf(" and %d rows", sumOf(r.in.Rows))
	case r.in.R > 1:
		text += fmt.Sprintf(" in %d graphs", r.in.R)
	}
	return text
}
