package operations

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/runfile"
	"github.com/mcbnc/mcbnc/core/wire"
)

// savedParts are what a run in a file consists of, whether it is saved or loaded.
var savedParts = []wire.Part{
	wire.DAGs, wire.Weights.Optional(), wire.RunConstraints, wire.Order, wire.Fusion, wire.Steps, wire.Removed,
	wire.RunRecord, wire.Adjacency.Optional(),
}

// save is the text of the file of a run.
func opSave(_ context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	text, err := runfile.Text(in)
	if err != nil {
		return nil, err
	}
	return &call.Output{Arrays: map[string]call.Array{"file": call.NewArray(text, len(text))}}, nil
}

// load is the run that a file tells of. What the file says goes through the checks of a run to
// be saved, and every step must follow from the fusion.
func opLoad(ctx context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	d, failure := runfile.Parse(in.File)
	if failure != nil {
		return nil, failure
	}
	if failure := d.CheckSize(); failure != nil {
		return nil, failure
	}
	in.N, in.R = len(d.Nodes), len(d.DAGs)
	arrays, failure := d.Arrays()
	if failure != nil {
		return nil, failure
	}
	raws := make([]call.Raw, 0, len(arrays))
	for name, array := range arrays {
		raws = append(raws, call.Raw{Name: name, Data: array.Bytes()})
	}
	run, failure := wire.NewInput(d.Request(), savedParts, raws, nil)
	if failure != nil {
		return nil, runfile.Damaged("%s", failure.Message)
	}
	if err := followSteps(ctx, run); err != nil {
		return nil, err
	}
	psi := make([]float64, len(d.Steps.Score))
	for i, score := range d.Steps.Score {
		psi[i] = consensus.Psi(score, run.TotalWeight())
	}
	arrays["psi"] = call.NewArray(psi, len(psi))
	if run.Adjacency != nil {
		arrays["cpdag"] = run.Index.PDAG(cpdagOf(run.Adjacency))
	}
	if failure := d.Check(psi); failure != nil {
		return nil, failure
	}
	return &call.Output{Record: &d.Record, Arrays: arrays}, nil
}

// followSteps goes along the steps of a run that was read from a file. Each must be a deletion that
// the state before it offers, with the S that goes with its H. Each state must have a member that
// keeps the constraints' directions. What asks about a loaded run relies on all of this.
func followSteps(ctx context.Context, run *wire.Input) error {
	walk, directions := replay(run), run.Constraints.Directions()
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
		if k == len(run.Steps) {
			return nil
		}
		step := &run.Steps[k]
		deletion := engine.Deletion{U: step.U, V: step.V, H: step.H}
		deletion.Given(class, given)
		if step.Undirected != class.Ne(step.V).Has(step.U) || !slices.Equal(step.S, given.Append(nil)) {
			return runfile.Damaged("step %d is not a deletion of the state before it with this S", k)
		}
	}
}
