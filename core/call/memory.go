package call

import (
	"fmt"
	"math"
	"runtime/metrics"
)

// Memory is refused before it is allocated: a Go process cannot survive an allocation that fails. The estimate is of the
// input and of all that the operation does, of the most memory that is taken at a time. It is made before an array is
// copied, and once more for each fusion, whose edges nobody knows before. The table in rates.go has what each operation takes.

// Memory is what a request may take, and what it is estimated to take.
type Memory struct {
	Limit  int64  // bytes; 0: none
	Extent string // what of the input counts most, for messages

	Rates     Rates
	Size      Size
	ManyEdges int // more than most fusions of the input have
	Fusions   int // that the request makes
}

// Size is what estimates are made of. All of it but the edges is known before an array is copied.
type Size struct {
	Graphs float64 // bytes of those of the input: a bit for each pair of nodes, and 8 bytes for each arc
	Arrays float64 // bytes of the others, such as rows, as they are
	Pairs  float64 // of nodes, n · n
	Drawn  float64 // bytes of a graph of the result: of its matrix, or of the bits of one that goes as a list of arcs
	Edges  float64 // of the fusion that is made, or of the one that is given
	Pieces float64 // that the work is shared in: runs, datasets, chains, members of a population
	AtWork float64 // of these at a time
}

// MatrixBytes are the bytes of a bit matrix over n nodes.
func MatrixBytes(n int) float64 { return float64(n) * float64((n+63)/64) * 8 }

// GraphBytes are those of graphs of so many arcs together, as Size counts them.
func GraphBytes(n, graphs, arcs int) float64 {
	return float64(graphs)*MatrixBytes(n) + float64(arcs)*arcBytes
}

// Share sets the pieces, of which each worker has one at a time.
func (s *Size) Share(pieces, workers int) {
	s.Pieces, s.AtWork = float64(pieces), float64(min(workers, pieces))
}

// Rates are bytes for each byte of the graphs, each byte of other arrays, each pair of nodes, each byte of a graph of the result
// and each edge of the fusion, and bytes besides: once, for each worker, and for each piece of the work.
type Rates [3][6]float64

// runtimeBytes are those of Go's heap, however small the request.
const runtimeBytes = 32 << 20

// With is the estimate, in bytes, with a fusion of so many edges, or of those of the fusion that is given.
func (m *Memory) With(edges int) int64 {
	s, bytes := &m.Size, float64(runtimeBytes)
	for i, times := range [...]float64{1, s.AtWork, s.Pieces} {
		for j, size := range [...]float64{s.Graphs, s.Arrays, s.Pairs, s.Drawn, max(s.Edges, float64(edges)), 1} {
			bytes += m.Rates[i][j] * size * times
		}
	}
	return int64(min(math.Ceil(bytes), math.MaxInt64/2))
}

// Check is an error if the request is estimated to take more than its limit.
func (m *Memory) Check() *Error { return m.fits(0, m.ManyEdges) }

// FitsFusion is an error if the request takes more than its limit now that a fusion of it has so many edges. Other
// fusions of the same request may have more.
func (m *Memory) FitsFusion(edges int) *Error {
	if m.Fusions > 1 {
		return m.fits(edges, max(edges, m.ManyEdges))
	}
	return m.fits(edges, edges)
}

// fits is an error if the request takes more than its limit with a fusion of so many edges. The error says what suffices
// for the most edges, so that whoever allows that much is not refused again.
func (m *Memory) fits(edges, most int) *Error {
	least := m.With(edges)
	if m.Limit == 0 || least <= m.Limit {
		return nil
	}
	enough := m.With(most)
	problem := fmt.Sprintf("this takes about %s of memory", amount(least))
	if enough > least {
		problem += fmt.Sprintf(", or up to %s if a fusion has many edges", amount(enough))
	}
	return m.overrun(enough, problem)
}

// ManyEdges is more than most fusions of DAGs with so many arcs have. All pairs of some hundred nodes are few enough to be
// counted on. Of more nodes they would be many times what is taken; and 8 edges for each arc are seldom reached.
func ManyEdges(n, arcs int) int {
	const few, perArc = 50_000, 8
	return min(n*(n-1)/2, max(few, perArc*arcs))
}

// Overrun is the error of a job that ends since the engine has so many bytes, more than the job's limit.
func (m *Memory) Overrun(bytes int64) *Error {
	return m.overrun(bytes, fmt.Sprintf("the engine has %s of memory by now", amount(bytes)))
}

func (m *Memory) overrun(bytes int64, problem string) *Error {
	e := Errorf(OutOfMemory, "%s, %s, and the limit is %s", problem, m.Extent, amount(m.Limit))
	e.Argument, e.Bytes, e.Limit = "memory_limit", bytes, m.Limit
	return e
}

// HeapBytes are the bytes of all objects on the heap, with those that are garbage by now.
func HeapBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// amount is a number of bytes in words.
func amount(bytes int64) string {
	const kib = 1 << 10
	unit, units := float64(bytes), []string{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"}
	k := 0
	for ; unit >= kib && k < len(units)-1; k++ {
		unit /= kib
	}
	return fmt.Sprintf("%.3g %s", unit, units[k])
}
