package texts

// number is the number that a text is with this decimal sign, a point or a comma. Groups of three digits are parted by the
// other sign, an apostrophe or a blank, the same one throughout. `work` has room for the digits.
func number(text []byte, sign byte, work []byte) (float64, bool) {
	i := 0
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		i++
	}
	first := i
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	whole := i - first
	if 0 < whole && whole <= 3 && text[first] != '0' && i < len(text) && parts(text[i], sign) {
		i = grouped(text, i)
	}
	if i < len(text) && text[i] == sign {
		behind := i + 1
		for i++; i < len(text) && isDigit(text[i]); {
			i++
		}
		if whole == 0 && i == behind {
			return 0, false
		}
	} else if whole == 0 {
		return 0, false
	}
	if i < len(text) && (!isExponent(text[i:]) || digitsIn(text[i:]) > 4) {
		return 0, false
	}
	work = work[:0]
	for _, c := range text {
		switch {
		case c == sign:
			work = append(work, '.')
		case !parts(c, sign):
			work = append(work, c)
		}
	}
	if value, plain := Plain(work); plain {
		return value, true
	}
	return parse(work), true // it is infinite
}

// parts reports whether a sign parts thousands where the decimal sign is this.
func parts(c, sign byte) bool {
	return c == '\'' || c == ' ' || c == '.' && sign == ',' || c == ',' && sign == '.'
}

// grouped is the end of the groups of three digits that begin here, or here if there is something else.
func grouped(text []byte, at int) int {
	end, by := at, text[at]
	for end+3 < len(text) && text[end] == by && isDigit(text[end+1]) && isDigit(text[end+2]) && isDigit(text[end+3]) {
		end += 4
	}
	return end
}

func digitsIn(text []byte) int {
	count := 0
	for _, c := range text {
		if isDigit(c) {
			count++
		}
	}
	return count
}
