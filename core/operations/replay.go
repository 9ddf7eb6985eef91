package operations

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opState is the state after some steps of a trajectory found earlier.
func opState(ctx context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	state, err := stateAfter(in, in.Prefix)
	if err != nil {
		return nil, err
	}
	team := parallel.NewTeam(in.Workers)
	defer team.Close()
	dags := working(in)
	result, err := output(ctx, in, state, engine.Votes(dags, in.Weights), dags, nil, removals(in), team)
	if err != nil {
		return nil, asLostDirections(err, in.Prefix)
	}
	return &call.Output{Arrays: map[string]call.Array{
		"adjacency": in.Index.DAG(result),
		"cpdag":     in.Index.PDAG(cpdagOf(result)),
	}}, nil
}

// opProfile describes several states of a trajectory found earlier.
func opProfile(ctx context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	morals := engine.WeightedMorals(in.DAGs, in.Weights)
	team := parallel.NewTeam(in.Workers)
	defer team.Close()
	profiles, err := engine.Profiles(ctx, replay(in), in.Prefixes, morals, team)
	if err != nil && ctx.Err() == nil {
		return nil, call.BadRequestf("step_edges", "%v", err)
	}
	if err != nil {
		return nil, err
	}
	k := len(profiles)
	edges, smhd, treewidth, rank := make([]int64, k), make([]float64, k), make([]int64, k), make([]int64, k)
	for i, p := range profiles {
		edges[i], smhd[i], treewidth[i], rank[i] = int64(p.Edges), p.SMHD, int64(p.Treewidth), int64(p.Rank)
	}
	return &call.Output{Arrays: map[string]call.Array{
		"edges":     call.NewArray(edges, k),
		"smhd":      call.NewArray(smhd, k),
		"treewidth": call.NewArray(treewidth, k),
		"rank":      call.NewArray(rank, k),
	}}, nil
}

// opDeletion is the best deletion of the edge between u and v in a state of a trajectory found
// earlier. If every H has more nodes than k_max allows, k_max is left out.
func opDeletion(ctx context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	state, err := stateAfter(in, in.Prefix)
	if err != nil {
		return nil, err
	}
	if !state.Adj(in.V).Has(in.U) {
		return nil, call.BadRequestf("v", "the state after %d steps does not join u and v", in.Prefix)
	}
	seeker := seeker{in: in, class: state, pruned: engine.Prune(working(in), removals(in))}
	step, err := seeker.best(ctx, int32(in.U), int32(in.V))
	if err != nil {
		return nil, err
	}
	u, v := int32(in.Index.Caller(int(step.U))), int32(in.Index.Caller(int(step.V)))
	return &call.Output{Arrays: map[string]call.Array{
		"edge": call.NewArray([]int32{u, v, bit(step.Undirected)}, 3),
		"h":    in.Index.Nodes(step.H),
		"s":    in.Index.Nodes(step.S),
	}}, nil
}

// stateAfter is the class after so many steps of the request's trajectory.
func stateAfter(in *wire.Input, steps int) (*equiv.Class, error) {
	state, err := replay(in).Advance(steps)
	return state, asBadSteps(err)
}

// asBadSteps says that an error of a replay is one of the request's steps.
func asBadSteps(err error) error {
	if err == nil {
		return nil
	}
	return call.BadRequestf("step_edges", "%v", err)
}

// asLostDirections says of a state without an extension that the steps do not keep the
// constraints' directions. Another error stays as it is.
func asLostDirections(err error, steps int) error {
	if !errors.Is(err, equiv.ErrNoExtension) {
		return err
	}
	return call.BadRequestf("step_edges", "after %d of these steps the constraints' directions cannot be kept", steps)
}

func replay(in *wire.Input) *engine.Replay {
	deletions := make([]engine.Deletion, len(in.Steps))
	for k, s := range in.Steps {
		deletions[k] = engine.Deletion{U: s.U, V: s.V, H: s.H}
	}
	return engine.NewReplay(in.Fusion, start(in), deletions)
}

// removals are the arcs that the inputs removed in the first in.Prefix steps.
func removals(in *wire.Input) []engine.Removal {
	out := make([]engine.Removal, in.Prefix)
	for _, r := range in.Removed {
		if r.Step < in.Prefix {
			arc := consensus.CutEdge{Dag: int32(r.DAG), From: int32(r.A), To: int32(r.B), Arc: true}
			out[r.Step] = append(out[r.Step], arc)
		}
	}
	return out
}
