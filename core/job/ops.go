package job

import (
	"context"
	"slices"
)

// body does an operation's work. It reports how far it is through p and looks
// at ctx often. When ctx ends it returns ctx.Err(), or, if it has something that
// is a valid result so far, that, with the status that says so.
type body func(ctx context.Context, in *Input, p *Progress) (*Output, error)

// operation is one value of a request's "op".
type operation struct {
	run      body
	required []string // the arrays it must be given
	optional []string // those it may be given besides "rank"
	graphs   int      // how many "graphs" it takes; 0: as many as "r" says
	sized    bool     // it takes as many "graphs" as the field of that name says
	pair     bool     // it reads u, v and s
	batch    bool     // its weights are those of many runs
	saves    bool     // it reads a record
	bare     bool     // it is about no nodes and graphs yet
	partial  bool     // its "dags" may be partially directed, as "graphs" may
	learns   bool     // it draws ties also where there are directions
	tables   int      // how many datasets it takes; 0: as many as "r" says
	joined   bool     // it takes them as one, one after the other
}

var operations = map[string]*operation{
	"run": {
		run:      opRun,
		required: []string{"dags"}, optional: []string{"weights"},
	},
	"batch": {
		run:      opBatch,
		required: []string{"dags"}, optional: []string{"counts", "weights"}, batch: true,
	},
	"stability": {
		run:      opStability,
		required: []string{"dags"}, optional: []string{"counts", "weights"}, batch: true,
	},
	"fusion": {
		run:      opFusion,
		required: []string{"dags"}, optional: []string{"order"},
	},
	"agreement": {run: opAgreement, required: []string{"dags"}},
	"vote":      {run: opVote, required: []string{"dags"}, optional: []string{"weights"}},
	"averaged":  {run: opAveraged, required: []string{"dags"}, optional: []string{"weights"}},
	"climb":     {run: opClimb, required: []string{"dags"}, optional: []string{"weights"}},
	"criticality": {
		run:      opCriticality,
		required: []string{"dags"},
		optional: []string{"weights", "fusion", "step_edges", "h_ptr", "h", "removed"}, pair: true,
	},
	"deletion": {
		run:      opDeletion,
		required: []string{"fusion", "step_edges", "h_ptr", "h", "dags", "removed"},
		optional: []string{"weights"}, pair: true,
	},
	"state": {
		run:      opState,
		required: []string{"fusion", "step_edges", "h_ptr", "h"},
		optional: []string{"dags", "removed"},
	},
	"profile": {
		run:      opProfile,
		required: []string{"fusion", "step_edges", "h_ptr", "h", "prefixes", "dags"},
		optional: []string{"weights"},
	},
	"save":            saving,
	"load":            {run: opLoad, required: []string{"file"}, bare: true},
	"moral":           {run: opMoral, required: []string{"graphs"}},
	"cpdag":           {run: opCPDAG, required: []string{"graphs"}},
	"treewidth":       {run: opTreewidth, required: []string{"graphs"}},
	"triangulation":   {run: opTriangulation, required: []string{"graphs"}, graphs: 1},
	"exact_treewidth": {run: opExactTreewidth, required: []string{"graphs"}, graphs: 1},
	"smhd":            {run: opSMHD, required: []string{"graphs"}, graphs: 2},
	"shd":             {run: opSHD, required: []string{"graphs"}, graphs: 2},
	"mean_smhd": {
		run:      opMeanSMHD,
		required: []string{"graphs", "dags"}, optional: []string{"weights"}, graphs: 1, partial: true,
	},
	"measure": {
		run:      opMeasure,
		required: []string{"graphs", "dags"}, optional: []string{"weights"}, sized: true, partial: true,
	},
	"learn": {run: opLearn, required: []string{"data", "arity"}, learns: true},
	"scores": {
		run: opScores, required: []string{"graphs", "data", "arity"}, tables: 1,
	},
	"log_likelihood": {
		run: opLogLikelihood, required: []string{"graphs", "data", "arity"}, tables: 2, joined: true,
	},
	"selftest_panic": {run: selftestPanic},
}

// saving stands alone, since loading uses it: what was saved is checked as what is to be.
var saving = &operation{
	run: opSave, saves: true,
	required: []string{
		"dags", "order", "fusion", "step_edges", "score", "step_seconds", "h_ptr", "h", "s_ptr", "s", "removed",
	},
	optional: []string{"weights", "adjacency"},
}

func (o *operation) needs(array string) bool { return slices.Contains(o.required, array) }

func (o *operation) allows(array string) bool {
	return slices.Contains(o.arrays(), array)
}

// arrays are all that it must or may be given.
func (o *operation) arrays() []string {
	return slices.Concat([]string{"rank"}, o.required, o.optional)
}

// counted is what "r" counts, or nothing.
func (o *operation) counted() string {
	switch {
	case o.needs("data") && o.tables == 0:
		return "data"
	case o.needs("dags"):
		return "dags"
	case o.needs("graphs") && o.graphs == 0 && !o.needs("data"):
		return "graphs"
	}
	return ""
}
