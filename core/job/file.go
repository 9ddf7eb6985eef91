package job

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/decoder"
)

// A run in a file: one JSON object that tells all of it, so that any of its
// states can be had again without a search. What is big goes as lists of arcs,
// indices into "nodes"; Ψ is left out, being the score over the total weight.
const (
	fileFormat  = "mcbnc"
	fileVersion = 1 // rises with every change that an older reader would get wrong
)

// Record is the part of a file that goes over the boundary as JSON; the rest
// goes as arrays.
type Record struct {
	Writer  string      `json:"mcbnc"` // the version that wrote the file
	Nodes   []Name      `json:"nodes"`
	Named   bool        `json:"named"` // false: the nodes are 0..n-1 for want of names
	Options FileOptions `json:"options"`
	Status  string      `json:"status"`
	Seconds float64     `json:"seconds"`
	Limit   *float64    `json:"limit"`             // the θ at which the steps end; null: they go on to the last edge
	Forced  int         `json:"forced"`            // the first so many steps took forbidden pairs away
	Dropped []int       `json:"dropped,omitempty"` // the DAGs whose weight is 0 for being outliers
	Result  *FileResult `json:"result"`            // null for a trajectory
}

// FileOptions are the options that all states of a run share.
type FileOptions struct {
	KMax      *int   `json:"k_max"`
	Cap       *int   `json:"cap,omitempty"`
	Start     string `json:"start"`
	Canonical bool   `json:"canonical"`
	Seed      *int64 `json:"seed"`
	// Both as in a request; left out where there are none.
	Required  [][]int `json:"required,omitempty"`
	Forbidden [][]int `json:"forbidden,omitempty"`
}

// FileResult is the state at one θ; the array "adjacency" belongs to it.
type FileResult struct {
	Theta   float64 `json:"theta"`
	Seconds float64 `json:"seconds"`
}

// document is a file. All its fields but the last must be there.
type document struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Record
	DAGs      [][][]int32 `json:"dags"`    // of each, its arcs
	Weights   []float64   `json:"weights"` // null: all the same
	Order     []int32     `json:"order"`
	Fusion    [][]int32   `json:"fusion"`
	Steps     *fileSteps  `json:"steps"`
	Adjacency [][]int32   `json:"adjacency"` // of the result; null for a trajectory
	// What sum tells, against damage that no other check can see. Who makes or changes a file
	// by hand leaves it out.
	Digest string `json:"sha256,omitempty"`
}

// sum is the SHA-256 of all the rest: of its text as save writes it, so that white space
// and the fields' order do not count.
func (d *document) sum() (string, error) {
	rest := *d
	rest.Digest = ""
	text, err := strictJSON.Marshal(rest)
	return fmt.Sprintf("%x", sha256.Sum256(text)), err
}

// fileSteps are the arrays of the steps that include/mcbnc.h describes; the sets
// H and S are a list each.
type fileSteps struct {
	Edges   [][]int32 `json:"step_edges"`
	Score   []int64   `json:"score"`
	Seconds []float64 `json:"step_seconds"`
	H       [][]int32 `json:"h"`
	S       [][]int32 `json:"s"`
	Removed [][]int32 `json:"removed"`
}

// Name is a node's name as JSON: a string, an integer of 64 bits, or a list of these.
type Name json.RawMessage

// MarshalJSON gives the name as it is.
func (n Name) MarshalJSON() ([]byte, error) { return n, nil }

// UnmarshalJSON keeps a name, and refuses what is none.
func (n *Name) UnmarshalJSON(text []byte) error {
	if !isName(text) {
		return errors.New("a node's name is neither a string, nor a 64-bit integer, nor a list of these")
	}
	var compact bytes.Buffer // so that white space does not count in sum
	err := json.Compact(&compact, text)
	*n = compact.Bytes()
	return err
}

func isName(text []byte) bool {
	if len(text) == 0 || text[0] != '[' {
		return isWord(text)
	}
	var parts []json.RawMessage
	if strictJSON.Unmarshal(text, &parts) != nil {
		return false
	}
	for _, part := range parts {
		if !isWord(part) {
			return false
		}
	}
	return true
}

func isWord(text []byte) bool {
	if len(text) > 0 && text[0] == '"' {
		return true
	}
	_, err := strconv.ParseInt(string(text), 10, 64)
	return err == nil
}

// looseJSON reads a file of which nothing is known yet.
var looseJSON = sonic.Config{CaseSensitive: true, CopyString: true, ValidateString: true}.Froze()

// fileFields are the names that every file has at its top.
var fileFields = []string{
	"format", "version", "mcbnc", "nodes", "named", "dags", "weights", "options", "order", "fusion",
	"steps", "status", "seconds", "limit", "forced", "result", "adjacency",
}

// parseFile reads a file; first of all whether it is one, and of a version that is known.
func parseFile(text []byte) (*document, *Error) {
	if !utf8.Valid(text) {
		return nil, Errorf(InvalidInput, "it is no mcbnc file: not text in UTF-8")
	}
	var fields map[string]json.RawMessage
	if err := looseJSON.Unmarshal(text, &fields); err != nil {
		var syntax decoder.SyntaxError
		if errors.As(err, &syntax) {
			return nil, Errorf(InvalidInput, "it is no mcbnc file, or a damaged one: malformed JSON at byte %d of %d",
				min(syntax.Pos, len(text)), len(text))
		}
		return nil, Errorf(InvalidInput, "it is no mcbnc file: JSON, but no object")
	}
	if string(fields["format"]) != strconv.Quote(fileFormat) {
		return nil, Errorf(InvalidInput, "it is no mcbnc file: its \"format\" is not %q", fileFormat)
	}
	if failure := checkVersion(fields); failure != nil {
		return nil, failure
	}
	for _, name := range fileFields {
		if _, found := fields[name]; !found {
			return nil, damaged("it lacks the field %q", name)
		}
	}
	var d document
	if err := strictJSON.Unmarshal(text, &d); err != nil {
		return nil, damaged("%s", requestError(err).Message)
	}
	if d.Steps == nil || (d.Result == nil) != (d.Adjacency == nil) {
		return nil, damaged("it has no steps, or a result without its graph")
	}
	return &d, nil
}

func checkVersion(fields map[string]json.RawMessage) *Error {
	version, err := strconv.ParseInt(string(fields["version"]), 10, 64)
	switch {
	case err != nil || version < 1:
		return damaged("its \"version\" is no whole number from 1")
	case version > fileVersion:
		writer, _ := strconv.Unquote(string(fields["mcbnc"]))
		return Errorf(InvalidInput, "it is of version %d of the format, and this mcbnc knows version %d at most; "+
			"mcbnc %.40q wrote it", version, fileVersion, writer)
	}
	return nil
}

// damaged is about a file that is ours and is not whole.
func damaged(format string, args ...any) *Error {
	e := Errorf(InvalidInput, format, args...)
	e.Message = "it is damaged: " + e.Message
	return e
}
