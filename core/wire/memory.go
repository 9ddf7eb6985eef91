package wire

import (
	"fmt"
	"math"

	"github.com/mcbnc/mcbnc/core/call"
)

// Memory is refused before it is allocated: a Go process cannot survive an allocation that fails. There are
// two estimates. The first one is of the input, by the lengths of its arrays. The operation tells the second
// one, as soon as it knows what it will need. Both are of the most memory that is taken at a time.

// memory checks that the input fits into the request's limit. It comes before anything of the input's size is
// allocated.
func (r *reader) memory() *call.Error {
	if r.q.MemoryLimit < 0 {
		return call.MustBe("memory_limit", "a number of bytes >= 1, or 0 for no limit", r.q.MemoryLimit)
	}
	r.in.MemoryLimit, r.in.Taken = r.q.MemoryLimit, r.inputBytes()
	return r.in.Fits(0)
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

// Fits is an error if the input, and so many bytes besides, are more than the request's limit.
func (in *Input) Fits(besides float64) *call.Error {
	bytes := in.Taken + besides
	if in.MemoryLimit == 0 || bytes <= float64(in.MemoryLimit) {
		return nil
	}
	return in.overrun(bytes, "this takes about %s of memory, %s, and the limit is %s")
}

// Overrun is the error of a job that ends since the engine has so many bytes, more than the job's limit.
func (in *Input) Overrun(bytes int64) *call.Error {
	return in.overrun(float64(bytes), "the engine has %s of memory by now, %s, and the limit is %s")
}

func (in *Input) overrun(bytes float64, message string) *call.Error {
	e := call.Errorf(call.OutOfMemory, message, amount(bytes), in.extent(), amount(float64(in.MemoryLimit)))
	e.Argument, e.Bytes, e.Limit = "memory_limit", int64(min(math.Ceil(bytes), math.MaxInt64/2)), in.MemoryLimit
	return e
}

// extent tells what of the input counts most.
func (in *Input) extent() string {
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
