// Package runfile is the file format of a run: one JSON object that holds all of the run, so that
// any of its states can be had again without a search. Graphs are lists of arcs, which are indices
// into "nodes". Ψ is left out: it is the score over the total weight.
//
// The same checks serve both ways: a file that was read is checked as the request to save its
// run would be.
package runfile

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
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
	DAGs      [][][]int32 `json:"dags"`           // of each, its arcs
	Seen      [][]int32   `json:"seen,omitempty"` // of each, its nodes; none: each has all
	Weights   []float64   `json:"weights"`        // null: all the same
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
	Weight  []int64   `json:"step_weight,omitempty"` // what each score is out of, of DAGs over different nodes
}

// fileFields are the names that every file has at its top.
var fileFields = []string{
	"format", "version", "mcbnc", "nodes", "named", "dags", "weights", "options", "order", "fusion",
	"steps", "status", "seconds", "limit", "forced", "result", "adjacency",
}

// File is the text of a file. Its fields are found once, when they are first asked about.
type File struct {
	text   []byte
	fields func() (map[string]string, *call.Error)
}

func Open(text []byte) *File {
	f := &File{text: slices.Clone(text)}
	f.fields = sync.OnceValues(func() (map[string]string, *call.Error) { return call.Fields(f.text) })
	return f
}

func (f *File) Len() int { return len(f.text) }

// Parse reads a file. It finds out first whether the text is such a file, and of a version
// that is known.
func (f *File) Parse() (*Document, *call.Error) {
	if !utf8.Valid(f.text) {
		return nil, call.Errorf(call.InvalidInput, "it is no mcbnc file: not text in UTF-8")
	}
	fields, failure := f.fields()
	if failure != nil {
		return nil, f.noObject(failure)
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
	if failure := call.Unmarshal(f.text, &d); failure != nil {
		return nil, Damaged("%s", failure.Message)
	}
	if d.Steps == nil || (d.Result == nil) != (d.Adjacency == nil) {
		return nil, Damaged("it has no steps, or a result without its graph")
	}
	return &d, nil
}

// noObject is the reason why a text is not the JSON of an object.
func (f *File) noObject(why *call.Error) *call.Error {
	at, malformed := call.Malformed(f.text)
	switch {
	case malformed:
		return call.Errorf(call.InvalidInput, "it is no mcbnc file, or a damaged one: malformed JSON at byte %d of %d", at, f.Len())
	case why.Argument != "":
		return Damaged("%s", why.Message)
	default:
		return call.Errorf(call.InvalidInput, "it is no mcbnc file: JSON, but no object")
	}
}

// Sizes are the numbers of nodes and DAGs of a file, 0 if it is damaged or they are too many for a file. Little
// is allocated for them.
func (f *File) Sizes() (nodes, dags int) {
	fields, failure := f.fields()
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
		return call.Errorf(call.InvalidInput, "it is of version %d of the format, and this mcbnc reads version %d at most; "+
			"mcbnc %.40q wrote it", version, fileVersion, writer)
	}
	return nil
}

// Damaged is an error about a file of a run that is not whole.
func Damaged(format string, args ...any) *call.Error {
	return call.Errorf(call.InvalidInput, "it is damaged: "+format, args...)
}

type Run struct {
	*call.Nodes
	Record
	Arrays    map[string][]byte // those of a file except its graphs, as they were given: in the caller's indices
	DAGs      []*graph.DAG
	Seen      []bitset.Set // the nodes of each DAG; nil: each has all
	Fusion    *graph.DAG
	Adjacency *graph.DAG // of the result; nil for a trajectory
}

// Text is the file of the run.
func (run *Run) Text() ([]byte, error) {
	if tooMany(run.N, len(run.DAGs)) {
		return nil, call.Invalidf("dags", "%d DAGs over %d nodes are too many for a file", len(run.DAGs), run.N)
	}
	d := &Document{
		Format:  fileFormat,
		Version: fileVersion,
		Record:  run.Record,
		DAGs:    make([][][]int32, len(run.DAGs)),
		Weights: given[float64](run, "weights"),
		Order:   given[int32](run, "order"),
		Fusion:  run.Index.Arcs(run.Fusion),
		Steps: &fileSteps{
			Edges:   rows(given[int32](run, "step_edges"), 3),
			Score:   given[int64](run, "score"),
			Seconds: given[float64](run, "step_seconds"),
			H:       lists(given[int64](run, "h_ptr"), given[int32](run, "h")),
			S:       lists(given[int64](run, "s_ptr"), given[int32](run, "s")),
			Removed: rows(given[int32](run, "removed"), 4),
			Weight:  given[int64](run, "step_weight"),
		},
	}
	for k, g := range run.DAGs {
		d.DAGs[k] = run.Index.Arcs(g)
	}
	for _, nodes := range run.Seen {
		d.Seen = append(d.Seen, slices.Sorted(slices.Values(run.Index.Callers(nodes.Append(nil)))))
	}
	if run.Adjacency != nil {
		d.Adjacency = run.Index.Arcs(run.Adjacency)
	}
	var err error
	if d.Digest, err = d.sum(); err != nil {
		return nil, err
	}
	text, err := call.Marshal(d)
	return append(text, '\n'), err
}

// given is an array of the run, nil where it was not given.
func given[T call.Element](run *Run, name string) []T {
	if raw, found := run.Arrays[name]; found {
		return call.Decode[T](raw)
	}
	return nil
}

func rows(flat []int32, width int) [][]int32 {
	return slices.AppendSeq([][]int32{}, slices.Chunk(flat, width))
}

func lists(ptr []int64, flat []int32) [][]int32 {
	out := make([][]int32, len(ptr)-1)
	for i := range out {
		out[i] = flat[ptr[i]:ptr[i+1]:ptr[i+1]]
	}
	return out
}
