package cells

import (
	"unsafe"

	"github.com/mcbnc/mcbnc/core/read/distinct"
)

// States are the codes of a column and the distinct texts of its cells.
type States struct {
	texts  *distinct.Texts
	rows   int     // about as many will come
	narrow []uint8 // the codes of the cells, in the first of these that holds them all
	middle []uint16
	wide   []uint32
	order  []uint32 // the texts sorted, by the codes that they had
}

// newStates has room for the codes of so many rows.
func newStates(rows int) *States {
	return &States{texts: distinct.New(), rows: rows, narrow: make([]uint8, 0, rows)}
}

// Count is the number of distinct texts.
func (s *States) Count() int { return s.texts.Count() }

// Bytes is the length of all texts.
func (s *States) Bytes() int { return s.texts.Bytes() }

// add takes the cells of one column of so many.
func (s *States) add(r *reader, cells []span, at, columns int) {
	if seen := len(s.narrow) + len(s.middle) + len(s.wide); 2*s.Count() > seen && s.rows > seen {
		s.texts.Expect(s.rows * s.Count() / seen) // most of the cells so far are distinct
		s.rows = 0
	}
	for ; at < len(cells); at += columns {
		code := s.texts.Code(r.cell(cells[at]))
		if code >= 1<<8 {
			s.widen(code)
		}
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

// widen makes room for a code that may be the first of its width.
func (s *States) widen(code uint32) {
	if s.wide != nil {
		return
	}
	if s.middle == nil {
		s.middle, s.narrow = widened[uint16](s.narrow), nil
	}
	if code >= 1<<16 {
		s.wide, s.middle = widened[uint32](s.middle), nil
	}
}

// widened are the same codes. There is room for one more, so that the result is not nil.
func widened[W, N uint8 | uint16 | uint32](codes []N) []W {
	wide := make([]W, len(codes), cap(codes)+1)
	for i, code := range codes {
		wide[i] = W(code)
	}
	return wide
}

// Width is the bytes of a code.
func (s *States) Width() int {
	switch {
	case s.wide != nil:
		return 4
	case s.middle != nil:
		return 2
	}
	return 1
}

// CodeBytes are those that AppendCodes appends for so many rows.
func (s *States) CodeBytes(rows int) int { return (rows*s.Width() + 7) &^ 7 }

// AppendCodes appends the codes of the cells. Behind them are zeros, up to a multiple of 8.
func (s *States) AppendCodes(to []byte) []byte {
	switch {
	case s.wide != nil:
		to = append(to, bytesOf(s.wide)...)
	case s.middle != nil:
		to = append(to, bytesOf(s.middle)...)
	default:
		to = append(to, s.narrow...)
	}
	for len(to)%8 != 0 {
		to = append(to, 0)
	}
	return to
}

// bytesOf are the bytes of codes, as the processor has them.
func bytesOf[W uint16 | uint32](codes []W) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(codes))), len(codes)*int(unsafe.Sizeof(W(0))))
}

// AppendTexts appends the texts in the order of their codes, each with a line feed behind it, and where each ends.
func (s *States) AppendTexts(text []byte, ends []int32) ([]byte, []int32) {
	return s.texts.AppendInOrder(s.order, text, ends)
}

// sort gives the texts their codes by their order.
func (s *States) sort(by *distinct.Sorter) {
	s.order = by.Sorted(s.texts)
	place := make([]uint32, len(s.order))
	for at, code := range s.order {
		place[code] = uint32(at)
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
