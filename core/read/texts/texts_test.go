package texts

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func never() error { return nil }

// written are the texts as All has them, behind another one.
func written(texts []string) Written {
	w := Written{Text: []byte("x\n"), Begin: 2}
	for _, text := range texts {
		w.Text = append(w.Text, text...)
		w.Ends = append(w.Ends, int32(len(w.Text)))
		w.Text = append(w.Text, '\n')
	}
	return w
}

// The rules as patterns, each of them for texts in ASCII.
const blanks = `[\t-\r\x1c-\x1f ]`

var (
	withPoint = numberPattern(`\.`, `,`)
	withComma = numberPattern(`,`, `\.`)
	plainRule = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)
	dateRule  = regexp.MustCompile(`^` + blanks + `*(\d{4}-\d{1,2}-\d{1,2}|\d{4}/\d{1,2}/\d{1,2}|\d{4}\.\d{1,2}\.\d{1,2}|` +
		`\d{1,2}-\d{1,2}-\d{4}|\d{1,2}/\d{1,2}/\d{4}|\d{1,2}\.\d{1,2}\.\d{4})(\D|$)`)
	unitRule = regexp.MustCompile(`^` + blanks + `*[-+<>~]?` + blanks + `*\d+([.,]\d+)*` + blanks + `?[^\d\t-\r\x1c-\x1f .,;:-]` +
		`[^\d\t-\r\x1c-\x1f ]{0,11}` + blanks + `*$`)
)

func numberPattern(sign, other string) *regexp.Regexp {
	var groups []string
	for _, by := range []string{other, "'", " "} {
		groups = append(groups, `[1-9]\d{0,2}(?:`+by+`\d{3})+`)
	}
	whole := strings.Join(append(groups, `\d+`), "|")
	return regexp.MustCompile(`^[+-]?(?:(?:` + whole + `)(?:` + sign + `\d*)?|` + sign + `\d+)(?:[eE][+-]?\d{1,4})?$`)
}

// ruleNumber is the number of a text by a pattern.
func ruleNumber(bare string, pattern *regexp.Regexp, replace *strings.Replacer) (float64, bool) {
	if !pattern.MatchString(bare) {
		return math.NaN(), false
	}
	value, _ := strconv.ParseFloat(replace.Replace(bare), 64)
	return value, true
}

var (
	forPoint = strings.NewReplacer("'", "", " ", "", ",", "")
	forComma = strings.NewReplacer("'", "", " ", "", ".", "", ",", ".")
	markers  = []string{"na", "k. a.", "?", ".", "not known"}
	gaps     = []string{"NA", "<NA>"}
)

func isBlank(r rune) bool { return kinds[byte(r)] == blank }

// agrees holds the facts about a text against the rules.
func agrees(t require.TestingT, text string) {
	facts, numbers := NewFinder(markers, gaps).Find([]byte(text))
	if quick, own, isUsual, found := digitsAlone([]byte(text)); found {
		require.Equal(t, usual([]byte(text), facts, numbers.Point), isUsual, "%q", text)
		require.Equal(t, facts, quick, "%q", text)
		require.Equal(t, math.Float64bits(numbers.Point), math.Float64bits(own.Point), "%q", text)
		require.Equal(t, math.Float64bits(numbers.Comma), math.Float64bits(own.Comma), "%q", text)
	}
	for _, c := range []byte(text) {
		if c >= 0x7f || c < ' ' && !isBlank(rune(c)) {
			require.Equal(t, Elsewhere, facts, "%q", text)
			return
		}
	}
	bare := strings.Join(strings.FieldsFunc(text, isBlank), " ")
	point, isPoint := ruleNumber(bare, withPoint, forPoint)
	comma, isComma := ruleNumber(bare, withComma, forComma)
	require.Equal(t, isPoint, facts&HasPoint != 0, "%q", text)
	require.Equal(t, isComma, facts&HasComma != 0, "%q", text)
	require.Equal(t, math.Float64bits(point), math.Float64bits(numbers.Point), "%q", text)
	require.Equal(t, math.Float64bits(comma), math.Float64bits(numbers.Comma), "%q", text)
	require.Equal(t, strings.Contains(text, "."), facts&Point != 0)
	require.Equal(t, dateRule.MatchString(text), facts&Date != 0, "%q", text)
	if !isPoint && !isComma {
		require.Equal(t, unitRule.MatchString(text), facts&Unit != 0, "%q", text)
		bare := strings.TrimFunc(text, isBlank)
		require.Equal(t, bare == "" || bare == "NA" || bare == "<NA>", facts&Gap != 0, "%q", text)
		known := false
		for _, marker := range markers {
			known = known || strings.ToLower(strings.Join(strings.FieldsFunc(text, isBlank), " ")) == marker
		}
		require.Equal(t, known, facts&Marker != 0, "%q", text)
	} else {
		require.False(t, unitRule.MatchString(text), "%q: no number is one with a unit", text)
	}
	value, plain := Plain([]byte(text))
	wanted, err := strconv.ParseFloat(text, 64)
	require.Equal(t, plainRule.MatchString(text) && err == nil, plain, "%q", text)
	if plain {
		require.Equal(t, math.Float64bits(wanted), math.Float64bits(value), "%q", text)
	}
}

var pieces = []string{
	"1", "12", "123", "000", "0", "9", ".", ",", "'", " ", "-", "+", "e", "E5", "/", "2024", "-05-", "mg", "%", "<", "NA", "k.", "a",
	"?", "\t", "\x1f", "not", "known", ";", "ü", "\x00", "12345678901234567890", "e-400", "e400",
}

func TestFactsAreThoseOfTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		agrees(t, strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 7).Draw(t, "text"), ""))
	})
}

func TestEightDigitsAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.SampledFrom([]byte("0123456789999000/:.,x\x00\xb0\xff")), 8, 20).Draw(t, "text")
		number, end := run(text, 0, 0)
		wanted, at := uint64(0), 0
		for ; at < len(text) && isDigit(text[at]); at++ {
			wanted = 10*wanted + uint64(text[at]-'0')
		}
		require.Equal(t, at, end)
		require.Equal(t, wanted, number)
		digits := rapid.StringMatching(`[0-9]{8,18}`).Draw(t, "digits")
		value, err := strconv.ParseUint(digits, 10, 64)
		require.NoError(t, err)
		number, end = run([]byte(digits), 0, 0)
		require.Equal(t, len(digits), end)
		require.Equal(t, value, number)
	})
}

func TestDigitsAndSigns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"1", "12", "123", "000", "0", "456", ".", ",", ",", ".", "-", "123456789012345"})
		agrees(t, strings.Join(rapid.SliceOfN(piece, 0, 9).Draw(t, "text"), ""))
	})
	for _, text := range []string{"7", "-7", "12.50", ".5", "5.", "12,5", "1,051", "1.051", "1,051.25", "-1.234.567,8", "1,234,567"} {
		_, _, _, found := digitsAlone([]byte(text))
		require.True(t, found, "%q", text)
	}
	for _, text := range []string{"", "-", ".", "1,2,3", "1234,567,890", "0,123,456", "1,051.25,5", "1.5e3", "1234567890123456", "a1"} {
		_, _, _, found := digitsAlone([]byte(text))
		require.False(t, found, "%q", text)
	}
}

func FuzzFacts(f *testing.F) {
	for _, text := range []string{
		"1,051", "1.051,5", "1'000'000", "-.5e-3", "31.5.2024", "2024-05-31 12:00", "12.5 mg", "< 5 %", " k.  a. ", "1 000", "0x10",
		"9007199254740993", "5e-324", "1e309", "1..2", "12.5-", "2024-05/31",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) { agrees(t, text) })
}

// looks is what a text looks like, by the rule.
func looks(text string) string {
	bare := strings.Join(strings.FieldsFunc(text, isBlank), " ")
	if value, is := ruleNumber(bare, withPoint, forPoint); is && value == math.Trunc(value) && math.Abs(value) < whole &&
		!strings.Contains(bare, ",") {
		return strconv.FormatInt(int64(value), 10)
	}
	return strings.ToLower(bare)
}

func TestTextsThatLookTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{
			"a", "A", " a", "12.50", "00", "-5", "-0.0", "1.000", "a b", "a  b", "A B", "5", "5.0", "05", "+5", "5.5", "5,0", "-0", "0", "1e1", "10", "1 000", "1000", "", " ", "x",
			"9007199254740993", "9007199254740992", "ü", "Ü", "10.", "1'000",
		})
		texts := rapid.SliceOfNDistinct(text, 1, 12, rapid.ID).Draw(t, "texts")
		var all All
		_, err := all.Find(NewFinder(nil, nil), written([]string{"before"}), never)
		require.NoError(t, err)
		alike, err := all.Find(NewFinder(nil, nil), written(texts), never)
		require.NoError(t, err)
		require.Len(t, all.Facts, 1+len(texts))
		numeric, differ := false, false
		for i := range texts {
			point, comma := all.Point[1+i], all.Comma[1+i]
			numeric = numeric || !math.IsNaN(point) || !math.IsNaN(comma)
			differ = differ || point != comma && !(math.IsNaN(point) && math.IsNaN(comma))
		}
		require.Equal(t, numeric, all.Numeric)
		require.Equal(t, differ, all.Differ)
		all.DropLast(len(texts))
		require.Equal(t, []bool{numeric, differ}, []bool{len(all.Point) > 1, len(all.Comma) > 1})
		first := map[string]int32{}
		for i, own := range texts {
			if Facts(all.Facts[1+i])&Elsewhere != 0 {
				continue
			}
			same, known := first[looks(own)]
			if !known {
				same, first[looks(own)] = int32(i), int32(i)
			}
			if alike != nil {
				require.Equal(t, same, alike[i], "%q", texts)
			} else {
				require.False(t, known, "%q", texts)
			}
		}
	})
}

func TestAStopEndsTheSearch(t *testing.T) {
	many := slices.Repeat([]string{"x"}, often)
	_, err := new(All).Find(NewFinder(nil, nil), written(many), func() error { return strconv.ErrRange })
	require.ErrorIs(t, err, strconv.ErrRange)
}
