package wire

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

// Run is a run to be saved, with its arrays as they were given: in the caller's indices.
type Run struct {
	Record Record
	arrays map[string][]byte
}

// keptArrays are the arrays of a Run; the Input has its graphs.
var keptArrays = []string{
	"weights", "order", "step_edges", "score", "step_seconds", "h_ptr", "h", "s_ptr", "s", "removed",
}

// Given is the array name of a run to be saved, nil where it was not given.
func Given[T call.Element](run *Run, name string) []T {
	if raw, given := run.arrays[name]; given {
		return call.Decode[T](raw)
	}
	return nil
}

// record reads the field "record" and the arrays of steps that only "save" takes.
func (r *reader) record() *call.Error {
	record := r.q.Record
	switch {
	case record == nil:
		return call.BadRequestf("record", "operation %q needs it", r.q.Op)
	case len(record.Nodes) != r.in.N:
		return call.BadRequestf("record", "%d names for %d nodes", len(record.Nodes), r.in.N)
	case (record.Result != nil) != r.has("adjacency"):
		return call.BadRequestf("adjacency", "this array comes with the record's \"result\", and only with it")
	case !slices.Contains([]string{call.StatusComplete, call.ErrTimeLimit.Error(), call.ErrCancelled.Error()}, record.Status):
		return call.BadRequestf("record", "%.40q is no status", record.Status)
	case record.Forced < 0 || record.Forced > len(r.in.Steps):
		return call.BadRequestf("record", "%d of %d steps are forced", record.Forced, len(r.in.Steps))
	case !r.areDropped(record.Dropped):
		return call.BadRequestf("record", "the DAGs dropped must be in increasing order, and have weights of 0")
	case !r.areDAGs(record.Extended):
		return call.BadRequestf("record", "the DAGs extended must be in increasing order")
	case len(record.Sites) != 0 && len(record.Sites) != r.in.R:
		return call.BadRequestf("record", "%d names of sites for %d DAGs", len(record.Sites), r.in.R)
	case len(r.in.Extended) > 0:
		return call.Errorf(call.BadRequest, "it has undirected edges, and the DAGs of a run have none").InGraph("dags", r.in.Extended[0])
	}
	if failure := r.recordedSteps(); failure != nil {
		return failure
	}
	r.in.Run = &Run{Record: *record, arrays: make(map[string][]byte)}
	r.in.Run.Record.Options = r.q.RunOptions
	for _, name := range keptArrays {
		if raw, given := r.arrays[name]; given {
			r.in.Run.arrays[name] = slices.Clone(raw)
		}
	}
	return nil
}

// areDropped tells whether these can be the DAGs that were dropped as outliers.
func (r *reader) areDropped(dags []int) bool {
	for _, i := range dags {
		if i < 0 || i >= r.in.R || r.in.Weights[i] != 0 {
			return false
		}
	}
	return r.areDAGs(dags)
}

// areDAGs tells whether these are indices of DAGs, rising.
func (r *reader) areDAGs(dags []int) bool {
	for k, i := range dags {
		if i < 0 || i >= r.in.R || k > 0 && i <= dags[k-1] {
			return false
		}
	}
	return true
}

// recordedSteps checks the arrays of steps that no other operation takes.
func (r *reader) recordedSteps() *call.Error {
	if failure := r.stepConditions(); failure != nil {
		return failure
	}
	return r.scores()
}
