// Package arena cuts many short slices out of few long ones. A run makes and keeps many
// small lists. With an arena, most of them need no allocation of their own.
package arena

// Arena makes slices of T. A slice keeps the block that it was cut from alive, so an arena
// is for slices that live and die together. The zero value is ready for use. An arena serves
// one goroutine at a time.
type Arena[T any] struct {
	free []T
	last int // the length of the newest block
}

// Each block is twice as long as the one before, so that little of the last one stays unused.
const (
	first   = 32
	longest = 512
)

// Take returns n zero values. An append to the slice never writes into the arena.
func (a *Arena[T]) Take(n int) []T {
	if n == 0 {
		return nil
	}
	if n > len(a.free) {
		a.last = max(n, min(max(2*a.last, first), longest))
		a.free = make([]T, a.last)
	}
	out := a.free[:n:n]
	a.free = a.free[n:]
	return out
}

// Join returns a copy of the lists, one after the other.
func (a *Arena[T]) Join(lists [][]T) []T {
	n := 0
	for _, list := range lists {
		n += len(list)
	}
	out := a.Take(n)[:0]
	for _, list := range lists {
		out = append(out, list...)
	}
	return out
}
