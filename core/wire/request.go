package wire

import (
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
	Theta  Theta  `json:"theta"`
	Output string `json:"output"`

	Runs  int    `json:"runs"`
	First int    `json:"first"`
	Where string `json:"where"`

	Threshold *float64 `json:"threshold"`
	CPDAG     *bool    `json:"cpdag"`

	Graphs     int      `json:"graphs"`
	Rows       []int    `json:"rows"`
	Width      int      `json:"width"`
	Score      string   `json:"score"`
	ESS        *float64 `json:"ess"`
	Penalty    *float64 `json:"penalty"`
	AlphaMu    *float64 `json:"alpha_mu"`
	AlphaW     *float64 `json:"alpha_w"`
	MaxParents *int     `json:"max_parents"`
	Pairs      string   `json:"pairs"`

	On   uint64 `json:"on"`
	Task string `json:"task"`
	Federation
	Tables *bool `json:"tables"`
	Own    *bool `json:"own"`
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
