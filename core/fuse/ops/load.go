package ops

import (
	"context"
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/runfile"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

func init() { call.Register("load", load) }

type loadRequest struct {
	call.Common
	Listed bool `json:"as_arcs"` // graphs of the result are lists of arcs
	File   file
}

// CheckFields notes how graphs go.
func (q *loadRequest) CheckFields() *call.Error {
	q.AsArcs = q.Listed
	return nil
}

// maxCells bounds the bytes of the DAGs' matrices in a result.
const maxCells = 1 << 30

// file is a file, which says itself how many nodes and DAGs there are.
type file struct{ *runfile.File }

func (f *file) Arrays() []call.Spec { return []call.Spec{call.NewSpec("file", 1, call.Any)} }

// CheckLength opens the file, which may then be asked for its Sizes.
func (f *file) CheckLength(r *call.Reader) *call.Error {
	f.File = runfile.Open(r.Bytes("file"))
	return nil
}

// Extent says how large the file is.
func (f *file) Extent(*call.Reader) string { return fmt.Sprintf("for a file of %d bytes", f.Len()) }

// Read has nothing more to do.
func (f *file) Read(*call.Reader) *call.Error { return nil }

// load is the run of a file. The content of the file passes the checks of a run to be saved, and
// every step must follow from the fusion.
func load(ctx context.Context, q *loadRequest, _ *call.Progress) (*call.Output, error) {
	d, failure := q.File.Parse()
	if failure != nil {
		return nil, failure
	}
	arrays, failure := d.Arrays()
	if failure != nil {
		return nil, failure
	}
	raws := make([]call.Raw, 0, len(arrays))
	for name, array := range arrays {
		raws = append(raws, call.Raw{Name: name, Data: array.Bytes()})
	}
	if n, r := len(d.Nodes), len(d.DAGs); !q.Listed && n*n > maxCells/max(1, r) {
		return nil, call.Invalidf("as_arcs", "%d DAGs over %d nodes are too many for matrices", r, n)
	}
	run := &saveRequest{Record: &d.Record}
	run.Op, run.N, run.R, run.Options.Options = "save", len(d.Nodes), len(d.DAGs), d.Options
	if failure := call.Read(run, raws); failure != nil {
		return nil, runfile.Damaged("%s", failure.Message)
	}
	if err := followSteps(ctx, run); err != nil {
		return nil, err
	}
	psi := make([]float64, len(run.Past.List))
	for i := range run.Past.List {
		psi[i] = run.Past.List[i].Psi
	}
	arrays["psi"] = call.NewArray(psi, len(psi))
	run.AsArcs = q.Listed
	for _, given := range []string{"arc_ptr", "arcs", "fusion_arcs", "adjacency_arcs"} {
		delete(arrays, given)
	}
	run.PutDAGs(arrays, "dags", "arc_ptr", "arcs", run.DAGs.List)
	run.PutDAG(arrays, "fusion", run.Past.Fusion.DAG)
	if run.Adjacency.DAG != nil {
		run.PutDAG(arrays, "adjacency", run.Adjacency.DAG)
		run.PutPDAG(arrays, "cpdag", run.Options.Class(run.Adjacency.DAG))
	}
	if failure := d.Check(psi); failure != nil {
		return nil, failure
	}
	return &call.Output{Record: &d.Record, Arrays: arrays}, nil
}

// followSteps goes along the steps of a run that was read from a file. Each must be a deletion that
// the state before it offers, with the S of its H. Each state must have a member that keeps the
// constraints' directions. What asks about a loaded run relies on all of this.
func followSteps(ctx context.Context, run *saveRequest) error {
	walk, directions := run.Past.Replay(run.Past.Fusion.DAG, &run.Options), run.Options.Constraints.Directions()
	given := bitset.New(run.N)
	for k := 0; ; k++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		class, err := walk.Advance(k)
		if err != nil {
			return runfile.Damaged("%v", err)
		}
		if directions != nil {
			if _, err := equiv.Extension(class.CPDAG(), directions); err != nil {
				return runfile.Damaged("%v", asLostDirections(err, k))
			}
		}
		if k == len(run.Past.List) {
			return nil
		}
		step := &run.Past.List[k]
		deletion := engine.Deletion{U: int(step.U), V: int(step.V), H: step.H}
		deletion.Given(class, given)
		if step.Undirected != class.Ne(deletion.V).Has(deletion.U) || !slices.Equal(step.S, given.Append(nil)) {
			return runfile.Damaged("step %d is not a deletion of the state before it with this S", k)
		}
	}
}
