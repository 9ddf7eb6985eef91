package call

import (
	"fmt"
	"math"
	"runtime/metrics"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Memory is refused before it is allocated: a Go process cannot survive an allocation that fails. The estimate is of the
// input and of all that the operation does, of the most memory that is taken at a time. It is made before an array is
// copied, and once more for each fusion, whose edges nobody knows before.

// Memory is what a request may take, and what it is estimated to take.
type Memory struct {
	Limit  int64   // bytes; 0: none
	Input  float64 // bytes of the input
	Extent string  // what of the input counts most, for messages

	Besides   func(edges int) float64 // bytes beside the input, if the fusion has so many edges; nil: none
	ManyEdges int                     // more than most fusions of the input have
	Fusions   int                     // that the request makes
}

// Check is an error if the request is estimated to take more than its limit.
func (m *Memory) Check() *Error {
	if m.Limit == 0 || m.Besides == nil {
		return nil
	}
	return m.fits(0, m.ManyEdges)
}

// FitsFusion is an error if the request takes more than its limit now that a fusion of it has so many edges. Other
// fusions of the same request may have more.
func (m *Memory) FitsFusion(edges int) *Error {
	if m.Limit == 0 || m.Besides == nil {
		return nil
	}
	most := edges
	if m.Fusions > 1 {
		most = max(edges, m.ManyEdges)
	}
	return m.fits(edges, most)
}

// fits is an error if the request takes more than its limit with a fusion of so many edges. The error says what suffices
// for the most edges, so that whoever allows that much is not refused again.
func (m *Memory) fits(edges, most int) *Error {
	least := m.Input + m.Besides(edges)
	if least <= float64(m.Limit) {
		return nil
	}
	enough := m.Input + m.Besides(most)
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
	return m.overrun(float64(bytes), fmt.Sprintf("the engine has %s of memory by now", amount(float64(bytes))))
}

func (m *Memory) overrun(bytes float64, problem string) *Error {
	e := Errorf(OutOfMemory, "%s, %s, and the limit is %s", problem, m.Extent, amount(float64(m.Limit)))
	e.Argument, e.Bytes, e.Limit = "memory_limit", int64(min(math.Ceil(bytes), math.MaxInt64/2)), m.Limit
	return e
}

const (
	// RuntimeBytes are those of Go's heap, however small the request.
	RuntimeBytes = 32 << 20
	// GraphMatrices are those of bits that a graph is held in: parents, children, and neighbours or an extension's.
	GraphMatrices = 3
	// tabled is the number of nodes up to which a run has a table of all pairs.
	tabled = 1 << 12
	// foundBytes are those of the headers of what one search found.
	foundBytes = 48
	// Garbage is how much more than what is in use Go's heap has, as it grows.
	Garbage = 2
	// littleGarbage is the share of a large run, which makes few objects and collects them.
	littleGarbage = 0.25
)

// MatrixBytes are the bytes of a bit matrix over n nodes.
func MatrixBytes(n int) float64 { return float64(n) * float64((n+63)/64) * 8 }

// Size is what estimates are made of. All of it but the edges is known before an array is copied.
type Size struct {
	N, R    float64 // nodes; DAGs, graphs or datasets
	Matrix  float64 // bytes of a bit matrix of n by n
	Row     float64 // of one row of it
	Cells   float64 // n · n, the bytes of a matrix in a result
	Workers float64
	Edges   float64 // of the fusion that is made, or of the one that is given
	Arcs    float64 // of all DAGs that are given
	States  float64 // that are asked for
	Input   float64 // bytes, as the engine holds it
	AsArcs  bool    // graphs of a result are lists of arcs
}

// NewSize is the Size of a request of n nodes and r graphs.
func NewSize(n, r, workers, edges, arcs int) Size {
	nodes, matrix := float64(n), MatrixBytes(n)
	return Size{
		N: nodes, R: float64(r), Matrix: matrix, Row: matrix / max(1, nodes), Cells: nodes * nodes,
		Workers: float64(workers), Edges: float64(edges), Arcs: float64(arcs),
	}
}

// MatricesOut are result matrices of so many graphs. They are there twice, once as the caller's.
func (s *Size) MatricesOut(graphs float64) float64 { return 2 * graphs * s.Cells }

// GraphsOut are so many graphs of a result, with no more edges than the fusion, as PutDAG gives them.
func (s *Size) GraphsOut(graphs float64) float64 {
	if s.AsArcs {
		return 2 * Garbage * graphs * arcBytes * s.Edges
	}
	return s.MatricesOut(graphs)
}

// Prepared are the ancestors, the arcs and, of more than 64 nodes, the moral graph of each DAG as searches read them, and
// what is known of it beside. Sparse DAGs whose rows are long have lists of their arcs, and neither ancestors nor moral
// graphs. Very many DAGs of few nodes take a tenth of that if they have most arcs in common, which nobody knows before.
func (s *Size) Prepared() float64 {
	matrices := 4.0
	switch {
	case s.N <= 64:
		matrices = 3
	case s.listed():
		return (2*s.Matrix+200)*s.R + 4*arcBytes*s.Arcs
	}
	return (matrices*s.Matrix + 200) * s.R
}

// listed tells whether the DAGs have lists, if their nodes have parents as by chance: newLists in core/fuse/flow says it of
// each DAG.
func (s *Size) listed() bool {
	parents := s.Arcs / max(1, s.R*s.N)
	return s.long() && parents*(parents+3) <= s.Row/8/4
}

// long tells whether rows are long.
func (s *Size) long() bool { return s.Row/8 >= bitset.Long }

// Fused is what the order, the I-maps and their union take.
func (s *Size) Fused() float64 { return Garbage*(s.Prepared()+2*s.Matrix*s.R) + 4*s.Matrix }

// Ran is what a large run takes that collects what it is done with: the DAGs, which take the place of most of the input, what
// searches reached, and then its deletions and the arcs that they cut, which are told twice, or the result.
func (s *Size) Ran() float64 {
	dags, given := s.Prepared()+s.Searched(), min(s.Input, 2*s.Matrix*s.R)
	told, deletions, result := s.Steps()+3*16*s.Arcs, 4*s.Cells+s.Deleted()*(1+littleGarbage)/Garbage, s.GraphsOut(3)
	if s.GivesBack() {
		return dags - given + told + max(deletions, result)
	}
	return dags - given + told + deletions + result
}

// Searched is what is kept of what searches reached: rows, or lists in place of long ones. A list that would be
// longer than a row is one.
func (s *Size) Searched() float64 {
	if !s.long() {
		return s.Matrix * s.R
	}
	return s.R * (s.Matrix + foundBytes*s.N)
}

// Collects tells whether a run has so many bytes of matrices in its DAGs that it collects what it is done with between its
// parts. These objects are few and large, so that takes a hundredth of the run's time.
func (s *Size) Collects() bool { return s.Matrix*s.R > 1<<24 }

// GivesBack tells whether a run gives so much memory back to the system, before a result that the caller copies.
func (s *Size) GivesBack() bool { return s.Matrix*s.R+4*s.Cells > 1<<24 }

// Deleted is what the deletions of a fusion take.
func (s *Size) Deleted() float64 {
	pairs := 4 * s.Cells
	if s.N > tabled {
		pairs = 48*s.N + 16*s.Edges
	}
	return pairs + Garbage*(s.Edges*(2*s.Row+4*s.R+64)+s.R*(s.N*(0.25+s.Workers/8)+256))
}

// Steps is what the steps take, and the result that tells them twice. The sets S have half the parents of a node of the
// fusion on average, since the parents get fewer.
func (s *Size) Steps() float64 { return s.Edges * (3*4*s.Edges/(2*s.N) + 1024) }

// AtWork is how many of so many pieces are worked on at a time.
func (s *Size) AtWork(pieces float64) float64 { return min(s.Workers, pieces) }

// HeapBytes are the bytes of all objects on the heap, with those that are garbage by now.
func HeapBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
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
