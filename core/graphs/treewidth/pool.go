package treewidth

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// setPool stores sets, each once, and numbers them from 0.
type setPool struct {
	width int
	count int
	words []uint64
	table []int32 // open addressing: a set's number plus one, or 0
}

func newPool(n int) *setPool { return &setPool{width: bitset.Words(n), table: make([]int32, 64)} }

// get is the set of number i. It is the pool's own memory, valid until the next new set.
func (p *setPool) get(i int32) bitset.Set {
	at := int(i) * p.width
	return p.words[at : at+p.width]
}

// intern returns the number of a set, and whether the set is new.
func (p *setPool) intern(s bitset.Set) (int32, bool) {
	at := p.find(s)
	if p.table[at] != 0 {
		return p.table[at] - 1, false
	}
	id := int32(p.count)
	p.table[at] = id + 1
	p.words = append(p.words, s...)
	p.count++
	if 2*p.count > len(p.table) {
		p.rehash()
	}
	return id, true
}

// find is the place of a set in the table, or the free place for it.
func (p *setPool) find(s bitset.Set) int {
	mask := len(p.table) - 1
	at := int(s.Hash()) & mask
	for p.table[at] != 0 && !s.Equal(p.get(p.table[at]-1)) {
		at = (at + 1) & mask
	}
	return at
}

// rehash doubles the table.
func (p *setPool) rehash() {
	p.table = make([]int32, 2*len(p.table))
	for i := range int32(p.count) {
		p.table[p.find(p.get(i))] = i + 1
	}
}
