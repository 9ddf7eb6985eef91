package runfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mcbnc/mcbnc/core/call"
)

// Options are those that a run and all its states share. A request has them among its fields; a file of a run has them as
// its "options". The fields and their order are part of the file format, whose checksum is over them.
type Options struct {
	KMax      *int   `json:"k_max" range:"0.." none:"no limit"`         // the most nodes that H may have
	Cap       *int   `json:"cap,omitempty" range:"1.." none:"no limit"` // the most that a DAG's cut counts
	Start     string `json:"start"`                                     // "cpdag" or "dag"; empty: "cpdag"
	Canonical bool   `json:"canonical"`
	Seed      *int64 `json:"seed"`
	call.EdgeLists
}

// Record describes a run to be saved, or one that was loaded. The rest of the run is arrays.
// A file has the same fields in the same order: its checksum is over them.
type Record struct {
	Writer   string   `json:"mcbnc"` // the version that wrote the file
	Nodes    []Name   `json:"nodes"`
	Named    bool     `json:"named"` // false: the nodes are 0..n-1, without names
	Options  Options  `json:"options"`
	Status   string   `json:"status"`
	Seconds  float64  `json:"seconds"`
	Limit    *float64 `json:"limit"`               // the θ at which the steps end; null: they go on to the last edge
	Forced   int      `json:"forced"`              // the number of first steps, which deleted forbidden pairs
	Dropped  []int    `json:"dropped,omitempty"`   // the DAGs whose weight is 0 for being outliers
	Extended []int    `json:"extended,omitempty"`  // the DAGs that stand for partially directed inputs
	Sites    []Name   `json:"sites,omitempty"`     // the name of each DAG's site, if sites have names
	Gaussian bool     `json:"gaussian,omitempty"`  // all DAGs were learned from real numbers
	Mixed    bool     `json:"mixed,omitempty"`     // a DAG was learned from states and real numbers beside each other
	Ordered  bool     `json:"ordered,omitempty"`   // the caller gave the order
	OfOne    bool     `json:"resamples,omitempty"` // the DAGs are of resamples of one table
	// How the run was made: Python's own record, which the engine keeps as it is. None in files of before.
	Provenance Object `json:"provenance,omitempty"`
	Result     *State `json:"result"` // null for a trajectory
}

// State is a state of a run at one θ. The array "adjacency" belongs to it.
type State struct {
	Theta   float64 `json:"theta"`
	Seconds float64 `json:"seconds"`
}

// Object is an object of JSON whose content the engine does not know.
type Object json.RawMessage

// MarshalJSON gives the object as it is.
func (o Object) MarshalJSON() ([]byte, error) { return o, nil }

// UnmarshalJSON keeps an object without its white space, and refuses what is none, or has a key twice.
func (o *Object) UnmarshalJSON(text []byte) error {
	if err := checkKeys(string(text), mostDeep); err != nil {
		return err
	}
	var compact bytes.Buffer
	err := json.Compact(&compact, text)
	if *o = compact.Bytes(); err == nil && (len(*o) == 0 || (*o)[0] != '{') {
		return errors.New("it is no object")
	}
	return err
}

const mostDeep = 64 // objects and lists within each other

// checkKeys refuses an object with a key twice, at any depth: only one of the two would count.
func checkKeys(text string, deep int) error {
	var parts []string
	switch {
	case deep == 0:
		return fmt.Errorf("more than %d objects or lists are within each other", mostDeep)
	case strings.HasPrefix(text, "{"):
		fields, failure := call.ParseFields([]byte(text)) // it refuses such keys
		if failure != nil {
			return errors.New(failure.Message)
		}
		for _, field := range fields {
			parts = append(parts, field.Value)
		}
	case strings.HasPrefix(text, "["):
		var err error
		if parts, err = call.Items(text); err != nil {
			return err
		}
	}
	for _, part := range parts {
		if err := checkKeys(part, deep-1); err != nil {
			return err
		}
	}
	return nil
}

// Name is a node's name as JSON: a string, an integer of 64 bits, or a list of these.
type Name json.RawMessage

// MarshalJSON gives the name as it is.
func (n Name) MarshalJSON() ([]byte, error) { return n, nil }

// UnmarshalJSON keeps a name without its white space, and refuses what is no name.
func (n *Name) UnmarshalJSON(text []byte) error {
	if !isName(text) {
		return errors.New("a node's name is neither a string, nor a 64-bit integer, nor a list of these")
	}
	var compact bytes.Buffer // white space must not count in a file's checksum
	err := json.Compact(&compact, text)
	*n = compact.Bytes()
	return err
}

func isName(text []byte) bool {
	if len(text) == 0 || text[0] != '[' {
		return isWord(text)
	}
	parts, err := call.Items(string(text))
	return err == nil && !slices.ContainsFunc(parts, func(part string) bool { return !isWord([]byte(part)) })
}

func isWord(text []byte) bool {
	if len(text) > 0 && text[0] == '"' {
		return true
	}
	_, err := strconv.ParseInt(string(text), 10, 64)
	return err == nil
}
