package texts

import (
	"math"
	"strconv"
	"unsafe"
)

// exact are the powers of ten that a float64 holds.
var exact = [...]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

// Plain is the finite number that a text is as programs write it: digits with or without a point, a sign and an exponent.
// So Python's float reads it too, and digits have no underscores, blanks or other signs between them.
func Plain(text []byte) (float64, bool) {
	i, mantissa, digits, scale := 0, uint64(0), 0, 0
	negative := false
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		negative = text[i] == '-'
		i++
	}
	for ; i < len(text) && isDigit(text[i]); i++ {
		mantissa = 10*mantissa + uint64(text[i]-'0')
		digits++
	}
	if i < len(text) && text[i] == '.' {
		for i++; i < len(text) && isDigit(text[i]); i++ {
			mantissa = 10*mantissa + uint64(text[i]-'0')
			digits++
			scale++
		}
	}
	if digits == 0 || i < len(text) && !isExponent(text[i:]) {
		return 0, false
	}
	if i == len(text) && digits <= 19 && mantissa < 1<<53 && scale < len(exact) {
		value := float64(mantissa) / exact[scale] // both are exact, so the quotient is the nearest float
		if negative {
			value = -value
		}
		return value, true
	}
	value := parse(text)
	return value, !math.IsInf(value, 0)
}

// isExponent reports whether this is an exponent and nothing else.
func isExponent(text []byte) bool {
	if text[0] != 'e' && text[0] != 'E' {
		return false
	}
	i := 1
	if i < len(text) && (text[i] == '-' || text[i] == '+') {
		i++
	}
	first := i
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	return i == len(text) && i > first
}

// parse is the float64 nearest to a number, or an infinite one.
func parse(text []byte) float64 {
	value, _ := strconv.ParseFloat(unsafe.String(unsafe.SliceData(text), len(text)), 64) // the syntax is right
	return value
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
