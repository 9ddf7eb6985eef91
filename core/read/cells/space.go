package cells

import "bytes"

// trim is a cell without the blanks around it, as Python's str.strip has it.
func trim(cell []byte) []byte { return bytes.TrimFunc(cell, isBlank) }

// isBlank reports whether Python's str.isspace is true of a sign.
func isBlank(r rune) bool {
	switch {
	case r <= ' ':
		return r == ' ' || '\t' <= r && r <= '\r' || '\x1c' <= r && r <= '\x1f'
	case r < 0x1680:
		return r == 0x85 || r == 0xa0
	}
	return r == 0x1680 || 0x2000 <= r && r <= 0x200a || r == 0x2028 || r == 0x2029 || r == 0x202f || r == 0x205f || r == 0x3000
}
