package cells

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func never() error { return nil }

// column is one of the columns that were read: the text or the number of each cell.
type column struct {
	texts   []string
	numbers []float64
}

// all are the distinct texts of a column, in the order of their codes.
func (s *States) all() []string {
	text, ends := s.AppendTexts([]byte("x"), nil)
	texts, begin := make([]string, len(ends)), 1
	for i, end := range ends {
		texts[i], begin = string(text[begin:end]), int(end)+1
	}
	return texts
}

// cells are the cells of a column of texts.
func (s *States) cells(rows int) []string {
	texts, all := make([]string, rows), s.all()
	for i := range texts {
		code := 0
		switch {
		case s.wide != nil:
			code = int(s.wide[i])
		case s.middle != nil:
			code = int(s.middle[i])
		default:
			code = int(s.narrow[i])
		}
		texts[i] = all[code]
	}
	return texts
}

// inParts reads a text in parts of so many bytes or more, as a caller does.
func inParts(t require.TestingT, text string, asked Asked, size int) (rows []ruleRow, columns []column, fault Fault, line int) {
	columns = make([]column, asked.Columns)
	rest := []byte(text)
	for asked.Last = false; !asked.Last; {
		taken := min(size, len(rest))
		asked.Text, asked.Last = rest[:taken], taken == len(rest)
		p, err := Read(asked, never)
		require.NoError(t, err)
		if p.Fault != None {
			return nil, nil, p.Fault, p.FaultLine
		}
		lines := make([]int, p.Rows)
		for i, first := range p.Firsts {
			for row := first; row < int64(p.Rows); row++ {
				lines[row] = int(row + p.Shifts[i])
			}
		}
		own := make([][]string, p.Rows)
		for v := range asked.Columns {
			if p.States[v] == nil {
				require.Len(t, p.Numbers[v].Values, p.Rows)
				columns[v].numbers = append(columns[v].numbers, p.Numbers[v].Values...)
				continue
			}
			states := p.States[v]
			all := states.all()
			require.Len(t, all, states.Count())
			require.Equal(t, states.Bytes(), len(strings.Join(all, "")))
			for i := 1; i < len(all); i++ {
				require.Less(t, all[i-1], all[i])
			}
			cells := states.cells(p.Rows)
			columns[v].texts = append(columns[v].texts, cells...)
			for i, cell := range cells {
				own[i] = append(own[i], cell)
			}
		}
		for i := range own {
			rows = append(rows, ruleRow{own[i], lines[i]})
		}
		if p.Used == 0 && !asked.Last {
			size *= 2
		}
		rest, asked.Lines = rest[p.Used:], p.Line
	}
	return rows, columns, None, 0
}

// same holds what Read answers about a text, as a whole and in parts, against the rule.
func same(t require.TestingT, text string, sign rune, columns, most, size int) {
	asked := Asked{Sign: []byte(string(sign)), Columns: columns, Longest: most}
	wanted, fault, line := ruleOf(text, sign, columns, most)
	rows, _, found, at := inParts(t, text, asked, max(len(text), 1))
	require.Equal(t, fault, found, "%q", text)
	require.Equal(t, line, at, "%q", text)
	require.Equal(t, wanted, rows, "%q", text)
	if fault != None {
		_, _, found, at = inParts(t, text, asked, size)
		require.NotEqual(t, None, found)
		if fault == found && fault != Uneven { // a part may have the fault that comes first
			require.Equal(t, line, at, "%q", text)
		}
		return
	}
	rows, _, found, _ = inParts(t, text, asked, size)
	require.Equal(t, None, found)
	require.Equal(t, wanted, rows, "%q", text)
}

var signs = []rune{',', ';', '\t', '|', '§', '→'}

func TestRowsAreThoseOfPythonsReader(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sign := rapid.SampledFrom(signs).Draw(t, "sign")
		pieces := []string{
			string(sign), string(sign), string(sign), "\n", "\n", "\r\n", "\r", `"`, `"`, `""`, "a", "bc", "1.5", " ", "\u00a0",
			"ü", "\x1c", "", "§", "\xc2", "longer than a word",
		}
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "text"), "")
		same(t, text, sign, rapid.IntRange(1, 4).Draw(t, "columns"), rapid.SampledFrom([]int{1, 3, 8, 1 << 17}).Draw(t, "most"),
			rapid.IntRange(1, 30).Draw(t, "size"))
	})
}

// The text ends, for the reader, before a byte that is no UTF-8. The sign between cells may begin with the same byte.
func TestACellIsTooLongBeforeAByteThatIsNoText(t *testing.T) {
	same(t, " \"\xc2", '§', 1, 1, 1)
}

// Tables without a fault, which few texts of random pieces are.
func TestCellsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sign := rapid.SampledFrom(signs).Draw(t, "sign")
		columns := rapid.IntRange(1, 5).Draw(t, "columns")
		cell := rapid.SampledFrom([]string{"", "a", "b", "ab", "x,y", "say \"so\"", "two\nlines", "r\r\nn", "§", " ", "12", "é"})
		var text strings.Builder
		end := rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(t, "end")
		for range rapid.IntRange(0, 12).Draw(t, "rows") {
			for v := range columns {
				if v > 0 {
					text.WriteRune(sign)
				}
				own := cell.Draw(t, "cell")
				if strings.ContainsAny(own, "\"\r\n,") || strings.ContainsRune(own, sign) || rapid.Bool().Draw(t, "quoted") {
					own = `"` + strings.ReplaceAll(own, `"`, `""`) + `"`
				}
				text.WriteString(own)
			}
			text.WriteString(end)
		}
		same(t, text.String(), sign, columns, 1<<17, rapid.IntRange(1, 60).Draw(t, "size"))
	})
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"a,b\nc,d\n", "\"a\"\"b\",c\r\n\r\n,,\n", "\"open", "\"a\"b,c\n", "x\r\ry,1\n", "\xff\xfe", "1.5,\n-2e3,NA", ";\n ;\n",
	} {
		f.Add(text, byte(0), 2, 8)
	}
	f.Fuzz(func(t *testing.T, text string, sign byte, columns, size int) {
		columns, size = 1+(columns&7), 1+(size&63)
		same(t, text, signs[int(sign)%len(signs)], columns, 1<<17, size)
		numbers(t, text, columns, size)
	})
}

// numbers holds the numbers of a text against its texts.
func numbers(t require.TestingT, text string, columns, size int) {
	asked := Asked{Sign: []byte{','}, Columns: columns, Longest: 1 << 17}
	_, texts, fault, _ := inParts(t, text, asked, max(len(text), 1))
	asked.Numbers, asked.Blanks = true, []string{"NA", "-9"}
	_, found, other, _ := inParts(t, text, asked, max(len(text), 1))
	require.Equal(t, fault, other)
	if fault != None || len(texts[0].texts) == 0 {
		return
	}
	for v, own := range found {
		if own.numbers == nil {
			require.Equal(t, texts[v].texts, own.texts)
			require.False(t, plainColumn(texts[v].texts, asked.Blanks), "%q", texts[v].texts)
			continue
		}
		for i, cell := range texts[v].texts {
			bare := strings.TrimFunc(cell, isBlank)
			value, err := strconv.ParseFloat(bare, 64)
			if err != nil || strings.ContainsAny(bare, "_xXnNiIpP") {
				require.True(t, bare == "" || slices.Contains(asked.Blanks, bare), "%q", cell)
				require.True(t, math.IsNaN(own.numbers[i]))
				continue
			}
			require.Equal(t, value, own.numbers[i], "%q", cell)
		}
	}
	_, _, other, _ = inParts(t, text, asked, size)
	require.Equal(t, None, other)
}

// plainColumn is the rule for a column of numbers.
func plainColumn(texts, blanks []string) bool {
	points, certain := false, false
	for _, cell := range texts {
		bare := strings.TrimFunc(cell, isBlank)
		value, err := strconv.ParseFloat(bare, 64)
		switch {
		case err == nil && !math.IsInf(value, 0) && !math.IsNaN(value) && !strings.ContainsAny(bare, "_xXpP"):
			if whole, behind, found := strings.Cut(bare, "."); found {
				points = true
				whole = strings.TrimLeft(whole, "+-")
				digits := len(behind) - len(strings.TrimLeft(behind, "0123456789"))
				certain = certain || whole == "" || whole[0] == '0' || len(whole) > 3 || digits != 3
			}
		case bare != "" && !slices.Contains(blanks, bare):
			return false
		}
	}
	return certain || !points
}

func TestNumbersAreThoseOfTheirTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.SampledFrom([]string{
			"1", "-2.5", "+3", "1e3", "1.051", "12.345", "0.500", "1234.567", ".25", "7.", "", " ", "NA", "-9", "x", "1,5", "1e999",
			"123456789012345678901234567890", "5e-324", "9007199254740993", "0.1e1", "1_0", "nan", "inf", "0x1p-2", "179769313486231580e291",
		})
		some := rapid.SliceOfN(cell, 1, 5).Draw(t, "some")
		rows := rapid.SliceOfN(rapid.SampledFrom(some), 1, 12).Draw(t, "rows")
		for i, own := range rows {
			rows[i] = `"` + own + `"`
		}
		numbers(t, strings.Join(rows, "\n"), 1, 16)
	})
}

func TestManyStates(t *testing.T) {
	for _, count := range []int{1, 255, 256, 257, 65535, 65536, 65537, 70000} {
		var text strings.Builder
		for i := range count {
			text.WriteString(strconv.Itoa(i) + ",x\n")
		}
		text.WriteString("0,y\n")
		p, err := Read(Asked{Text: []byte(text.String()), Sign: []byte{','}, Columns: 2, Last: true, Longest: 9}, never)
		require.NoError(t, err)
		require.Equal(t, count, p.States[0].Count())
		width := p.States[0].Width()
		require.Len(t, p.States[0].AppendCodes(nil), p.States[0].CodeBytes(p.Rows))
		switch {
		case count <= 1<<8:
			require.EqualValues(t, 1, width)
		case count <= 1<<16:
			require.EqualValues(t, 2, width)
		default:
			require.EqualValues(t, 4, width)
		}
		cells := p.States[0].cells(p.Rows)
		for i := range count {
			require.Equal(t, strconv.Itoa(i), cells[i])
		}
		require.Equal(t, "0", cells[count])
	}
}

// Columns with many distinct texts, of which some may be long, have the codes that a map gives them.
func TestManyDistinctTexts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(atOnce, 3*atOnce).Draw(t, "rows")
		different := rapid.SampledFrom([]int{3, rows / 9, rows / 2, rows, 20 * rows, 1 << 40}).Draw(t, "different")
		form := rapid.SampledFrom([]string{"%d", "K%06d", "%d.5", "12%d\x00", "%020d", "ü%d", "%[1]d%[1]d"}).Draw(t, "form")
		longAt := rapid.IntRange(0, 2*rows).Draw(t, "a long text is at")
		seed := rapid.Uint64().Draw(t, "seed")
		draw := rand.New(rand.NewPCG(seed, 0))
		var text strings.Builder
		wanted := make([]string, rows)
		for i := range wanted {
			wanted[i] = fmt.Sprintf(form, draw.IntN(different))
			if i == longAt {
				wanted[i] = "a text of sixteen"
			}
			text.WriteString(wanted[i] + ",x\n")
		}
		p, err := Read(Asked{Text: []byte(text.String()), Sign: []byte{','}, Columns: 2, Last: true, Longest: 99}, never)
		require.NoError(t, err)
		require.Equal(t, wanted, p.States[0].cells(rows))
		all := slices.Compact(slices.Sorted(slices.Values(wanted)))
		require.Equal(t, all, p.States[0].all())
		require.Equal(t, []string{"x"}, p.States[1].all())
	})
}

func TestHowManyTextsAreToCome(t *testing.T) {
	for _, different := range []int{300, 3000, 10000, 1 << 30} {
		seen := map[int]bool{}
		draw := rand.New(rand.NewPCG(1, 0))
		early := 0
		for i := range 20000 {
			if i == 1638 {
				early = len(seen)
			}
			seen[draw.IntN(different)] = true
		}
		if 2*early > 1638 {
			require.InEpsilon(t, len(seen), expected(early, 1638, 20000), 0.15)
		}
	}
}

// A cell that is no plain number may come first, or behind those that the columns took at once. The column has all texts then.
func TestAColumnShowsItsTextsEarlyOrLate(t *testing.T) {
	for _, at := range []int{0, 5, 3 * atOnce} {
		var text strings.Builder
		var odd []string
		for i := range 3*atOnce + 9 {
			cell := strconv.Itoa(i) + ".5"
			if i == at {
				cell = "x"
			}
			odd = append(odd, cell)
			text.WriteString(strconv.Itoa(i%7) + "," + cell + "\n")
		}
		asked := Asked{Text: []byte(text.String()), Sign: []byte{','}, Columns: 2, Last: true, Longest: 9, Numbers: true}
		p, err := Read(asked, never)
		require.NoError(t, err)
		require.Nil(t, p.States[0])
		require.Len(t, p.Numbers[0].Values, len(odd))
		require.Equal(t, 6.0, p.Numbers[0].Values[6])
		require.Nil(t, p.Numbers[1])
		require.Equal(t, odd, p.States[1].cells(p.Rows))
	}
}

func TestATextThatStopsEnds(t *testing.T) {
	text := []byte(strings.Repeat("a,b\n", 1<<13))
	_, err := Read(Asked{Text: text, Sign: []byte{','}, Columns: 2, Last: true, Longest: 9}, func() error { return errStop })
	require.ErrorIs(t, err, errStop)
}

var errStop = strconv.ErrRange

func TestBlanksAreThoseOfPython(t *testing.T) {
	// str.isspace of CPython 3.10 to 3.14 is true of these.
	const blanks = "\t\n\v\f\r\x1c\x1d\x1e\x1f \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a" +
		"\u2028\u2029\u202f\u205f\u3000"
	for r := range rune(utf8.MaxRune) {
		require.Equal(t, strings.ContainsRune(blanks, r), isBlank(r), "%U", r)
	}
}
