// Package bitset holds fixed-width sets of small integers over []uint64.
//
// The width of a Set is chosen once, from the number of nodes of a graph. A Set never grows,
// and its methods do not allocate, except Clone and Append. Both sides of a binary operation
// must have the same width.
//
// Has, Add and Remove cost O(1). Every other operation handles a word, 64 possible members, at
// a time, and costs O(w) for sets of w words.
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

// Hash is equal for equal sets, and different for most pairs of different ones. It is FNV-1a
// with a word in the place of a byte, and one more mixing step.
func (s Set) Hash() uint64 { return s.hashOn(hashBase) }

const hashBase = uint64(14695981039346656037)

// hashOn continues the hash h over the words of s.
func (s Set) hashOn(h uint64) uint64 {
	for _, w := range s {
		h = (h ^ w) * 1099511628211
		h ^= h >> 32 // The product carries bits upwards only. The shift brings high bits down.
	}
	return h
}

// Next is the lowest member that is at least i, or -1 if there is none. The loop
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

// Lowest is the lowest member that the word x, which must not be 0, stands for as word number
// w of a set.
func Lowest(w int, x uint64) int { return w<<6 + bits.TrailingZeros64(x) }

// Append appends the members to dst in increasing order.
func (s Set) Append(dst []int32) []int32 {
	for w, x := range s {
		for ; x != 0; x &= x - 1 {
			dst = append(dst, int32(Lowest(w, x)))
		}
	}
	return dst
}

// Matrix is a sequence of sets of the same width, its rows, in one block of memory.
//
// A Matrix is four machine words, which the compiler keeps in registers. With a fifth word,
// access to a row takes twice as long.
type Matrix struct {
	width, stride int32 // words of a row; words from the start of a row to the start of the next
	words         []uint64
}

// NewMatrix returns a matrix of rows empty sets, each of which can hold 0..n-1. NewMatrix makes
// one allocation only, since a run needs many small matrices.
func NewMatrix(rows, n int) Matrix {
	width := Words(n)
	return Matrix{width: int32(width), stride: int32(width), words: make([]uint64, rows*width)}
}

// Interleaved returns count matrices such as NewMatrix makes. The i-th rows of all of them are
// side by side in memory, which suits matrices whose i-th rows are read together.
func Interleaved(count, rows, n int) []Matrix {
	width := Words(n)
	stride := count * width
	words, out := make([]uint64, rows*stride), make([]Matrix, count)
	for k := range out {
		out[k] = Matrix{width: int32(width), stride: int32(stride), words: words[min(k*width, len(words)):]}
	}
	return out
}

// Row is the i-th set. It shares the matrix's memory.
func (m Matrix) Row(i int) Set {
	lo := i * int(m.stride)
	return Set(m.words[lo : lo+int(m.width) : lo+int(m.width)])
}

// Word is row i of a matrix whose rows are one word wide.
func (m Matrix) Word(i int) uint64 { return m.words[i*int(m.stride)] }

// Len is the number of rows. It is 0 if the rows have no words.
func (m Matrix) Len() int {
	if m.width == 0 {
		return 0
	}
	return (len(m.words) + int(m.stride-m.width)) / int(m.stride)
}

// Rows is the matrix of count rows of m, starting with row first. It shares m's memory.
func (m Matrix) Rows(first, count int) Matrix {
	m.words = m.words[first*int(m.stride):]
	m.words = m.words[:min(count*int(m.stride), len(m.words))]
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

// Hash is equal for equal matrices, and different for most pairs of different ones.
func (m Matrix) Hash() uint64 {
	h := hashBase
	for i := range m.Len() {
		h = m.Row(i).hashOn(h)
	}
	return h
}

// Count is the number of members of all rows together.
func (m Matrix) Count() int {
	c := 0
	for i := range m.Len() {
		c += m.Row(i).Count()
	}
	return c
}
