// Package slab hands out short slices of long ones: for the many small lists that a
// run makes and keeps, of which each would else be an allocation.
package slab

// Slab makes slices of T. They are kept as long as one of their neighbours is: so it is
// for what lives and goes together. Its zero value is ready; it serves one goroutine.
type Slab[T any] struct {
	free []T
	last int // how long the slab that free is of was
}

// How long slabs are: each twice the one before, so that little is left over.
const (
	first   = 32
	longest = 512
)

// Take returns n zero values, a slice that nothing can be appended to in place.
func (s *Slab[T]) Take(n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		s.last = max(n, min(max(2*s.last, first), longest))
		s.free = make([]T, s.last)
	}
	out := s.free[:n:n]
	s.free = s.free[n:]
	return out
}

// Join returns a copy of some lists, one after the other.
func (s *Slab[T]) Join(lists [][]T) []T {
	n := 0
	for _, list := range lists {
		n += len(list)
	}
	out := s.Take(n)[:0]
	for _, list := range lists {
		out = append(out, list...)
	}
	return out
}
