// Package bitset holds fixed-width sets of small integers over []uint64.
//
// A Set never grows and never allocates: its width is chosen once, from the
// number of nodes of a graph, and every binary operation expects both sides to
// have it. Whole rows of adjacency are handled a word at a time, which is what
// makes the graph kernels fast.
package bitset

import "math/bits"

// Set is a set of the integers 0 .. 64*len(Set)-1.
type Set []uint64

// Words is the width, in words, of a set that can hold 0..n-1.
func Words(n int) int { return (n + 63) >> 6 }

// New returns an empty set that can hold 0..n-1.
func New(n int) Set { return make(Set, Words(n)) }

// Has says whether i is in the set.
func (s Set) Has(i int) bool { return s[uint(i)>>6]>>(uint(i)&63)&1 != 0 }

// Add puts i in the set.
func (s Set) Add(i int) { s[uint(i)>>6] |= 1 << (uint(i) & 63) }

// Remove takes i out of the set.
func (s Set) Remove(i int) { s[uint(i)>>6] &^= 1 << (uint(i) & 63) }

// Clear empties the set.
func (s Set) Clear() { clear(s) }

// Fill makes the set {0..n-1}.
func (s Set) Fill(n int) {
	clear(s)
	for w := range n >> 6 {
		s[w] = ^uint64(0)
	}
	if n&63 != 0 {
		s[n>>6] = 1<<(uint(n)&63) - 1
	}
}

// Copy makes the set equal to t.
func (s Set) Copy(t Set) { copy(s, t) }

// Clone returns a new set equal to s.
func (s Set) Clone() Set { return append(Set(nil), s...) }

// Or adds every member of t.
func (s Set) Or(t Set) {
	t = t[:len(s)]
	for w := range s {
		s[w] |= t[w]
	}
}

// And keeps only the members of t.
func (s Set) And(t Set) {
	t = t[:len(s)]
	for w := range s {
		s[w] &= t[w]
	}
}

// AndNot takes out every member of t.
func (s Set) AndNot(t Set) {
	t = t[:len(s)]
	for w := range s {
		s[w] &^= t[w]
	}
}

// Any says whether the set has a member.
func (s Set) Any() bool {
	for _, w := range s {
		if w != 0 {
			return true
		}
	}
	return false
}

// Count is the number of members.
func (s Set) Count() int {
	c := 0
	for _, w := range s {
		c += bits.OnesCount64(w)
	}
	return c
}

// CountAnd is the number of members that s and t share.
func (s Set) CountAnd(t Set) int {
	t = t[:len(s)]
	c := 0
	for i, w := range s {
		c += bits.OnesCount64(w & t[i])
	}
	return c
}

// Intersects says whether s and t share a member.
func (s Set) Intersects(t Set) bool {
	t = t[:len(s)]
	for i, w := range s {
		if w&t[i] != 0 {
			return true
		}
	}
	return false
}

// SubsetOf says whether every member of s is in t.
func (s Set) SubsetOf(t Set) bool {
	t = t[:len(s)]
	for i, w := range s {
		if w&^t[i] != 0 {
			return false
		}
	}
	return true
}

// Equal says whether s and t have the same members.
func (s Set) Equal(t Set) bool {
	t = t[:len(s)]
	for i, w := range s {
		if w != t[i] {
			return false
		}
	}
	return true
}

// Hash is equal for equal sets, and mostly different for others (FNV-1a, a word at a
// time).
func (s Set) Hash() uint64 { return s.hashOn(hashBase) }

const hashBase = uint64(14695981039346656037)

// hashOn goes on with a hash.
func (s Set) hashOn(h uint64) uint64 {
	for _, w := range s {
		h = (h ^ w) * 1099511628211
		h ^= h >> 32 // the product moves nothing down
	}
	return h
}

// Next is the lowest member that is at least i, or -1. The idiom
//
//	for x := s.Next(0); x >= 0; x = s.Next(x + 1) { ... }
//
// visits the members in increasing order.
func (s Set) Next(i int) int {
	w := i >> 6
	if w >= len(s) {
		return -1
	}
	if x := s[w] >> (uint(i) & 63); x != 0 {
		return i + bits.TrailingZeros64(x)
	}
	for w++; w < len(s); w++ {
		if s[w] != 0 {
			return Lowest(w, s[w])
		}
	}
	return -1
}

// Lowest is the lowest member of the non-empty word x that stands at place w.
func Lowest(w int, x uint64) int { return w<<6 + bits.TrailingZeros64(x) }

// Append adds the members to dst in increasing order.
func (s Set) Append(dst []int32) []int32 {
	for w, x := range s {
		for ; x != 0; x &= x - 1 {
			dst = append(dst, int32(Lowest(w, x)))
		}
	}
	return dst
}

// Matrix is a slab of equally wide rows, one set for each row. It is four words, which the
// compiler keeps in registers; with a fifth it takes twice as long to get at a row.
type Matrix struct {
	width, stride int32 // words of a row, and from the start of one to that of the next
	slab          []uint64
}

// NewMatrix returns rows empty sets that can hold 0..n-1 each, in one allocation: runs make
// many small ones.
func NewMatrix(rows, n int) Matrix {
	width := Words(n)
	return Matrix{width: int32(width), stride: int32(width), slab: make([]uint64, rows*width)}
}

// Interleaved returns count matrices such as NewMatrix makes, with their i-th rows side by
// side in memory: for what is looked at together.
func Interleaved(count, rows, n int) []Matrix {
	width := Words(n)
	stride := count * width
	slab, out := make([]uint64, rows*stride), make([]Matrix, count)
	for k := range out {
		out[k] = Matrix{width: int32(width), stride: int32(stride), slab: slab[min(k*width, len(slab)):]}
	}
	return out
}

// Row is the i-th set; it shares the slab's memory.
func (m Matrix) Row(i int) Set {
	lo := i * int(m.stride)
	return Set(m.slab[lo : lo+int(m.width) : lo+int(m.width)])
}

// Word is row i where rows are one word.
func (m Matrix) Word(i int) uint64 { return m.slab[i*int(m.stride)] }

// Len is the number of rows, 0 where these hold nothing.
func (m Matrix) Len() int {
	if m.width == 0 {
		return 0
	}
	return (len(m.slab) + int(m.stride-m.width)) / int(m.stride)
}

// Rows are count rows from the first on; they share the slab's memory.
func (m Matrix) Rows(first, count int) Matrix {
	m.slab = m.slab[first*int(m.stride):]
	m.slab = m.slab[:min(count*int(m.stride), len(m.slab))]
	return m
}

// Clear empties every row.
func (m Matrix) Clear() {
	for i := range m.Len() {
		m.Row(i).Clear()
	}
}

// Copy makes every row equal to t's.
func (m Matrix) Copy(t Matrix) {
	for i := range m.Len() {
		m.Row(i).Copy(t.Row(i))
	}
}

// Clone returns a new matrix equal to m.
func (m Matrix) Clone() Matrix {
	out := NewMatrix(m.Len(), 64*int(m.width))
	out.Copy(m)
	return out
}

// Equal says whether all rows are equal.
func (m Matrix) Equal(t Matrix) bool {
	for i := range m.Len() {
		if !m.Row(i).Equal(t.Row(i)) {
			return false
		}
	}
	return true
}

// Hash is equal for equal matrices, and mostly different for others.
func (m Matrix) Hash() uint64 {
	h := hashBase
	for i := range m.Len() {
		h = m.Row(i).hashOn(h)
	}
	return h
}

// Count is the number of members of all rows.
func (m Matrix) Count() int {
	c := 0
	for i := range m.Len() {
		c += m.Row(i).Count()
	}
	return c
}
