// Package bitset holds fixed-width sets of small integers over []uint64.
//
// The width of a Set is chosen once, from the number of nodes of a graph. A Set never grows,
// and its methods do not allocate, except Clone and Append. Both sides of a binary operation
// must have the same width.
//
// Has, Add and Remove cost O(1). Every other operation handles a word, 64 possible members, at
// a time, and costs O(w) for sets of w words.
//
//	bitset.go  the type Set
//	folded.go  the type Folded: sets that show only that they have no member in common
//	matrix.go  the type Matrix: sets of the same width in one block of memory
package bitset

import (
	"iter"
	"math/bits"
	"slices"
)

// Set is a set of the integers 0 .. 64*len(Set)-1.
type Set []uint64

// Words is the width, in words, of a set that can hold 0..n-1.
func Words(n int) int { return (n + 63) >> 6 }

// Long is the number of words from which a set is long, of about 2,000 nodes: where it has few members, a list of them is
// better.
const Long = 32

// New returns an empty set that can hold 0..n-1.
func New(n int) Set { return make(Set, Words(n)) }

// Full returns the set {0..n-1}.
func Full(n int) Set {
	s := New(n)
	s.Fill(n)
	return s
}

// Has reports whether i is in the set.
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

// Any reports whether the set has a member.
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

// Rank is the number of members below i.
func (s Set) Rank(i int) int {
	w := uint(i) >> 6
	return s[:w].Count() + bits.OnesCount64(s[w]&(1<<(uint(i)&63)-1))
}

// KeepLowest takes out all but the k lowest members.
func (s Set) KeepLowest(k int) {
	for w, word := range s {
		if k -= bits.OnesCount64(word); k > 0 {
			continue
		}
		for ; k < 0; k++ {
			word &^= 1 << (63 - bits.LeadingZeros64(word))
		}
		s[w] = word
		clear(s[w+1:])
		return
	}
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

// Intersects reports whether s and t share a member.
func (s Set) Intersects(t Set) bool {
	t = t[:len(s)]
	for i, w := range s {
		if w&t[i] != 0 {
			return true
		}
	}
	return false
}

// SubsetOf reports whether every member of s is in t.
func (s Set) SubsetOf(t Set) bool {
	t = t[:len(s)]
	for i, w := range s {
		if w&^t[i] != 0 {
			return false
		}
	}
	return true
}

// Equal reports whether s and t have the same members.
func (s Set) Equal(t Set) bool { return slices.Equal(s, t) }

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

// All yields the members in increasing order. A loop that mostly ends early is faster with Next.
func (s Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, x := range s {
			for ; x != 0; x &= x - 1 {
				if !yield(Lowest(w, x)) {
					return
				}
			}
		}
	}
}

// Least is the member of least cost, the lowest among equals, or -1 if there is no member.
func (s Set) Least(cost func(x int) int) int {
	best, least := -1, 0
	for x := range s.All() {
		if c := cost(x); best < 0 || c < least {
			best, least = x, c
		}
	}
	return best
}

// Append appends the members to dst in increasing order.
func (s Set) Append(dst []int32) []int32 {
	for w, x := range s {
		for ; x != 0; x &= x - 1 {
			dst = append(dst, int32(Lowest(w, x)))
		}
	}
	return dst
}
