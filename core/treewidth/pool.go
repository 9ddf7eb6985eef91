package treewidth

import "github.com/mcbnc/mcbnc/core/bitset"

// pool keeps sets, each once, and numbers them as they come.
type pool struct {
	width int
	count int
	slab  []uint64
	table []int32 // open addressing: a set's number plus one, or 0
}

func newPool(n int) *pool { return &pool{width: bitset.Words(n), table: make([]int32, 64)} }

// get is the set of a number: the pool's own memory, until the next one comes.
func (p *pool) get(i int32) bitset.Set {
	at := int(i) * p.width
	return p.slab[at : at+p.width]
}

// intern is the number of a set, and whether it was not there before.
func (p *pool) intern(s bitset.Set) (int32, bool) {
	at := p.find(s)
	if p.table[at] != 0 {
		return p.table[at] - 1, false
	}
	id := int32(p.count)
	p.table[at] = id + 1
	p.slab = append(p.slab, s...)
	p.count++
	if 2*p.count > len(p.table) {
		p.rehash()
	}
	return id, true
}

// find is the place in the table where a set is, or should be.
func (p *pool) find(s bitset.Set) int {
	mask := len(p.table) - 1
	at := int(s.Hash()) & mask
	for p.table[at] != 0 && !s.Equal(p.get(p.table[at]-1)) {
		at = (at + 1) & mask
	}
	return at
}

func (p *pool) rehash() {
	p.table = make([]int32, 2*len(p.table))
	for i := range int32(p.count) {
		p.table[p.find(p.get(i))] = i + 1
	}
}
