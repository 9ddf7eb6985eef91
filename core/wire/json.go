package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"strings"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/decoder"
)

// JSON is the configuration for all JSON that crosses the boundary. It refuses unknown fields.
var JSON = sonic.Config{
	DisallowUnknownFields: true,
	CaseSensitive:         true,
	CopyString:            true,
	ValidateString:        true,
	SortMapKeys:           true,
}.Froze()

// Unmarshal reads one JSON value into a struct, and nothing behind the value. A list must not have
// null in the place of a value: the decoder would read it as 0.
func Unmarshal(text []byte, into any) *Error {
	if err := JSON.Unmarshal(text, into); err != nil {
		return JSONError(err)
	}
	if at := nullInList(text); at >= 0 {
		return wrongType(fieldBefore(string(text), at))
	}
	return nil
}

// nullInList is the position of the first null that is a value of a list, or -1. The text is valid
// JSON.
func nullInList(text []byte) int {
	if !bytes.Contains(text, []byte("null")) {
		return -1
	}
	var open []byte // the brackets and braces around the position
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '[', '{':
			open = append(open, text[i])
		case ']', '}':
			open = open[:len(open)-1]
		case 'n': // outside of strings only null begins with it
			if len(open) > 0 && open[len(open)-1] == '[' {
				return i
			}
		}
	}
	return -1
}

// JSONError says in one line what JSON found wrong, and at which field. Sonic's own errors
// quote the source over many lines.
func JSONError(err error) *Error {
	var syntax decoder.SyntaxError
	if errors.As(err, &syntax) {
		return Errorf(BadRequest, "request: malformed JSON at byte %d: %s", syntax.Pos, firstLine(syntax.Message()))
	}
	var mismatch *decoder.MismatchTypeError
	if errors.As(err, &mismatch) {
		return wrongType(fieldBefore(mismatch.Src, mismatch.Pos))
	}
	var std *json.UnmarshalTypeError // what sonic returns for a number out of range
	if errors.As(err, &std) {
		return wrongType(std.Field)
	}
	return Errorf(BadRequest, "request: %s", strings.TrimPrefix(firstLine(err.Error()), "json: "))
}

func wrongType(field string) *Error {
	if field == "" {
		return Errorf(BadRequest, "request: a value has the wrong type or is out of range")
	}
	return BadRequestf(field, "the value has the wrong type or is out of range")
}

var keyBefore = regexp.MustCompile(`"([a-z_]+)"\s*:[^:]*$`)

// fieldBefore is the last key before position pos, or "" where none is found.
func fieldBefore(src string, pos int) string {
	key := keyBefore.FindStringSubmatch(src[:max(0, min(pos, len(src)))])
	if key == nil {
		return ""
	}
	return key[1]
}
