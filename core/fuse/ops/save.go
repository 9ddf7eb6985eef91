package ops

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/fuse/runfile"
)

func init() { call.Register("save", save) }

// saveRequest is a run in a file, whether it is saved or loaded.
type saveRequest struct {
	inputs
	Record    *runfile.Record `json:"record"`
	Order     parts.Order
	Past      parts.StepsDone
	Adjacency parts.Adjacency `call:"optional"` // not of a trajectory
	Kept      kept
}

// kept are the arrays of a run as they were given, without its graphs.
type kept struct{ arrays map[string][]byte }

// There are no arrays: other parts have them.
func (k *kept) Arrays() []call.Spec { return nil }

func (k *kept) Read(r *call.Reader) *call.Error {
	k.arrays = map[string][]byte{}
	for _, part := range []call.Part{new(call.Weights), new(parts.Order), new(parts.StepsDone)} {
		for _, a := range part.Arrays() {
			if r.Has(a.Name) && !a.IsGraph() {
				k.arrays[a.Name] = slices.Clone(r.Bytes(a.Name))
			}
		}
	}
	return nil
}

// CheckParts checks the record against the other parts.
func (q *saveRequest) CheckParts() *call.Error {
	if failure := q.inputs.CheckParts(); failure != nil {
		return failure
	}
	if failure := q.Past.Weigh(q.Weights.Total(), q.Seen != nil); failure != nil {
		return failure
	}
	if failure := q.Order.Keeps(&q.Options, &q.Nodes); failure != nil {
		return failure
	}
	record, steps := q.Record, len(q.Past.List)
	switch {
	case record == nil:
		return call.BadRequestf("record", "operation %q needs it", q.Op)
	case len(record.Nodes) != q.N:
		return call.BadRequestf("record", "%d names for %d nodes", len(record.Nodes), q.N)
	case (record.Result != nil) != (q.Adjacency.DAG != nil):
		return call.BadRequestf("adjacency", "this array comes with the record's \"result\", and only with it")
	case !slices.Contains(ends, record.Status):
		return call.BadRequestf("record", "%.40q is no status", record.Status)
	case record.Forced < 0 || record.Forced > steps:
		return call.BadRequestf("record", "%d of %d steps are forced", record.Forced, steps)
	case !q.areDAGs(record.Dropped) || slices.ContainsFunc(record.Dropped, func(i int) bool { return q.Weights[i] != 0 }):
		return call.BadRequestf("record", "the DAGs dropped must be in increasing order, and have weights of 0")
	case !q.areDAGs(record.Extended):
		return call.BadRequestf("record", "the DAGs extended must be in increasing order")
	case len(record.Sites) != 0 && len(record.Sites) != q.R:
		return call.BadRequestf("record", "%d names of sites for %d DAGs", len(record.Sites), q.R)
	case len(q.DAGs.Extended) > 0:
		return call.Errorf(call.BadRequest, "it has undirected edges, and the DAGs of a run have none").InGraph("dags", q.DAGs.Extended[0])
	}
	return nil
}

// areDAGs reports whether these are indices of DAGs, rising.
func (q *saveRequest) areDAGs(dags []int) bool {
	for k, i := range dags {
		if i < 0 || i >= q.R || k > 0 && i <= dags[k-1] {
			return false
		}
	}
	return true
}

// save is the text of the file of a run.
func save(_ context.Context, q *saveRequest, _ *call.Progress) (*call.Output, error) {
	run := &runfile.Run{
		Nodes: &q.Nodes, Record: *q.Record, Arrays: q.Kept.arrays,
		DAGs: q.DAGs.List, Seen: q.Seen, Fusion: q.Past.Fusion.DAG, Adjacency: q.Adjacency.DAG,
	}
	run.Options = q.Options.Options
	text, err := run.Text()
	if err != nil {
		return nil, err
	}
	return &call.Output{Arrays: call.Arrays{"file": call.NewArray(text, len(text))}}, nil
}
