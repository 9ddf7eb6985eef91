package distinct

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// List are texts of few bytes, most of which come once. To sort them all takes less time than to find each among the others.
type List struct{ keys []key }

// Listed are the texts of these codes, as a list with room for so many. nil: a text is too long.
func Listed[W uint8 | uint16 | uint32](t *Texts, codes []W, room int) *List {
	for _, k := range t.keys {
		if !k.whole() {
			return nil
		}
	}
	l := &List{make([]key, len(codes), max(room, len(codes)))}
	for i, code := range codes {
		l.keys[i] = t.keys[code]
	}
	return l
}

// Add appends a text. It reports false if the text is too long.
func (l *List) Add(text []byte) bool {
	k := keyOf(text)
	if !k.whole() {
		return false
	}
	push(&l.keys, k)
	return true
}

// Len is the number of texts, repeated ones among them.
func (l *List) Len() int { return len(l.keys) }

// Each goes through the texts, each in the same memory.
func (l *List) Each(do func(text []byte)) {
	var text [keyBytes + 1]byte
	for _, k := range l.keys {
		do(k.text(&text))
	}
}

// Sorted are distinct texts in their order.
type Sorted struct {
	keys  []key
	bytes int
}

// Number sorts the texts of a list. It has the place of each among the distinct ones. These take the memory of the list, which
// has no texts any more. The places are in the memory of the sorter.
func (s *Sorter) Number(l *List) (Sorted, []uint32) {
	n := len(l.keys)
	s.places = slices.Grow(s.places[:0], n)[:n]
	if n == 0 {
		return Sorted{}, s.places
	}
	below := bits.Len(uint(n - 1))
	s.sort(l.keys, below)
	if !s.packed.whole {
		l.sortEqual(s.items, below)
	}
	mask := uint64(1)<<below - 1
	s.keys = slices.Grow(s.keys[:0], n)[:n]
	last, bytes, before := -1, 0, ^s.items[0]
	for _, item := range s.items {
		if item>>below != before>>below || !s.packed.whole && l.keys[item&mask] != s.keys[last] {
			k := l.keys[item&mask]
			last++
			s.keys[last], bytes, before = k, bytes+int(byte(k.low)), item
		}
		s.places[item&mask] = uint32(last)
	}
	sorted := l.keys[:copy(l.keys, s.keys[:last+1])]
	l.keys = nil
	return Sorted{sorted, bytes}, s.places
}

// sortEqual sorts the items that are equal but for the bits below, which follow one another.
func (l *List) sortEqual(items []uint64, below int) {
	mask := uint64(1)<<below - 1
	eachRun(items, below, func(begin, end int) {
		slices.SortFunc(items[begin:end], func(a, b uint64) int { return l.keys[a&mask].compare(l.keys[b&mask]) })
	})
}

// Count is the number of texts.
func (s Sorted) Count() int { return len(s.keys) }

// Bytes is the length of all texts.
func (s Sorted) Bytes() int { return s.bytes }

// Room is how many bytes more than the texts and their line feeds Append wants room for, since it writes whole keys.
const Room = keyBytes + 1

// Append appends the texts, each with a line feed behind it, and where each ends.
func (s Sorted) Append(text []byte, ends []int32) ([]byte, []int32) {
	text = slices.Grow(text, s.bytes+len(s.keys)+Room)
	for _, k := range s.keys {
		at := len(text)
		k.text((*[keyBytes + 1]byte)(text[at : at+keyBytes+1]))
		end := at + int(byte(k.low))
		text = append(text[:end], '\n')
		ends = append(ends, int32(end))
	}
	return text, ends
}

// text writes the text of a key that is whole.
func (k key) text(to *[keyBytes + 1]byte) []byte {
	binary.BigEndian.PutUint64(to[:], k.high)
	binary.BigEndian.PutUint64(to[8:], k.low)
	return to[:byte(k.low)]
}
