package cells

import (
	"math"
	"unsafe"

	"github.com/mcbnc/mcbnc/core/read/distinct"
)

// States are the codes of a column and the distinct texts of its cells.
type States struct {
	texts  *distinct.Texts
	rows   int     // about as many will come; 0: it was looked at how many texts will be distinct
	narrow []uint8 // the codes of the cells, in the first of these that holds them all
	middle []uint16
	wide   []uint32
	order  []uint32 // the texts sorted, by the codes that they had

	list   *distinct.List // all cells, if many are distinct. Then there are no texts and codes before they are sorted
	sorted distinct.Sorted
}

// newStates has room for the codes of so many rows.
func newStates(rows int) *States {
	return &States{texts: distinct.New(), rows: rows, narrow: make([]uint8, 0, rows)}
}

// Count is the number of distinct texts.
func (s *States) Count() int {
	if s.texts == nil {
		return s.sorted.Count()
	}
	return s.texts.Count()
}

// Bytes is the length of all texts.
func (s *States) Bytes() int {
	if s.texts == nil {
		return s.sorted.Bytes()
	}
	return s.texts.Bytes()
}

// add takes the cells of one column of so many.
func (s *States) add(r *reader, cells []span, at, columns int) {
	s.plan()
	if s.list != nil {
		for ; at < len(cells) && s.list.Add(r.cell(cells[at])); at += columns {
		}
		if at >= len(cells) {
			return
		}
		s.unlist()
	}
	for ; at < len(cells); at += columns {
		s.addCode(s.texts.Code(r.cell(cells[at])))
	}
}

func (s *States) addCode(code uint32) {
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

const (
	fewest    = 512  // rows that show how many texts will be distinct
	listShare = 0.25 // of the rows, which distinct texts are from where on a list takes less time
)

// plan makes room for the texts to come, or a list of all, if many of those so far are distinct.
func (s *States) plan() {
	seen := len(s.narrow) + len(s.middle) + len(s.wide)
	if seen >= s.rows || 2*s.Count() <= seen {
		return
	}
	count := expected(s.Count(), seen, s.rows)
	if seen >= fewest && float64(count) > listShare*float64(s.rows) {
		s.makeList()
	}
	if s.list == nil {
		s.texts.Expect(count)
	}
	s.rows = 0
}

// expected is how many texts will be distinct among so many rows, if those so far are drawn from equally frequent ones.
func expected(distinct, seen, rows int) int {
	share := float64(distinct) / float64(seen)
	low, high := 0.0, 2.0 // of the draws for each text there is
	for range 30 {
		middle := (low + high) / 2
		if -math.Expm1(-middle) > share*middle {
			low = middle
		} else {
			high = middle
		}
	}
	return int(-math.Expm1(-high*float64(rows)/float64(seen)) / high * float64(seen))
}

// makeList puts the cells into a list, if their texts are short.
func (s *States) makeList() {
	switch {
	case s.wide != nil:
		s.list = distinct.Listed(s.texts, s.wide, s.rows)
	case s.middle != nil:
		s.list = distinct.Listed(s.texts, s.middle, s.rows)
	default:
		s.list = distinct.Listed(s.texts, s.narrow, s.rows)
	}
	if s.list != nil {
		s.texts, s.narrow, s.middle, s.wide = nil, nil, nil, nil
	}
}

// unlist gives the cells of the list codes again, since a text is too long.
func (s *States) unlist() {
	list := s.list
	s.texts, s.list = distinct.New(), nil
	s.texts.Expect(list.Len())
	list.Each(func(text []byte) { s.addCode(s.texts.Code(text)) })
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
	if s.texts == nil {
		return s.sorted.Append(text, ends)
	}
	return s.texts.AppendInOrder(s.order, text, ends)
}

// sort gives the texts their codes by their order.
func (s *States) sort(by *distinct.Sorter) {
	if s.list != nil {
		s.sortList(by)
		return
	}
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

// sortList gives the texts of the list their codes.
func (s *States) sortList(by *distinct.Sorter) {
	sorted, places := by.Number(s.list)
	s.sorted, s.list = sorted, nil
	switch count := sorted.Count(); {
	case count > 1<<16:
		s.wide = narrowed[uint32](places)
	case count > 1<<8:
		s.middle = narrowed[uint16](places)
	default:
		s.narrow = narrowed[uint8](places)
	}
}

func narrowed[N uint8 | uint16 | uint32](codes []uint32) []N {
	narrow := make([]N, len(codes))
	for i, code := range codes {
		narrow[i] = N(code)
	}
	return narrow
}
