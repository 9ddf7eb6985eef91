// Package runfile is the file format of a run: one JSON object that tells all of the run, so
// that any of its states can be had again without a search. Graphs are lists of arcs, which
// are indices into "nodes". Ψ is left out: it is the score over the total weight.
//
// The same checks serve both ways: a file that was read is checked as the request to save its
// run would be.
package runfile

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mcbnc/mcbnc/core/call"
)

const (
	fileFormat  = "mcbnc"
	fileVersion = 1 // rises with every change that an older reader would get wrong
)

// Document is a file. All its fields but the last must be there.
type Document struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Record
	DAGs      [][][]int32 `json:"dags"`    // of each, its arcs
	Weights   []float64   `json:"weights"` // null: all the same
	Order     []int32     `json:"order"`
	Fusion    [][]int32   `json:"fusion"`
	Steps     *fileSteps  `json:"steps"`
	Adjacency [][]int32   `json:"adjacency"` // of the result; null for a trajectory
	// Digest is against damage that no other check can see. Whoever makes or changes a file by
	// hand leaves it out.
	Digest string `json:"sha256,omitempty"`
}

// sum is the SHA-256 of all other fields, as Text writes them. So neither white space nor the
// order of the fields in a file counts.
func (d *Document) sum() (string, error) {
	rest := *d
	rest.Digest = ""
	text, err := call.Marshal(rest)
	return fmt.Sprintf("%x", sha256.Sum256(text)), err
}

// fileSteps are the arrays of the steps, as include/mcbnc.h describes them. Each set H or S is
// a list.
type fileSteps struct {
	Edges   [][]int32 `json:"step_edges"`
	Score   []int64   `json:"score"`
	Seconds []float64 `json:"step_seconds"`
	H       [][]int32 `json:"h"`
	S       [][]int32 `json:"s"`
	Removed [][]int32 `json:"removed"`
}

// fileFields are the names that every file has at its top.
var fileFields = []string{
	"format", "version", "mcbnc", "nodes", "named", "dags", "weights", "options", "order", "fusion",
	"steps", "status", "seconds", "limit", "forced", "result", "adjacency",
}

// Parse reads a file. It finds out first whether the text is such a file, and of a version
// that is known.
func Parse(text []byte) (*Document, *call.Error) {
	if !utf8.Valid(text) {
		return nil, call.Errorf(call.InvalidInput, "it is no mcbnc file: not text in UTF-8")
	}
	fields, failure := call.Fields(text)
	if failure != nil {
		return nil, noObject(text, failure)
	}
	if fields["format"] != strconv.Quote(fileFormat) {
		return nil, call.Errorf(call.InvalidInput, "it is no mcbnc file: its \"format\" is not %q", fileFormat)
	}
	if failure := checkVersion(fields); failure != nil {
		return nil, failure
	}
	for _, name := range fileFields {
		if _, found := fields[name]; !found {
			return nil, Damaged("it lacks the field %q", name)
		}
	}
	var d Document
	if failure := call.Unmarshal(text, &d); failure != nil {
		return nil, Damaged("%s", failure.Message)
	}
	if d.Steps == nil || (d.Result == nil) != (d.Adjacency == nil) {
		return nil, Damaged("it has no steps, or a result without its graph")
	}
	return &d, nil
}

// noObject says why a text is not the JSON of an object.
func noObject(text []byte, why *call.Error) *call.Error {
	problem, malformed := strings.CutPrefix(why.Message, "request: malformed")
	switch {
	case malformed:
		return call.Errorf(call.InvalidInput, "it is no mcbnc file, or a damaged one: malformed%s of %d", problem, len(text))
	case why.Argument != "":
		return Damaged("%s", why.Message)
	default:
		return call.Errorf(call.InvalidInput, "it is no mcbnc file: JSON, but no object")
	}
}

// Sizes are the numbers of nodes and DAGs that a file tells of, 0 if it is damaged or they are too many for a file. Little
// is allocated for them.
func Sizes(text []byte) (nodes, dags int) {
	fields, failure := call.Fields(text)
	if failure != nil {
		return 0, 0
	}
	if nodes, dags = call.Count(fields["nodes"]), call.Count(fields["dags"]); tooMany(nodes, dags) {
		return 0, 0
	}
	return nodes, dags
}

func checkVersion(fields map[string]string) *call.Error {
	version, err := strconv.ParseInt(fields["version"], 10, 64)
	switch {
	case err != nil || version < 1:
		return Damaged("its \"version\" is no whole number from 1")
	case version > fileVersion:
		writer, _ := strconv.Unquote(fields["mcbnc"])
		return call.Errorf(call.InvalidInput, "it is of version %d of the format, and this mcbnc knows version %d at most; "+
			"mcbnc %.40q wrote it", version, fileVersion, writer)
	}
	return nil
}

// Damaged is an error about a file of a run that is not whole.
func Damaged(format string, args ...any) *call.Error {
	e := call.Errorf(call.InvalidInput, format, args...)
	e.Message = "it is damaged: " + e.Message
	return e
}
