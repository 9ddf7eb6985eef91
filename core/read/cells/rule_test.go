package cells

import (
	"strings"
	"unicode/utf8"
)

// This is what Python's reader does with strict=True, sign by sign, as the states of Modules/_csv.c have it; and the rows
// that count. It is written to be read, and is slow.

type ruleRow struct {
	cells []string
	line  int
}

// ruleLines are the lines of a text with their ends, as a text file with newline="" has them.
func ruleLines(text string) []string {
	var lines []string
	for text != "" {
		end := strings.IndexAny(text, "\r\n")
		switch {
		case end < 0:
			end = len(text)
		case strings.HasPrefix(text[end:], "\r\n"):
			end += 2
		default:
			end++
		}
		lines, text = append(lines, text[:end]), text[end:]
	}
	return lines
}

// ruleRows are the rows of a text, or its fault and the fault's line.
func ruleRows(text string, sign rune, most int) (rows []ruleRow, fault Fault, line int) {
	var cell []rune
	var cells []string
	inQuotes, quoted, started := false, false, false
	first := 1
	save := func() {
		cells, cell, quoted, started = append(cells, string(cell)), nil, false, false
	}
	for number, own := range ruleLines(text) {
		signs := []rune(own)
		if !inQuotes {
			first = number + 1
		}
		for i := 0; i < len(signs); i++ {
			c := signs[i]
			switch {
			case inQuotes && c == '"' && i+1 < len(signs) && signs[i+1] == '"':
				i++
			case inQuotes && c == '"':
				inQuotes = false
				continue
			case inQuotes:
			case c == '\n' || c == '\r':
				if len(cells) > 0 || started || quoted {
					save()
				}
				rows, cells = append(rows, ruleRow{cells, first}), nil
				i = len(signs)
				continue
			case c == sign:
				save()
				started = false
				cells = cells[:len(cells):len(cells)]
				if i+1 == len(signs) { // the text ends here
					save()
					rows, cells = append(rows, ruleRow{cells, first}), nil
				}
				continue
			case quoted:
				return nil, AfterQuote, number + 1
			case c == '"' && !started:
				inQuotes, quoted = true, true
				continue
			}
			started = true
			if len(cell) == most {
				return nil, TooLong, number + 1
			}
			cell = append(cell, c)
		}
		if !inQuotes && (started || quoted) { // the last line has no end
			save()
			rows, cells = append(rows, ruleRow{cells, first}), nil
		}
	}
	if inQuotes {
		return nil, Unclosed, len(ruleLines(text))
	}
	return rows, None, 0
}

// ruleCounted are the rows that count: no empty lines, and no blank rows at the end.
func ruleCounted(rows []ruleRow) []ruleRow {
	var counted []ruleRow
	last := 0
	for _, row := range rows {
		if len(row.cells) == 0 {
			continue
		}
		counted = append(counted, row)
		blank := len(row.cells) > 1
		for _, cell := range row.cells {
			blank = blank && strings.TrimFunc(cell, isBlank) == ""
		}
		if !blank {
			last = len(counted)
		}
	}
	if last == 0 {
		return nil
	}
	return counted[:last]
}

// ruleOf is what Read is to answer about a whole text.
func ruleOf(text string, sign rune, columns, most int) (rows []ruleRow, fault Fault, line int) {
	if !utf8.ValidString(text) {
		for at, r := range text {
			if r == utf8.RuneError && !strings.HasPrefix(text[at:], "\ufffd") {
				text = text[:at]
				break
			}
		}
		if _, fault, line := ruleRows(text, sign, most); fault == AfterQuote || fault == TooLong {
			return nil, fault, line
		}
		return nil, NoText, 0
	}
	rows, fault, line = ruleRows(text, sign, most)
	if fault != None {
		return nil, fault, line
	}
	rows = ruleCounted(rows)
	for _, row := range rows {
		if len(row.cells) != columns {
			return nil, Uneven, row.line
		}
	}
	return rows, None, 0
}
