package wire

import (
	"bytes"
	"fmt"
	"math"

	"github.com/mcbnc/mcbnc/core/call"
)

// Memory is refused before it is allocated: a Go process cannot survive an allocation that fails. The estimate is of
// the input and of all that the operation does, of the most memory that is taken at a time. It is made before an array
// is copied, and once more for each fusion, whose edges nobody knows before.

// Estimate is how many bytes an operation takes beside its input, if the fusion that it makes has so many edges.
type Estimate func(in *Input, edges int) float64

// Sizes are of the arrays as they were given, before they are copied. They do not trust what is in the arrays.
type Sizes struct {
	Arcs        int // of all DAGs
	FusionArcs  int
	GraphsGiven int
	Runs        int
	States      int    // of a run, that are asked for
	Text        []byte // of a file. It is the caller's, until the Input is made
}

// memory checks that the request fits into its limit. It comes before anything of the input's size is allocated.
func (r *reader) memory() *call.Error {
	if r.q.MemoryLimit < 0 {
		return call.MustBe("memory_limit", "a number of bytes >= 1, or 0 for no limit", r.q.MemoryLimit)
	}
	r.in.MemoryLimit, r.in.Taken = r.q.MemoryLimit, r.inputBytes()
	if r.in.MemoryLimit == 0 || r.in.estimate == nil {
		return nil
	}
	ones := func(name string) int { return bytes.Count(r.arrays[name], []byte{1}) }
	r.in.Sizes = Sizes{
		Arcs: ones("dags"), FusionArcs: ones("fusion"), GraphsGiven: len(r.arrays["graphs"]) / max(1, r.in.N*r.in.N),
		Runs: r.q.Runs, States: len(r.arrays["prefixes"]) / 8, Text: r.arrays["file"],
	}
	defer func() { r.in.Text = nil }()
	return r.in.fits(0, r.in.manyEdges())
}

// inputBytes are the bytes of the input as the engine holds it.
func (r *reader) inputBytes() float64 {
	matrix, bytes := MatrixBytes(r.in.N), float64(runtimeBytes)
	for _, part := range r.present {
		p := &parts[part&^optional]
		for _, a := range p.arrays {
			bytes += r.heldBytes(a, matrix)
		}
		for _, a := range p.extra {
			bytes += r.heldBytes(a, matrix)
		}
	}
	if len(r.q.Required)+len(r.q.Forbidden) > 0 {
		bytes += constraintMatrices * matrix
	}
	// Without counts or weights, each run has the same ones.
	if r.has("counts") != r.has("weights") {
		bytes += 5 * 8 * float64(r.q.Runs) * float64(r.in.R)
	}
	return bytes
}

const (
	runtimeBytes       = 32 << 20 // of Go's heap, however small the request
	graphMatrices      = 3        // of bits, that a graph is held in: parents, children, and neighbours or an extension's
	constraintMatrices = 10       // of bits: those of the two lists, and of what follows from them
)

// heldBytes are the bytes that the engine takes for an array: of matrices of graphs as bits, of others as a
// copy, and once more as what is made of it.
func (r *reader) heldBytes(a array, matrix float64) float64 {
	length, rank := float64(len(r.arrays[a.name])), len(a.shape)
	if rank >= 2 && a.element(r) == 1 && a.name != "data" && a.shape[rank-1](r) == r.in.N && a.shape[rank-2](r) == r.in.N {
		return length / float64(r.in.N) / float64(r.in.N) * graphMatrices * matrix
	}
	if a.name == "counts" || a.name == "weights" { // of each run as given, as integers, and in between
		return 5 * length
	}
	return 2 * length
}

// MatrixBytes are the bytes of a bit matrix over n nodes.
func MatrixBytes(n int) float64 { return float64(n) * float64((n+63)/64) * 8 }

// FitsFusion is an error if the request is more than its limit now that a fusion of it has so many edges. Other runs
// of a batch may have more.
func (in *Input) FitsFusion(edges int) *call.Error {
	if in.MemoryLimit == 0 || in.estimate == nil {
		return nil
	}
	most := edges
	if in.Runs > 1 {
		most = max(edges, in.manyEdges())
	}
	return in.fits(edges, most)
}

// fits is an error if the request is more than its limit with a fusion of so many edges. The error tells what suffices
// for the most edges, so that whoever allows that much is not refused again.
func (in *Input) fits(edges, most int) *call.Error {
	least := in.Taken + in.estimate(in, edges)
	if least <= float64(in.MemoryLimit) {
		return nil
	}
	enough := in.Taken + in.estimate(in, most)
	problem := fmt.Sprintf("this takes about %s of memory", amount(least))
	if enough > least {
		problem += fmt.Sprintf(", or up to %s if a fusion has many edges", amount(enough))
	}
	return in.overrun(enough, problem)
}

// manyEdges is more than most fusions have. All pairs of some hundred nodes are few enough to be counted on. Of more
// nodes they would be many times what is taken; and 8 edges for each arc of the DAGs are seldom reached.
func (in *Input) manyEdges() int {
	const few, perArc = 50_000, 8
	return min(in.N*(in.N-1)/2, max(few, perArc*in.Arcs))
}

// Overrun is the error of a job that ends since the engine has so many bytes, more than the job's limit.
func (in *Input) Overrun(bytes int64) *call.Error {
	return in.overrun(float64(bytes), fmt.Sprintf("the engine has %s of memory by now", amount(float64(bytes))))
}

func (in *Input) overrun(bytes float64, problem string) *call.Error {
	e := call.Errorf(call.OutOfMemory, "%s, %s, and the limit is %s", problem, in.extent(), amount(float64(in.MemoryLimit)))
	e.Argument, e.Bytes, e.Limit = "memory_limit", int64(min(math.Ceil(bytes), math.MaxInt64/2)), in.MemoryLimit
	return e
}

// extent tells what of the input counts most.
func (in *Input) extent() string {
	if in.Text != nil {
		return fmt.Sprintf("for a file of %d bytes", len(in.Text))
	}
	text := fmt.Sprintf("for %d nodes", in.N)
	switch {
	case len(in.Rows) > 0:
		text += fmt.Sprintf(" and %d rows", sumOf(in.Rows))
	case in.R > 1:
		text += fmt.Sprintf(" in %d graphs", in.R)
	}
	return text
}

// amount is a number of bytes in words.
func amount(bytes float64) string {
	const kib = 1 << 10
	unit, units := bytes, []string{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"}
	k := 0
	for ; unit >= kib && k < len(units)-1; k++ {
		unit /= kib
	}
	return fmt.Sprintf("%.3g %s", unit, units[k])
}
