// Package distinct numbers texts: equal ones have one code.
//
//	texts.go  texts and their codes
//	key.go    the first bytes of a text as numbers
//	list.go   texts that are sorted without such codes
//	sort.go   the codes in the order of their texts
package distinct

import (
	"bytes"
	"slices"
)

// Texts are distinct texts. Their codes count from 0 in the order in which they came.
type Texts struct {
	table []slot
	keys  []key    // of the texts, in the order of their codes
	ends  []uint32 // of the texts in the arena, which has less than 4 GB
	arena []byte
}

// slot is the upper half of a text's hash, with its code and 1 below. 0: there is no text.
type slot uint64

const firstTable = 64

// New has no texts.
func New() *Texts { return &Texts{table: make([]slot, firstTable)} }

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
	k := keyOf(text)
	hash := k.hash(text)
	if first := t.table[hash&uint32(len(t.table)-1)]; uint32(first>>32) == hash && first != 0 && k.whole() {
		if code := uint32(first) - 1; t.keys[code] == k {
			return code
		}
	}
	at, found := t.find(text, k, hash)
	if !found {
		return t.insert(text, k, hash, at)
	}
	return uint32(t.table[at]) - 1
}

// Has reports whether a text is there.
func (t *Texts) Has(text []byte) bool {
	k := keyOf(text)
	_, found := t.find(text, k, k.hash(text))
	return found
}

// find is the place of a text in the table, or the free one where it is to be.
func (t *Texts) find(text []byte, k key, hash uint32) (at uint32, found bool) {
	mask := uint32(len(t.table) - 1)
	for at = hash & mask; ; at = (at + 1) & mask {
		known := t.table[at&uint32(len(t.table)-1)]
		if known == 0 {
			return at, false
		}
		if uint32(known>>32) == hash {
			code := uint32(known) - 1
			if t.keys[code] == k && (k.whole() || bytes.Equal(t.Text(code), text)) {
				return at, true
			}
		}
	}
}

// Expect makes room for so many texts, like those that are there, so that it need not be made step by step.
func (t *Texts) Expect(count int) {
	more := max(count-t.Count(), 0)
	t.keys, t.ends = slices.Grow(t.keys, more), slices.Grow(t.ends, more)
	t.arena = slices.Grow(t.arena, len(t.arena)/max(t.Count(), 1)*more)
	t.resize(count)
}

func (t *Texts) insert(text []byte, k key, hash, at uint32) uint32 {
	code := uint32(len(t.ends))
	t.table[at] = slot(hash)<<32 | slot(code+1)
	push(&t.keys, k)
	more(&t.arena, len(text))
	t.arena = append(t.arena, text...)
	push(&t.ends, uint32(len(t.arena)))
	t.resize(len(t.ends))
	return code
}

// push appends a value. Nothing but the length is written where there is room.
func push[T any](to *[]T, value T) {
	more(to, 1)
	*to = append(*to, value)
}

// more makes room for so many more. Of large slices, append would copy each element four times.
func more[T any](all *[]T, count int) {
	if cap(*all)-len(*all) < count {
		*all = slices.Grow(*all, max(len(*all), count, firstTable))
	}
}

// resize makes the table large enough for so many texts.
func (t *Texts) resize(count int) {
	size := len(t.table)
	for 4*count > 3*size {
		size *= 2
	}
	if size == len(t.table) {
		return
	}
	table, mask := make([]slot, size), uint32(size-1)
	for _, own := range t.table {
		if own == 0 {
			continue
		}
		at := uint32(own>>32) & mask
		for table[at] != 0 {
			at = (at + 1) & mask
		}
		table[at] = own
	}
	t.table = table
}

// AppendInOrder appends the texts of codes, each with a line feed behind it, and where each ends.
func (t *Texts) AppendInOrder(codes []uint32, text []byte, ends []int32) ([]byte, []int32) {
	for _, code := range codes {
		text = append(text, t.Text(code)...)
		ends = append(ends, int32(len(text)))
		text = append(text, '\n')
	}
	return text, ends
}
