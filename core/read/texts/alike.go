package texts

import (
	"bytes"
	"math"
	"slices"
	"strconv"

	"github.com/mcbnc/mcbnc/core/read/distinct"
)

const whole = 1 << 53 // from here on, a float64 cannot hold every integer

// usual reports whether a text is what all texts look like that look like it. Two such texts look different.
func usual(text []byte, facts Facts, point float64) bool {
	if isWhole(text, facts, point) {
		var digits [20]byte
		return string(strconv.AppendInt(digits[:0], int64(point), 10)) == string(text)
	}
	for i, c := range text {
		if 'A' <= c && c <= 'Z' || kinds[c] == blank && (c != ' ' || i == 0 || i == len(text)-1 || text[i-1] == ' ') {
			return false
		}
	}
	return true
}

// isWhole reports whether a text is a whole number, and has no comma.
func isWhole(text []byte, facts Facts, point float64) bool {
	if facts&HasPoint == 0 || math.Abs(point) >= whole || point != math.Trunc(point) {
		return false
	}
	for _, c := range text {
		if c == ',' {
			return false
		}
	}
	return true
}

// look appends what a text looks like.
func look(to, text []byte, facts Facts, point float64) []byte {
	if isWhole(text, facts, point) {
		return strconv.AppendInt(to, int64(point), 10)
	}
	begin := len(to)
	for _, c := range text {
		if kinds[c] == blank {
			to = unspaced(to[:begin], text)
			return fold(to[:begin], to[begin:]) // in place
		}
		to = append(to, small[c])
	}
	return to
}

// All are the facts about texts.
type All struct {
	Facts []uint8
	Point []float64 // the numbers with a decimal point; NaN where a text is none
	Comma []float64

	// Of the last texts: some have numbers, and some of these are others with a decimal comma than with a point.
	Numeric, Differ bool

	left    int     // texts that room was made for and that did not come yet
	unusual []int32 // the last texts that need not be what all texts look like that look like them
	look    []byte
	other   []byte
}

// Room makes room for the facts about so many texts more.
func (all *All) Room(count int) {
	all.Facts, all.Point, all.left = slices.Grow(all.Facts, count), slices.Grow(all.Point, count), count
}

// Find appends the facts about distinct texts. It also finds for each of them the first one that looks the same; nil: no two
// do. Texts elsewhere look like no other. It looks at `stop` now and then.
func (all *All) Find(f *Finder, texts Written, stop func() error) (alike []int32, err error) {
	n := texts.Count()
	if len(all.Comma) > 0 { // those of other columns are needed, and so may be those to come
		all.Comma = slices.Grow(all.Comma, max(all.left, n))
	}
	all.left -= n
	bits, point, comma := appended(&all.Facts, n), appended(&all.Point, n), appended(&all.Comma, n)
	all.unusual, all.Differ = all.unusual[:0], false
	every := Facts(0)
	for i := range n {
		text := texts.At(i)
		facts, numbers, isUsual, found := digitsAlone(text)
		if !found {
			facts, numbers = f.Find(text)
			isUsual = facts&Elsewhere != 0 || usual(text, facts, numbers.Point)
		}
		bits[i], point[i], comma[i] = uint8(facts), numbers.Point, numbers.Comma
		every |= facts
		all.Differ = all.Differ || math.Float64bits(numbers.Point) != math.Float64bits(numbers.Comma)
		if !isUsual {
			all.unusual = append(all.unusual, int32(i))
		}
		if (i+1)%often == 0 && stop() != nil {
			return nil, stop()
		}
	}
	all.Numeric = every&(HasPoint|HasComma) != 0
	if !all.mayBeAlike(texts, bits, point) {
		return nil, nil
	}
	return all.compare(texts, bits, point), nil
}

// appended are so many elements more of a slice, to be written.
func appended[T any](all *[]T, n int) []T {
	before := len(*all)
	*all = slices.Grow(*all, n)[:before+n]
	return (*all)[before:]
}

// DropLast takes away the numbers of the last texts that Numeric and Differ say are not needed.
func (all *All) DropLast(n int) {
	if !all.Numeric {
		all.Point = all.Point[:len(all.Point)-n]
	}
	if !all.Differ {
		all.Comma = all.Comma[:len(all.Comma)-n]
	}
}

const often = 1 << 12 // texts between two looks at whether to stop

// mayBeAlike reports whether two texts look the same. Two usual ones do not.
func (all *All) mayBeAlike(texts Written, bits []uint8, point []float64) bool {
	if len(all.unusual) == 0 || all.rise(texts, bits, point) {
		return false
	}
	looks := distinct.New()
	looks.Expect(len(all.unusual))
	for k, i := range all.unusual {
		all.look = look(all.look[:0], texts.At(int(i)), Facts(bits[i]), point[i])
		if looks.Code(all.look) != uint32(k) {
			return true
		}
	}
	next := 0
	for i := range texts.Count() {
		if next < len(all.unusual) && all.unusual[next] == int32(i) {
			next++
			continue
		}
		if Facts(bits[i])&Elsewhere == 0 && looks.Has(texts.At(i)) { // a usual text looks like itself
			return true
		}
	}
	return false
}

// rise reports whether what the texts look like rises from one to the next. Then no two look the same.
func (all *All) rise(texts Written, bits []uint8, point []float64) bool {
	next, some := 0, false
	var before []byte // of the text before, if there is some
	for i := range texts.Count() {
		own := texts.At(i)
		if next < len(all.unusual) && all.unusual[next] == int32(i) {
			next++
			own = look(all.look[:0], own, Facts(bits[i]), point[i])
			all.look, all.other = all.other, own
		} else if Facts(bits[i])&Elsewhere != 0 {
			continue
		}
		if some && bytes.Compare(before, own) >= 0 {
			return false
		}
		before, some = own, true
	}
	return true
}

// compare finds the texts that look the same. Their facts are there from here on.
func (all *All) compare(texts Written, bits []uint8, point []float64) []int32 {
	looks := distinct.New()
	looks.Expect(texts.Count())
	alike := make([]int32, texts.Count())
	var first []int32 // by the code of what they look like
	for i := range alike {
		alike[i] = int32(i)
		facts := Facts(bits[i])
		if facts&Elsewhere != 0 {
			continue
		}
		all.look = look(all.look[:0], texts.At(i), facts, point[i])
		code := looks.Code(all.look)
		if int(code) == len(first) {
			first = append(first, int32(i))
		}
		alike[i] = first[code]
	}
	return alike
}
