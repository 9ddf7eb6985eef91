package wire

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graph"
)

// RunOptions are the options that a run and all its states share. A request has them among
// its fields; a file of a run has them as its "options". The fields and their order are part
// of the file format, whose checksum is over them.
type RunOptions struct {
	KMax      *int   `json:"k_max"`
	Cap       *int   `json:"cap,omitempty"`
	Start     string `json:"start"`
	Canonical bool   `json:"canonical"`
	Seed      *int64 `json:"seed"`
	call.EdgeLists
}

// RunSettings are checked RunOptions in the engine's terms.
type RunSettings struct {
	KMax        int // the most nodes that H may have; -1: any number
	Cap         int // the most that a DAG's cut counts; 0: its size
	StartDAG    bool
	Canonical   bool
	Seed        *int64
	Constraints *graph.Constraints // nil: none; set by the parts that read them
}

// settings checks the options. Constraints name nodes, and are read later.
func (o *RunOptions) settings() (s RunSettings, failure *call.Error) {
	s = RunSettings{KMax: -1, Canonical: o.Canonical, Seed: o.Seed}
	if o.KMax != nil {
		if s.KMax = *o.KMax; s.KMax < 0 {
			return s, call.MustBe("k_max", "a whole number >= 0, or be left out for no limit", s.KMax)
		}
	}
	if o.Cap != nil {
		if s.Cap = *o.Cap; s.Cap < 1 {
			return s, call.MustBe("cap", "a whole number >= 1, or be left out for no limit", s.Cap)
		}
	}
	s.StartDAG, failure = second("start", o.Start, "cpdag", "dag")
	return s, failure
}
