package job

import (
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/decoder"
)

// strictJSON is the one configuration for all JSON that crosses the boundary.
var strictJSON = sonic.Config{
	DisallowUnknownFields: true,
	CaseSensitive:         true,
	CopyString:            true,
	ValidateString:        true,
	SortMapKeys:           true,
}.Froze()

// Request is a request as it was written; include/mcbnc.h describes each field.
type Request struct {
	Op        string   `json:"op"`
	N         int      `json:"n"`
	R         int      `json:"r"`
	Names     []string `json:"names"`
	Theta     Theta    `json:"theta"`
	KMax      *int     `json:"k_max"`
	Cap       *int     `json:"cap"`
	Start     string   `json:"start"`
	Output    string   `json:"output"`
	Canonical bool     `json:"canonical"`
	Seed      *int64   `json:"seed"`
	Workers   int      `json:"workers"`
	TimeLimit *float64 `json:"time_limit"`
	U         int      `json:"u"`
	V         int      `json:"v"`
	S         []int    `json:"s"`
	Required  [][]int  `json:"required"`
	Forbidden [][]int  `json:"forbidden"`
	Prefix    int      `json:"prefix"`
	Runs      int      `json:"runs"`
	Matrix    bool     `json:"matrix"`
	Where     string   `json:"where"`
	Method    string   `json:"method"`
	Threshold *float64 `json:"threshold"`
	Kind      string   `json:"kind"`
	CPDAG     *bool    `json:"cpdag"`
	Distance  string   `json:"distance"`
	Record    *Record  `json:"record"`

	Graphs     int      `json:"graphs"`
	Rows       []int    `json:"rows"`
	Width      int      `json:"width"`
	Score      string   `json:"score"`
	ESS        *float64 `json:"ess"`
	MaxParents *int     `json:"max_parents"`
}

// parseRequest reads the text and nothing but the text: an unknown field, a
// wrong type or anything after the closing brace is an error, and then nothing
// of what was read is kept.
func parseRequest(text []byte) (*Request, *Error) {
	if !utf8.Valid(text) {
		return nil, Errorf(BadRequest, "request: not valid UTF-8")
	}
	var q Request
	if err := strictJSON.Unmarshal(text, &q); err != nil {
		return nil, requestError(err)
	}
	return &q, nil
}

// requestError puts sonic's errors, which quote the source over many lines,
// into one line: what is wrong, and at which field.
func requestError(err error) *Error {
	var syntax decoder.SyntaxError
	if errors.As(err, &syntax) {
		return Errorf(BadRequest, "request: malformed JSON at byte %d: %s", syntax.Pos, firstLine(syntax.Message()))
	}
	var mismatch *decoder.MismatchTypeError
	if errors.As(err, &mismatch) {
		return wrongType(fieldBefore(mismatch.Src, mismatch.Pos))
	}
	var std *json.UnmarshalTypeError // sonic's for a number out of range, and encoding/json's
	if errors.As(err, &std) {
		return wrongType(std.Field)
	}
	return Errorf(BadRequest, "request: %s", strings.TrimPrefix(firstLine(err.Error()), "json: "))
}

func wrongType(field string) *Error {
	if field == "" {
		return Errorf(BadRequest, "request: a value has the wrong type or is out of range")
	}
	return badRequest(field, "the value has the wrong type or is out of range")
}

var keyBefore = regexp.MustCompile(`"([a-z_]+)"\s*:[^:]*$`)

// fieldBefore is the key whose value holds position pos, as far as one can tell.
func fieldBefore(src string, pos int) string {
	key := keyBefore.FindStringSubmatch(src[:max(0, min(pos, len(src)))])
	if key == nil {
		return ""
	}
	return key[1]
}

// Theta is the field "theta": a number, "auto", or null or nothing at all,
// which asks for the whole trajectory and is the zero value.
type Theta struct {
	Set   bool    // there is a threshold
	Auto  bool    // it is the one of least mean SMHD to the inputs
	Value float64 // it is this one, when not Auto
	bad   string  // what was written, when it cannot be one
}

// UnmarshalJSON never fails: a wrong word is the user's mistake rather than the
// calling program's, and is reported with the other values of options.
func (t *Theta) UnmarshalJSON(text []byte) error {
	s := strings.TrimSpace(string(text))
	switch value, err := strconv.ParseFloat(s, 64); {
	case s == "null":
		*t = Theta{}
	case s == `"auto"`:
		*t = Theta{Set: true, Auto: true}
	case err == nil:
		*t = Theta{Set: true, Value: value}
	default:
		*t = Theta{Set: true, bad: s}
	}
	return nil
}
