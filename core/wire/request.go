package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"

	"github.com/mcbnc/mcbnc/core/call"
)

// Request is a request as it was written. include/mcbnc.h describes each field.
type Request struct {
	Op        string   `json:"op"`
	N         int      `json:"n"`
	R         int      `json:"r"`
	Names     []string `json:"names"`
	Workers   int      `json:"workers"`
	TimeLimit *float64 `json:"time_limit"`

	MemoryLimit int64 `json:"memory_limit"`

	RunOptions
	Theta  Theta    `json:"theta"`
	Output string   `json:"output"`
	Slice  *float64 `json:"slice"`
	Ended  string   `json:"ended"`

	U      int     `json:"u"`
	V      int     `json:"v"`
	S      []int   `json:"s"`
	Prefix int     `json:"prefix"`
	Runs   int     `json:"runs"`
	First  int     `json:"first"`
	Where  string  `json:"where"`
	Record *Record `json:"record"`

	Graphs int `json:"graphs"`

	On   uint64 `json:"on"`
	Task string `json:"task"`
	Federation
}

// ParseRequest reads the JSON of a request and checks nothing else. An unknown field, a wrong
// type and anything after the closing brace are errors. After an error there is no Request.
func ParseRequest(text []byte) (*Request, *call.Error) {
	fields, failure := call.ParseFields(text)
	if failure != nil {
		return nil, failure
	}
	return RequestOf(fields)
}

// RequestOf is the request that has these fields.
func RequestOf(fields []call.Field) (*Request, *call.Error) {
	var q Request
	if failure := call.Bind(fields, &q); failure != nil {
		return nil, failure
	}
	return &q, nil
}

// Record describes a run to be saved, or one that was loaded. The rest of the run is arrays.
// A file has the same fields in the same order: its checksum is over them.
type Record struct {
	Writer   string     `json:"mcbnc"` // the version that wrote the file
	Nodes    []Name     `json:"nodes"`
	Named    bool       `json:"named"` // false: the nodes are 0..n-1 for want of names
	Options  RunOptions `json:"options"`
	Status   string     `json:"status"`
	Seconds  float64    `json:"seconds"`
	Limit    *float64   `json:"limit"`              // the θ at which the steps end; null: they go on to the last edge
	Forced   int        `json:"forced"`             // the first so many steps took forbidden pairs away
	Dropped  []int      `json:"dropped,omitempty"`  // the DAGs whose weight is 0 for being outliers
	Extended []int      `json:"extended,omitempty"` // the DAGs that stand for partially directed inputs
	Sites    []Name     `json:"sites,omitempty"`    // the name of each DAG's site, if sites have names
	Gaussian bool       `json:"gaussian,omitempty"` // all DAGs were learned from real numbers
	Result   *State     `json:"result"`             // null for a trajectory
}

// State is a state of a run at one θ. The array "adjacency" belongs to it.
type State struct {
	Theta   float64 `json:"theta"`
	Seconds float64 `json:"seconds"`
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
