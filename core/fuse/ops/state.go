package ops

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() { call.Register("state", state) }

type stateRequest struct {
	call.Common
	call.Parallel
	Output  string `json:"output" words:"extension refusion"`
	Options parts.Options
	DAGs    call.DAGs    `call:"optional"`
	Weights call.Weights `call:"optional"`
	Fusion  parts.Fusion
	Steps   parts.StepsTo
	Removed parts.Removed `call:"optional"`
}

// Small reports whether the replay is.
func (q *stateRequest) Small() bool { return small(&q.Common) }

func (q *stateRequest) goal() *parts.Goal { return &parts.Goal{Output: q.Output} }

// CheckParts checks that the options go together, and that a fusion of the pruned inputs has the inputs, and what was
// pruned.
func (q *stateRequest) CheckParts() *call.Error {
	if q.Output == "refusion" && q.DAGs.List == nil {
		return call.BadRequestf("dags", "the output \"refusion\" needs this array")
	}
	if q.Output == "refusion" && !q.Removed.Given {
		return call.BadRequestf("removed", "the output \"refusion\" needs this array")
	}
	return q.Options.GoWith(q.goal())
}

// state is the state after some steps of a trajectory found earlier.
func state(ctx context.Context, q *stateRequest, _ *call.Progress) (*call.Output, error) {
	prefix := q.Steps.Prefix
	class, err := q.Steps.Replay(q.Fusion.DAG, &q.Options).Advance(prefix)
	if err != nil {
		return nil, asBadSteps(err)
	}
	team := parallel.NewTeam(q.Workers)
	defer team.Close()
	dags := q.Options.Working(q.DAGs.List)
	result, err := output(ctx, &q.Options, q.goal(), class, engine.Votes(dags, q.Weights), dags, nil, q.Removed.First(prefix), team)
	if err != nil {
		return nil, asLostDirections(err, prefix)
	}
	out := call.Arrays{}
	q.PutDAG(out, "adjacency", result)
	q.PutPDAG(out, "cpdag", q.Options.Class(result))
	return &call.Output{Arrays: out}, nil
}

// output is the DAG that the request's "output" asks for, at a state of a run on the DAGs. An
// extension is the one that the votes prefer. In a refusion, DAG i counts times[i] times, or once if times is nil.
func output(
	ctx context.Context, o *parts.Options, g *parts.Goal, state *equiv.Class, votes equiv.Votes, dags []*graph.DAG, times []int64,
	steps []consensus.Step, team *parallel.Team,
) (*graph.DAG, error) {
	if g.Refusion() {
		return engine.Refusion(ctx, dags, times, steps, team)
	}
	return engine.Extension(state, o.Constraints, votes)
}

// asBadSteps turns an error of a replay into one about the request's steps.
func asBadSteps(err error) error {
	if err == nil {
		return nil
	}
	return call.BadRequestf("step_edges", "%v", err)
}

// asLostDirections turns the error of a state without an extension into one that the steps do not
// keep the constraints' directions. Another error stays as it is.
func asLostDirections(err error, steps int) error {
	if !errors.Is(err, equiv.ErrNoExtension) {
		return err
	}
	return call.BadRequestf("step_edges", "after %d of these steps the constraints' directions cannot be kept", steps)
}

func init() { call.Register("states", states) }

// states is several states of a trajectory found earlier, each given by the edges that differ
// from those of the state before it.
func states(ctx context.Context, q *foundStates, _ *call.Progress) (*call.Output, error) {
	walk, votes := q.Steps.Replay(q.Fusion.DAG, &q.Options), engine.Votes(q.working(), q.Weights)
	before := drawn{graph.NewDAG(q.N), graph.NewPDAG(q.N)}
	ptr, changes := make([]int64, 1, len(q.Steps.Prefixes)+1), []int32{}
	for _, prefix := range q.Steps.Prefixes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		class, err := walk.Advance(prefix)
		if err != nil {
			return nil, asBadSteps(err)
		}
		dag, err := engine.Extension(class, q.Options.Constraints, votes)
		if err != nil {
			return nil, asLostDirections(err, prefix)
		}
		now := drawn{dag, q.Options.Class(dag)}
		changes = now.changes(before, q.Index, changes)
		ptr = append(ptr, int64(len(changes)/3))
		before = now
	}
	return &call.Output{Arrays: call.Arrays{
		"change_ptr": call.NewArray(ptr, len(ptr)),
		"changes":    call.NewArray(changes, len(changes)/3, 3),
	}}, nil
}

// drawn is a state as a picture shows it: a DAG, and which of its edges are reversible.
type drawn struct {
	dag   *graph.DAG
	class *graph.PDAG
}

// changes appends, for each edge that is not the same in before, its tail, its head and whether
// it is reversible.
func (d drawn) changes(before drawn, x call.Index, out []int32) []int32 {
	for k := range d.dag.N {
		u := x.Engine(k)
		for v := d.dag.Ch(u).Next(0); v >= 0; v = d.dag.Ch(u).Next(v + 1) {
			reversible := d.class.Ne(u).Has(v)
			if !before.dag.Has(u, v) || before.class.Ne(u).Has(v) != reversible {
				out = append(out, int32(k), int32(x.Caller(v)), parts.Bit(reversible))
			}
		}
	}
	return out
}
