package treewidth

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// setPool stores sets, each once, and numbers them from 0.
type setPool struct {
	width   int
	words   []uint64
	numbers map[uint64]int32 // by the hash of the set, or the first number after it that was free
}

func newPool(n int) *setPool { return &setPool{width: bitset.Words(n), numbers: map[uint64]int32{}} }

// get is the set of number i. It is the pool's own memory, valid until the next new set.
func (p *setPool) get(i int32) bitset.Set {
	at := int(i) * p.width
	return p.words[at : at+p.width]
}

// intern returns the number of a set, and whether the set is new.
func (p *setPool) intern(s bitset.Set) (int32, bool) {
	for key := s.Hash(); ; key++ {
		id, taken := p.numbers[key]
		if !taken {
			id = int32(len(p.numbers))
			p.numbers[key] = id
			p.words = append(p.words, s...)
			return id, true
		}
		if p.get(id).Equal(s) {
			return id, false
		}
	}
}
