package texts

import "math"

// Facts are those about one text, as bits.
type Facts uint8

const (
	HasPoint  Facts = 1 << iota // it is a number with a decimal point
	HasComma                    // it is a number with a decimal comma
	Point                       // it has a point
	Marker                      // it is a marker of a gap
	Date                        // it begins as dates do
	Unit                        // it is a number with a unit behind it
	Elsewhere                   // it is not in ASCII, or has signs without a look: nothing else is known
	Gap                         // it is blank, or means that there is no value
)

// Numbers are those that a text is with a decimal point and with a decimal comma, if its facts say so. Else they are NaN.
type Numbers struct{ Point, Comma float64 }

// Finder finds the facts about texts.
type Finder struct {
	markers map[string]bool
	lengths [256]uint64 // of the markers that begin with each byte, as bits
	gaps    map[string]bool

	longestGap int
	bare       []byte
	folded     []byte
	work       []byte
}

const longest = 63 // bytes of a marker, at most

// NewFinder is a Finder for these markers, which are folded, and for these texts that mean no value.
func NewFinder(markers, gaps []string) *Finder {
	f := &Finder{markers: map[string]bool{}, gaps: map[string]bool{}, work: make([]byte, 0, 64)}
	for _, marker := range markers {
		if len(marker) > 0 && len(marker) <= longest {
			f.markers[marker] = true
			f.lengths[marker[0]] |= 1 << len(marker)
		}
	}
	for _, gap := range gaps {
		f.gaps[gap] = true
		f.longestGap = max(f.longestGap, len(gap))
	}
	return f
}

// isMarker reports whether a text without blanks around it is a marker.
func (f *Finder) isMarker(bare []byte) bool {
	if len(bare) == 0 || len(bare) > longest || f.lengths[small[bare[0]]]&(1<<len(bare)) == 0 {
		return false
	}
	f.folded = fold(f.folded[:0], bare)
	return f.markers[string(f.folded)]
}

// isGap reports whether a text means that there is no value.
func (f *Finder) isGap(text []byte) bool {
	if len(text) > f.longestGap && kinds[text[0]] != blank && kinds[text[len(text)-1]] != blank {
		return false
	}
	return f.gaps[string(unblankedBoth(text))]
}

// kinds says what each byte is.
var kinds = func() (k [256]byte) {
	for c := range k {
		switch {
		case c == ' ' || '\t' <= c && c <= '\r' || 0x1c <= c && c <= 0x1f:
			k[c] = blank
		case c < ' ' || c >= 0x7f:
			k[c] = unseen
		case isDigit(byte(c)) || c == '+' || c == '-' || c == '.' || c == ',' || c == '\'' || c == 'e' || c == 'E':
			k[c] = ofNumbers
		}
	}
	return k
}()

const (
	_ = iota
	blank
	unseen
	ofNumbers
)

// Find finds the facts about a text.
func (f *Finder) Find(text []byte) (Facts, Numbers) {
	none := Numbers{math.NaN(), math.NaN()}
	facts, numeric, spaced := Facts(0), true, false
	for _, c := range text {
		switch kinds[c] {
		case blank:
			spaced = true
		case unseen:
			return Elsewhere, none
		case ofNumbers:
			if c == '.' {
				facts |= Point
			}
		default:
			numeric = false
		}
	}
	bare := text
	if spaced {
		f.bare = unspaced(f.bare[:0], text)
		bare = f.bare
	}
	if numeric && len(bare) > 0 {
		found := none
		if x, is := number(bare, '.', f.work); is {
			facts, found.Point = facts|HasPoint, x
		}
		if x, is := number(bare, ',', f.work); is {
			facts, found.Comma = facts|HasComma, x
		}
		none = found
	}
	if facts&(HasPoint|HasComma) == 0 {
		if f.isMarker(bare) {
			facts |= Marker
		}
		if len(bare) == 0 || f.isGap(text) {
			facts |= Gap
		}
		if isUnit(text) {
			facts |= Unit
		}
	}
	if isDate(text) {
		facts |= Date
	}
	return facts, none
}

// unspaced appends a text without the blanks around it, and with one in place of several.
func unspaced(to, text []byte) []byte {
	between := false
	for _, c := range text {
		if kinds[c] == blank {
			between = len(to) > 0
			continue
		}
		if between {
			to, between = append(to, ' '), false
		}
		to = append(to, c)
	}
	return to
}

// small has the small letter of each capital, and all other bytes as they are.
var small = func() (s [256]byte) {
	for c := range s {
		s[c] = byte(c)
		if 'A' <= c && c <= 'Z' {
			s[c] += 'a' - 'A'
		}
	}
	return s
}()

func fold(to, text []byte) []byte {
	for _, c := range text {
		to = append(to, small[c])
	}
	return to
}

func unblanked(text []byte) []byte {
	for len(text) > 0 && kinds[text[0]] == blank {
		text = text[1:]
	}
	return text
}

func unblankedBoth(text []byte) []byte {
	text = unblanked(text)
	for len(text) > 0 && kinds[text[len(text)-1]] == blank {
		text = text[:len(text)-1]
	}
	return text
}

// digits is how many digits the text begins with, up to so many.
func digits(text []byte, most int) int {
	count := 0
	for count < len(text) && count < most && isDigit(text[count]) {
		count++
	}
	return count
}

// isDate reports whether a text begins as 2024-05-31, 31.5.2024 and 5/31/2024 do, and no digit follows.
func isDate(text []byte) bool {
	text = unblanked(text)
	lengths, sign := [3]int{}, byte(0)
	for i := range lengths {
		if i > 0 {
			if len(text) == 0 || text[0] != '-' && text[0] != '/' && text[0] != '.' || i == 2 && text[0] != sign {
				return false
			}
			sign, text = text[0], text[1:]
		}
		if lengths[i] = digits(text, 5); lengths[i] == 0 {
			return false
		}
		text = text[lengths[i]:]
	}
	short := func(length int) bool { return length <= 2 }
	return short(lengths[1]) && (lengths[0] == 4 && short(lengths[2]) || short(lengths[0]) && lengths[2] == 4)
}

const longestUnit = 12

// isUnit reports whether a text is a number with a unit without digits behind it, such as "12.5 mg".
func isUnit(text []byte) bool {
	text = unblanked(text)
	if len(text) > 0 && (text[0] == '-' || text[0] == '+' || text[0] == '<' || text[0] == '>' || text[0] == '~') {
		text = unblanked(text[1:])
	}
	count := digits(text, len(text))
	if count == 0 {
		return false
	}
	text = text[count:]
	for len(text) > 1 && (text[0] == '.' || text[0] == ',') && isDigit(text[1]) {
		text = text[1+digits(text[1:], len(text)):]
	}
	if len(text) > 0 && kinds[text[0]] == blank {
		text = text[1:]
	}
	if len(text) == 0 || text[0] == '-' || text[0] == '.' || text[0] == ',' || text[0] == ';' || text[0] == ':' {
		return false
	}
	length := 0
	for length < len(text) && !isDigit(text[length]) && kinds[text[length]] != blank {
		length++
	}
	return 0 < length && length <= longestUnit && len(unblanked(text[length:])) == 0
}
