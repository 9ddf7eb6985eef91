package call

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"
)

// Part is a field of a request that reads arrays, and the fields of JSON that go with them. It may have three methods
// more: CheckLength, which sees the request before the lengths of the arrays are checked; Columns, the number of those that
// stand for the nodes, if they are more; and Extent, which gives its size in messages.
type Part interface {
	// Arrays are those that the part takes.
	Arrays() []Spec
	// Read checks the arrays, whose lengths have been checked, and copies their values. Of an optional part that was
	// not given it sets what stands for it.
	Read(r *Reader) *Error
}

// Sized is a Part that has the numbers of nodes and graphs itself: the request does not.
type Sized interface {
	Part
	// Sizes are asked when the lengths of the arrays have been checked, for the estimate of memory.
	Sizes() (nodes, graphs int)
}

// Spec is the name and the extent of an input array.
type Spec struct {
	Name  string
	Bytes int // of an element
	Shape []Extent

	mayLack bool
	instead string // an array that may be given in its place
	arcs    bool   // it is a list of arcs
	matrix  bool   // it is made of matrices of graphs
	graphs  Extent // that it tells of, beside matrices
}

// NewSpec is the Spec of an array whose elements have this number of bytes.
func NewSpec(name string, bytes int, shape ...Extent) Spec {
	return Spec{Name: name, Bytes: bytes, Shape: shape}
}

// MatrixSpec is the Spec of a graph's matrix, or of those of so many graphs.
func MatrixSpec(name string, graphs ...Extent) Spec {
	a := NewSpec(name, 1, append(graphs, NodeCount, NodeCount)...)
	a.matrix = true
	return a
}

// OrNone is the Spec of an array that may be left out where others of its Part are there.
func (a Spec) OrNone() Spec {
	a.mayLack = true
	return a
}

// IsGraph reports whether it is made of matrices of graphs, or of lists of arcs.
func (a *Spec) IsGraph() bool { return a.matrix || a.arcs }

// Extent is a number that a request gives, or Any.
type Extent func(r *Reader) int

const anyExtent = -1

// Any is the extent that only the array itself has, and NodeCount and GraphCount are those of Common.
func Any(*Reader) int          { return anyExtent }
func NodeCount(r *Reader) int  { return r.N }
func GraphCount(r *Reader) int { return r.R }

// Fixed is the extent that no request gives.
func Fixed(n int) Extent { return func(*Reader) int { return n } }

// Reader reads the arrays of a request.
type Reader struct {
	*Common
	arrays []Raw
}

// Has reports whether an array was given.
func (r *Reader) Has(name string) bool {
	return slices.ContainsFunc(r.arrays, func(a Raw) bool { return a.Name == name })
}

// Bytes are those of an array, which is the caller's.
func (r *Reader) Bytes(name string) []byte {
	for i := range r.arrays { // a request has few
		if r.arrays[i].Name == name {
			return r.arrays[i].Data
		}
	}
	return nil
}

// Numbers copies an array.
func Numbers[T Element](r *Reader, name string) []T { return Decode[T](r.Bytes(name)) }

var rankSpec = NewSpec("rank", 4, NodeCount)

// part is a Part of a request, whether it may be left out, and its arrays.
type part struct {
	Part
	optional bool
	arrays   []Spec
}

// read fills in the Parts of a request, whose fields are there, in the order of the struct. Nothing of the size that a
// request gives is allocated before the lengths of all arrays are checked against it.
func (r *Reader) read(q reflect.Value) *Error {
	places := requestTypeOf(q.Type()).parts
	parts := make([]part, 0, len(places))
	for _, at := range places {
		p := q.FieldByIndex(at.index).Addr().Interface().(Part)
		parts = append(parts, part{p, at.optional, p.Arrays()})
	}
	r.AsArcs = r.givenAsArcs(parts)
	request, workers := q.Addr().Interface(), 1
	settle := func() (failure *Error) {
		workers, failure = workersOf(request)
		return failure
	}
	more, together := func() *Error { return nil }, func() *Error { return nil }
	if q, checks := request.(interface{ CheckFields() *Error }); checks {
		more = q.CheckFields // what the tags cannot express
	}
	if q, checks := request.(interface{ CheckParts() *Error }); checks {
		together = q.CheckParts // what no Part can see
	}
	for _, step := range []func() *Error{
		func() *Error { return r.names(parts) }, r.check, settle, more, func() *Error { return r.lengths(parts) },
		func() *Error { return r.memory(request, workers, parts) }, r.rank,
	} {
		if failure := step(); failure != nil {
			return failure
		}
	}
	for _, part := range parts {
		if failure := part.Read(r); failure != nil {
			return failure
		}
	}
	return together()
}

// names holds the names of the arrays against those that the parts take and need.
func (r *Reader) names(parts []part) *Error {
	for _, part := range parts {
		if own, sized := part.Part.(Sized); sized {
			r.sized = own
		}
	}
	for i, a := range r.arrays {
		takes := func(p part) bool { return slices.ContainsFunc(p.arrays, func(s Spec) bool { return s.Name == a.Name }) }
		if a.Name != rankSpec.Name && !slices.ContainsFunc(parts, takes) {
			return BadRequestf(a.Name, "operation %q takes no array of this name", r.Op)
		}
		if slices.ContainsFunc(r.arrays[:i], func(b Raw) bool { return b.Name == a.Name }) {
			return BadRequestf(a.Name, "the array was given twice")
		}
	}
	for _, part := range parts {
		specs := part.arrays
		if part.optional && !slices.ContainsFunc(specs, func(a Spec) bool { return r.Has(a.Name) }) {
			continue
		}
		for _, a := range specs {
			if !a.mayLack && !r.Has(a.Name) && (a.instead == "" || !r.Has(a.instead)) {
				return BadRequestf(a.Name, "operation %q needs this array", r.Op)
			}
		}
	}
	return nil
}

// lengths checks the length of every array against the numbers of the request. So a short request cannot fill the
// memory, and whoever reads an array need not look at its length.
func (r *Reader) lengths(parts []part) *Error {
	for _, part := range parts {
		if own, checks := part.Part.(interface{ CheckLength(r *Reader) *Error }); checks {
			if failure := own.CheckLength(r); failure != nil {
				return failure
			}
		}
	}
	if failure := rankSpec.fits(r); failure != nil {
		return failure
	}
	for _, part := range parts {
		for i := range part.arrays {
			if failure := part.arrays[i].fits(r); failure != nil {
				return failure
			}
		}
	}
	return nil
}

// fits checks that the array, if it was given, has the length that the request gives.
func (a *Spec) fits(r *Reader) *Error {
	if !r.Has(a.Name) {
		return nil
	}
	raw, free, cell := r.Bytes(a.Name), false, a.Bytes
	for i, extent := range a.Shape {
		switch k := extent(r); {
		case k == anyExtent:
			free = true
		case k > 0 && cell > math.MaxInt/k:
			return BadRequestf(a.Name, "there cannot be an array of shape %v", a.extents(r)[:i+1])
		default:
			cell *= k
		}
	}
	switch {
	case free && len(raw)%cell != 0:
		return BadRequestf(a.Name, "%d bytes are not a whole number of rows", len(raw))
	case !free && len(raw) != cell:
		return BadRequestf(a.Name, "%d bytes where there must be %d: %d for each element of shape %v",
			len(raw), cell, a.Bytes, a.extents(r))
	}
	return nil
}

// extents are those of the array in each dimension.
func (a *Spec) extents(r *Reader) []int {
	extents := make([]int, len(a.Shape))
	for i, extent := range a.Shape {
		extents[i] = extent(r)
	}
	return extents
}

// memory checks that the request is within its limit.
func (r *Reader) memory(request any, workers int, parts []part) *Error {
	if r.Limit == 0 {
		return nil
	}
	m, nodes, graphs := &r.Memory, r.N, r.R
	m.Extent = fmt.Sprintf("for %d nodes", nodes)
	if graphs > 1 {
		m.Extent += fmt.Sprintf(" in %d graphs", graphs)
	}
	columns := float64(nodes)
	for _, part := range parts {
		if own, says := part.Part.(interface{ Extent(r *Reader) string }); says {
			m.Extent = own.Extent(r)
		}
		if own, says := part.Part.(interface{ Columns(r *Reader) float64 }); says {
			columns = own.Columns(r)
		}
		for i := range part.arrays {
			if a := &part.arrays[i]; r.Has(a.Name) {
				a.count(r, &m.Size)
			}
		}
	}
	if r.sized != nil {
		nodes, graphs = r.sized.Sizes()
		m.Size.Graphs = GraphBytes(nodes, graphs, 0)
		columns = float64(nodes)
	}
	m.Size.Pairs, m.Size.Drawn = columns*columns, columns*columns
	if r.AsArcs {
		m.Size.Drawn /= 8
	}
	if own, says := request.(interface{ Row() string }); says {
		m.Rates = RatesOf[own.Row()]
	}
	if shared, may := request.(interface{ Pieces() int }); may {
		graphs = shared.Pieces()
	}
	m.Size.Share(graphs, workers)
	ones := func(matrices string) int { return bytes.Count(r.Bytes(matrices), []byte{1}) }
	listed := func(list string) int { return len(r.Bytes(list)) / arcBytes }
	m.Size.Graphs += float64(arcBytes * ones("dags")) // those of a list are in its array
	m.Size.Edges = float64(ones("fusion") + listed(arcsOf("fusion")))
	m.ManyEdges = ManyEdges(nodes, ones("dags")+listed(theDAGs.arcs)+listed(theGraphs.arcs))
	return m.Check()
}

// count adds an array to the size of a request: of graphs their bits, whether they are matrices or a list of arcs.
func (a *Spec) count(r *Reader, size *Size) {
	length := len(r.Bytes(a.Name))
	switch {
	case a.matrix:
		size.Graphs += GraphBytes(r.N, length/r.N/r.N, 0)
	case a.graphs != nil:
		size.Graphs += GraphBytes(r.N, a.graphs(r), 0)
	case a.arcs:
		size.Graphs += float64(length)
	default:
		size.Arrays += float64(length)
	}
}

func (r *Reader) rank() *Error {
	if !r.Has("rank") {
		return nil
	}
	index, failure := ReadRank(r.Bytes("rank"))
	r.Index = index
	return failure
}

// ReadRank is the Index by the array "rank".
func ReadRank(raw []byte) (Index, *Error) {
	rank := Decode[int32](raw)
	if bad := NotPermutation(rank); bad >= 0 {
		return Index{}, BadRequestf("rank", "it is no permutation of 0..%d: position %d has %d", len(rank)-1, bad, rank[bad])
	}
	return NewIndex(rank), nil
}

// NotPermutation is the first position whose value is out of range or was there before, or -1.
func NotPermutation(values []int32) int {
	seen := make([]bool, len(values))
	for i, v := range values {
		if v < 0 || int(v) >= len(values) || seen[v] {
			return i
		}
		seen[v] = true
	}
	return -1
}

// Duration is a field in seconds; 0 if it is absent.
func Duration(argument string, seconds *float64) (time.Duration, *Error) {
	if seconds == nil {
		return 0, nil
	}
	if *seconds <= 0 {
		return 0, MustBe(argument, "a number of seconds > 0", *seconds)
	}
	return max(1, time.Duration(min(*seconds*float64(time.Second), math.MaxInt64/2))), nil // at most 146 years
}
