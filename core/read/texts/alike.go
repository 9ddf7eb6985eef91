package texts

import (
	"iter"
	"math"
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
	to = unspaced(to, text)
	return fold(to[:0], to) // in place
}

// All are the facts about some texts.
type All struct {
	Facts   []uint8
	Point   []float64 // the numbers with a decimal point; NaN where a text is none
	Comma   []float64
	Alike   []int32 // for each text the first one that looks the same. Texts elsewhere look like no other
	Unusual bool    // some text may look like another one. Else there is nothing to compare
}

// All finds the facts about so many distinct texts. It looks at `stop` now and then.
func (f *Finder) All(each iter.Seq[[]byte], count int, stop func() error) (*All, error) {
	all := &All{
		Facts: make([]uint8, 0, count), Point: make([]float64, 0, count), Comma: make([]float64, 0, count),
	}
	for text := range each {
		facts, numbers, isUsual, found := digitsAlone(text)
		if !found {
			facts, numbers = f.Find(text)
			isUsual = facts&Elsewhere != 0 || usual(text, facts, numbers.Point)
		}
		all.Facts = append(all.Facts, uint8(facts))
		all.Point, all.Comma = append(all.Point, numbers.Point), append(all.Comma, numbers.Comma)
		all.Unusual = all.Unusual || !isUsual
		if len(all.Facts)%often == 0 && stop() != nil {
			return nil, stop()
		}
	}
	if all.Unusual {
		all.compare(each)
	}
	return all, nil
}

const often = 1 << 12 // texts between two looks at whether to stop

// compare finds the texts that look the same.
func (all *All) compare(each iter.Seq[[]byte]) {
	looks := distinct.New()
	first := make([]int32, 0, len(all.Facts)) // by the code of what they look like
	all.Alike = make([]int32, 0, len(all.Facts))
	var as []byte
	for text := range each {
		i := len(all.Alike)
		all.Alike = append(all.Alike, int32(i))
		facts := Facts(all.Facts[i])
		if facts&Elsewhere != 0 {
			continue
		}
		as = look(as[:0], text, facts, all.Point[i])
		code := looks.Code(as)
		if int(code) == len(first) {
			first = append(first, int32(i))
		}
		all.Alike[i] = first[code]
	}
}
