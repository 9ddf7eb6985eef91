package ges

import (
	"slices"
	"unsafe"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/run/hashed"
)

// memo has the operators of nodes that a search and its copies have listed for one table, by all of the class that they
// are made of. Trials change little and go back much, so two thirds of what they list was listed before. Gains are the
// same wherever the operators come up. What makes them invalid is not remembered: it is checked when they come up.
type memo struct {
	known hashed.Table[nodeOperators]
	bytes int
	local []uint64 // scratch
}

// mostBytes is what a memo holds at most, roughly. Then it forgets all.
const mostBytes = 1 << 24

// find returns the operators of a node if they were listed where the class was the same around the node. Otherwise it
// returns what is to be listed.
func (m *memo) find(s *search, p phase, y int) (o *nodeOperators, found bool) {
	m.local = p.local(s, y, m.local[:0])
	hash := hashOf(y, m.local)
	for at := m.known.First(hash); at >= 0; at = m.known.Next(at) {
		if o := m.known.At(at); o.y == y && slices.Equal(o.local, m.local) {
			return o, true
		}
	}
	if m.bytes > mostBytes {
		m.forget()
	}
	o = &nodeOperators{y: y, local: slices.Clone(m.local)}
	m.known.Add(hash, o)
	return o, false
}

// hashOf is a hash of a node and of words about it.
func hashOf(y int, words []uint64) uint64 {
	hash := uint64(y)
	for _, word := range words {
		hash = (hash ^ word) * 0x9e3779b97f4a7c15
		hash ^= hash >> 32
	}
	return hash
}

// forget makes a memo empty. Tables keep what they have.
func (m *memo) forget() {
	if m != nil {
		m.known.Clear()
		m.bytes = 0
	}
}

// count adds what was listed to what the memo holds.
func (m *memo) count(o *nodeOperators) {
	words := len(o.local)
	for k := range o.families {
		words += 2 * len(o.families[k].clique)
	}
	m.bytes += 8*words + int(unsafe.Sizeof(*o)) + len(o.families)*int(unsafe.Sizeof(family{})) +
		len(o.operators)*int(unsafe.Sizeof(operator{}))
}

// appendCommon appends the words of what two sets have in common.
func appendCommon(words []uint64, a, b bitset.Set) []uint64 {
	for w, word := range a {
		words = append(words, word&b[w])
	}
	return words
}

// local: the Inserts at y depend on which nodes are adjacent to y or to its neighbours.
func (inserting) local(s *search, y int, words []uint64) []uint64 {
	ne := s.class.Ne(y)
	words = append(append(append(words, s.class.Pa(y)...), ne...), s.class.Adj(y)...)
	for w := range ne.All() {
		words = append(words, s.class.Adj(w)...)
	}
	return words
}

// local: the Deletes at y depend on which of its parents and neighbours are adjacent to its neighbours.
func (deleting) local(s *search, y int, words []uint64) []uint64 {
	ne, near := s.class.Ne(y), s.na
	words = append(append(words, s.class.Pa(y)...), ne...)
	near.Copy(s.class.Pa(y))
	near.Or(ne)
	for w := range ne.All() {
		words = appendCommon(words, s.class.Adj(w), near)
	}
	return words
}

// local: the Turns at y depend on which of its children and neighbours are adjacent to its neighbours, and on the parents of
// these children and neighbours.
func (turning) local(s *search, y int, words []uint64) []uint64 {
	ne, near := s.class.Ne(y), s.na
	near.Copy(s.class.Member().Ch(y))
	near.Or(ne)
	words = append(append(append(words, s.class.Pa(y)...), ne...), near...)
	for w := range ne.All() {
		words = appendCommon(words, s.class.Adj(w), near)
	}
	for x := range near.All() {
		words = append(words, s.class.Pa(x)...)
	}
	return words
}
