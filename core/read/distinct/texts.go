// Package distinct numbers texts: equal ones have one code.
package distinct

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"iter"
	"slices"
)

// Texts are distinct texts. Their codes count from 0 in the order in which they came.
type Texts struct {
	seed   maphash.Seed
	table  []uint32 // the code of each text, and 1, at the text's place; 0: none
	hashes []uint32 // of the texts, in the order of their codes
	ends   []uint32 // of the texts in the arena, which has less than 4 GB
	arena  []byte
}

const firstTable = 64

// New has no texts.
func New() *Texts { return &Texts{seed: maphash.MakeSeed(), table: make([]uint32, firstTable)} }

// Count is the number of texts.
func (t *Texts) Count() int { return len(t.ends) }

// Bytes is the length of all texts.
func (t *Texts) Bytes() int { return len(t.arena) }

// Text is that of a code.
func (t *Texts) Text(code uint32) []byte {
	begin := uint32(0)
	if code > 0 {
		begin = t.ends[code-1]
	}
	return t.arena[begin:t.ends[code]]
}

// Code is that of a text, which gets the next one if it is new.
func (t *Texts) Code(text []byte) uint32 {
	hash := uint32(maphash.Bytes(t.seed, text))
	mask := uint32(len(t.table) - 1)
	for at := hash & mask; ; at = (at + 1) & mask {
		known := t.table[at]
		if known == 0 {
			return t.insert(text, hash, at)
		}
		if t.hashes[known-1] == hash && bytes.Equal(t.Text(known-1), text) {
			return known - 1
		}
	}
}

// Expect makes room for so many texts, like those that are there, so that it need not be made step by step.
func (t *Texts) Expect(count int) {
	more := max(count-t.Count(), 0)
	t.hashes, t.ends = slices.Grow(t.hashes, more), slices.Grow(t.ends, more)
	t.arena = slices.Grow(t.arena, len(t.arena)/max(t.Count(), 1)*more)
	t.resize(count)
}

func (t *Texts) insert(text []byte, hash, at uint32) uint32 {
	code := uint32(len(t.ends))
	t.table[at] = code + 1
	t.hashes = append(doubled(t.hashes, 1), hash)
	t.arena = append(doubled(t.arena, len(text)), text...)
	t.ends = append(doubled(t.ends, 1), uint32(len(t.arena)))
	t.resize(len(t.ends))
	return code
}

// doubled has room for so many more. Of large slices, append would copy each element four times.
func doubled[T any](all []T, more int) []T {
	if cap(all)-len(all) >= more {
		return all
	}
	return slices.Grow(all, max(len(all), more, firstTable))
}

// resize makes the table large enough for so many texts.
func (t *Texts) resize(count int) {
	size := len(t.table)
	for 4*count > 3*size {
		size *= 4
	}
	if size == len(t.table) {
		return
	}
	t.table = make([]uint32, size)
	mask := uint32(size - 1)
	for code, hash := range t.hashes {
		at := hash & mask
		for t.table[at] != 0 {
			at = (at + 1) & mask
		}
		t.table[at] = uint32(code) + 1
	}
}

// keyed is a text with its first bytes as a number, which sorts as they do.
type keyed struct {
	key  uint64
	code uint32
}

// Sorter sorts texts, one list after the other in the same memory.
type Sorter struct{ keys, other []keyed }

// Sorted are the codes in the order of their texts, byte by byte, which is that of their signs.
func (s *Sorter) Sorted(t *Texts) []uint32 {
	keys := slices.Grow(s.keys[:0], t.Count())[:t.Count()]
	for code := range keys {
		var first [8]byte
		copy(first[:], t.Text(uint32(code)))
		keys[code] = keyed{binary.BigEndian.Uint64(first[:]), uint32(code)}
	}
	s.keys = keys
	if len(keys) >= fewest {
		keys = s.byKey()
		t.sortEqual(keys)
	} else {
		slices.SortFunc(keys, t.compare)
	}
	order := make([]uint32, len(keys))
	for at, k := range keys {
		order[at] = k.code
	}
	return order
}

// InOrder goes through the texts of codes.
func (t *Texts) InOrder(codes []uint32) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for _, code := range codes {
			if !yield(t.Text(code)) {
				return
			}
		}
	}
}

func (t *Texts) compare(a, b keyed) int {
	if a.key != b.key {
		return cmp.Compare(a.key, b.key)
	}
	return bytes.Compare(t.Text(a.code), t.Text(b.code))
}

// sortEqual sorts the texts that have the same first bytes, which follow one another.
func (t *Texts) sortEqual(keys []keyed) {
	for begin := 0; begin < len(keys); {
		end := begin + 1
		for end < len(keys) && keys[end].key == keys[begin].key {
			end++
		}
		if end > begin+1 {
			slices.SortFunc(keys[begin:end], t.compare)
		}
		begin = end
	}
}

const fewest = 512 // texts that are sorted by the bytes of their keys

// byKey are the keys, sorted: byte by byte, the last first.
func (s *Sorter) byKey() []keyed {
	keys := s.keys
	var counts [8][256]uint32
	for _, k := range keys {
		for i := range counts {
			counts[i][byte(k.key>>(8*i))]++
		}
	}
	other := slices.Grow(s.other[:0], len(keys))[:len(keys)]
	s.other = other
	for i := range counts {
		count, place := &counts[i], uint32(0)
		if count[byte(keys[0].key>>(8*i))] == uint32(len(keys)) {
			continue
		}
		for c, own := range count {
			count[c], place = place, place+own
		}
		for _, k := range keys {
			c := byte(k.key >> (8 * i))
			other[count[c]] = k
			count[c]++
		}
		keys, other = other, keys
	}
	return keys
}
