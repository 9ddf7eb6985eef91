package texts

import (
	"iter"
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
}

// Room makes room for the facts about so many texts more.
func (all *All) Room(count int) {
	all.Facts = slices.Grow(all.Facts, count)
	all.Point, all.Comma = slices.Grow(all.Point, count), slices.Grow(all.Comma, count)
}

// Find appends the facts about distinct texts. It also finds for each of them the first one that looks the same; nil: no two
// do. Texts elsewhere look like no other. It looks at `stop` now and then.
func (all *All) Find(f *Finder, each iter.Seq[[]byte], stop func() error) (alike []int32, err error) {
	first, unusual := len(all.Facts), false
	for text := range each {
		facts, numbers, isUsual, found := digitsAlone(text)
		if !found {
			facts, numbers = f.Find(text)
			isUsual = facts&Elsewhere != 0 || usual(text, facts, numbers.Point)
		}
		all.Facts = append(all.Facts, uint8(facts))
		all.Point, all.Comma = append(all.Point, numbers.Point), append(all.Comma, numbers.Comma)
		unusual = unusual || !isUsual
		if len(all.Facts)%often == 0 && stop() != nil {
			return nil, stop()
		}
	}
	if !unusual {
		return nil, nil
	}
	return all.compare(first, each), nil
}

const often = 1 << 12 // texts between two looks at whether to stop

// compare finds the texts that look the same. Their facts are there from here on.
func (all *All) compare(begin int, each iter.Seq[[]byte]) []int32 {
	looks := distinct.New()
	looks.Expect(len(all.Facts) - begin)
	alike := make([]int32, 0, len(all.Facts)-begin)
	var first []int32 // by the code of what they look like
	var as []byte
	for text := range each {
		i := int32(len(alike))
		alike = append(alike, i)
		facts := Facts(all.Facts[begin+int(i)])
		if facts&Elsewhere != 0 {
			continue
		}
		as = look(as[:0], text, facts, all.Point[begin+int(i)])
		code := looks.Code(as)
		if int(code) == len(first) {
			first = append(first, i)
		}
		alike[i] = first[code]
	}
	return alike
}
