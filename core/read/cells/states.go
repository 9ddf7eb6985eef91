package cells

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"
)

// States are the codes of a column and the distinct texts of its cells.
type States struct {
	seed   maphash.Seed
	table  []uint32 // the code of each text, and 1, at the text's place; 0: none
	hashes []uint32 // of the texts, in the order of their codes
	ends   []int    // of the texts in the arena
	arena  []byte
	narrow []uint8 // the codes of the cells, in the first of these that holds them all
	middle []uint16
	wide   []uint32
	order  []uint32 // the texts sorted, by the codes that they had
}

const firstTable = 64

func newStates() *States {
	return &States{seed: maphash.MakeSeed(), table: make([]uint32, firstTable)}
}

// Count is the number of distinct texts.
func (s *States) Count() int { return len(s.ends) }

// text is that of a code.
func (s *States) text(code uint32) []byte {
	begin := 0
	if code > 0 {
		begin = s.ends[code-1]
	}
	return s.arena[begin:s.ends[code]]
}

// add takes the cells of one column of so many.
func (s *States) add(r *reader, cells []span, at, columns int) {
	for ; at < len(cells); at += columns {
		code := s.code(r.cell(cells[at]))
		switch {
		case s.wide != nil:
			s.wide = append(s.wide, code)
		case s.middle != nil:
			s.middle = append(s.middle, uint16(code))
		default:
			s.narrow = append(s.narrow, uint8(code))
		}
	}
}

// code is that of a text, which gets the next one if it is new.
func (s *States) code(text []byte) uint32 {
	hash := uint32(maphash.Bytes(s.seed, text))
	mask := uint32(len(s.table) - 1)
	for at := hash & mask; ; at = (at + 1) & mask {
		known := s.table[at]
		if known == 0 {
			return s.insert(text, hash, at)
		}
		if s.hashes[known-1] == hash && bytes.Equal(s.text(known-1), text) {
			return known - 1
		}
	}
}

func (s *States) insert(text []byte, hash, at uint32) uint32 {
	code := uint32(len(s.ends))
	s.table[at] = code + 1
	s.hashes = append(s.hashes, hash)
	s.arena = append(s.arena, text...)
	s.ends = append(s.ends, len(s.arena))
	if 4*len(s.ends) > 3*len(s.table) {
		s.grow()
	}
	switch code {
	case 1 << 8:
		s.middle = widened[uint16](s.narrow)
		s.narrow = nil
	case 1 << 16:
		s.wide = widened[uint32](s.middle)
		s.middle = nil
	}
	return code
}

func (s *States) grow() {
	s.table = make([]uint32, 2*len(s.table))
	mask := uint32(len(s.table) - 1)
	for code, hash := range s.hashes {
		at := hash & mask
		for s.table[at] != 0 {
			at = (at + 1) & mask
		}
		s.table[at] = uint32(code) + 1
	}
}

// widened are the same codes. There is room for one more, so that the result is not nil.
func widened[W, N uint8 | uint16 | uint32](codes []N) []W {
	wide := make([]W, len(codes), len(codes)+len(codes)/2+1)
	for i, code := range codes {
		wide[i] = W(code)
	}
	return wide
}

// keyed is a text with its first bytes as a number, which sorts as they do.
type keyed struct {
	key  uint64
	code uint32
}

// AppendCodes appends the codes of the cells, of the returned bytes each. Behind them are zeros, up to a multiple of 8.
func (s *States) AppendCodes(to []byte) ([]byte, uint8) {
	width := uint8(1)
	switch {
	case s.wide != nil:
		for _, code := range s.wide {
			to = binary.NativeEndian.AppendUint32(to, code)
		}
		width = 4
	case s.middle != nil:
		for _, code := range s.middle {
			to = binary.NativeEndian.AppendUint16(to, code)
		}
		width = 2
	default:
		to = append(to, s.narrow...)
	}
	for len(to)%8 != 0 {
		to = append(to, 0)
	}
	return to, width
}

// AppendTexts appends the texts in the order of their codes, each with a line feed behind it. If one of them has a line feed
// in it, ragged is true, and the ends of all are appended too.
func (s *States) AppendTexts(to []byte, ends []int64) (text []byte, all []int64, ragged bool) {
	ragged = bytes.IndexByte(s.arena, '\n') >= 0
	for _, code := range s.order {
		to = append(to, s.text(code)...)
		if ragged {
			ends = append(ends, int64(len(to)))
		}
		to = append(to, '\n')
	}
	return to, ends, ragged
}

// sort gives the texts their codes by their order, byte by byte, which is that of their signs.
func (s *States) sort() {
	keys := make([]keyed, s.Count())
	for code := range keys {
		var first [8]byte
		copy(first[:], s.text(uint32(code)))
		keys[code] = keyed{binary.BigEndian.Uint64(first[:]), uint32(code)}
	}
	slices.SortFunc(keys, func(a, b keyed) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return bytes.Compare(s.text(a.code), s.text(b.code))
	})
	s.order = make([]uint32, len(keys))
	place := make([]uint32, len(keys))
	for at, k := range keys {
		s.order[at], place[k.code] = k.code, uint32(at)
	}
	replace(s.narrow, place)
	replace(s.middle, place)
	replace(s.wide, place)
}

func replace[W uint8 | uint16 | uint32](codes []W, place []uint32) {
	for i, code := range codes {
		codes[i] = W(place[code])
	}
}
