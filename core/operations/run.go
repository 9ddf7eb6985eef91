package operations

import (
	"context"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opRun is the main operation: order, I-maps, fusion, deletions, and the state at θ. The time
// limit is for the deletions. Without the stages before them there is no result, and the
// stages after them make a result of the steps so far. A run in slices ends with the deletions.
func opRun(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	dags := working(in)
	team := parallel.NewTeam(in.Workers)
	defer team.Close()
	distinct := engine.FindDistinct(dags, in.Weights)
	clock := newStopwatch()
	begun, err := begin(ctx, in, distinct, team, p, clock)
	if err != nil {
		return nil, err
	}
	opt := runOptions(in, team, p)
	opt.Weights = distinct.Weights
	status, err := deletePart(ctx, in, begun, opt, p)
	if err != nil {
		return nil, err
	}
	t := begun.run
	distinct.Spread(t.Steps)
	clock.lap("run")
	out := &call.Output{
		Status: status, TotalWeight: in.TotalWeight(), Forced: t.Forced,
		Counts: map[string]int64{
			"evaluations": t.Counts.Evaluations, "searches": t.Counts.Searches,
			"cuts": t.Counts.Cuts, "branches": t.Counts.Branches,
		},
		Phases: clock.laps,
	}
	if in.Slice == 0 {
		p.Enter(call.Finishing)
		if err := finish(ctx, in, t, distinct, dags, team, out); err != nil {
			return nil, err
		}
		clock.lap("finish")
	} else {
		out.Arrays = stepArrays(in.Index, t.Steps)
	}
	out.Arrays["order"] = in.Index.Nodes(begun.order)
	out.Arrays["fusion"] = in.Index.DAG(t.Fusion)
	return out, nil
}

// finish makes the result of a run's steps. An interrupted run has a result too.
func finish(
	ctx context.Context, in *wire.Input, t *consensus.Trajectory, distinct *engine.Distinct, dags []*graph.DAG,
	team *parallel.Team, out *call.Output,
) error {
	if in.Theta.Auto {
		chosen := engine.SelectTheta(t, engine.WeightedMorals(in.DAGs, in.Weights))
		t.Final, t.Steps = engine.StateOf(t, chosen.Steps), t.Steps[:chosen.Steps]
		out.Theta = &chosen.Theta
	} else if in.Theta.Set {
		out.Theta = &in.Theta.Value
	}
	votes := engine.Votes(distinct.DAGs, distinct.Weights)
	result, err := output(context.WithoutCancel(ctx), in, t.Final, votes, dags, nil, engine.Removals(t.Steps), team)
	if err != nil {
		return asLostDirections(err, len(t.Steps))
	}
	out.Arrays = stepArrays(in.Index, t.Steps)
	out.Arrays["adjacency"] = in.Index.DAG(result)
	out.Arrays["cpdag"] = in.Index.PDAG(cpdagOf(result))
	return nil
}

// deleteEdges runs the deletions. The string is the status in which they ended.
func deleteEdges(
	ctx context.Context, in *wire.Input, begun *beginning, opt consensus.Options, p *call.Progress,
) (string, error) {
	p.Enter(call.Deleting)
	limited, stop := p.Limited(ctx, in.TimeLimit)
	defer stop()
	t, err := consensus.Continue(limited, begun.run, begun.inputs, opt)
	switch {
	case err != nil:
		return "", err
	case t.Status == consensus.Complete:
		return call.StatusComplete, nil
	case limited.Err() != nil:
		return context.Cause(limited).Error(), nil
	default:
		return call.StatusPaused, nil
	}
}

// working are the DAGs that a run prunes.
func working(in *wire.Input) []*graph.DAG {
	if in.Canonical {
		return engine.Canonicalize(in.DAGs)
	}
	return in.DAGs
}

// runOptions are the request's options as core/consensus takes them.
func runOptions(in *wire.Input, team *parallel.Team, p *call.Progress) consensus.Options {
	opt := consensus.Options{
		Cap: in.Cap, KMax: in.KMax, Start: start(in), Constraints: in.Constraints, Team: team, Seed: in.Seed,
	}
	if p != nil {
		opt.Progress = p.Step
	}
	if in.Theta.Set && !in.Theta.Auto {
		opt.Until = &in.Theta.Value
	}
	return opt
}

func start(in *wire.Input) equiv.Start {
	if in.StartDAG {
		return equiv.Directed
	}
	return equiv.Completed
}

// output is the DAG that the request's "output" asks for, at a state of a run on the DAGs. An
// extension goes with the votes. In a refusion, DAG i counts times[i] times, or once if times is
// nil.
func output(
	ctx context.Context, in *wire.Input, state *equiv.Class, votes equiv.Votes, dags []*graph.DAG, times []int64,
	removals []engine.Removal, team *parallel.Team,
) (*graph.DAG, error) {
	if in.Refusion {
		return engine.Refusion(ctx, dags, times, removals, team)
	}
	return engine.Extension(state, in.Constraints, votes)
}

func cpdagOf(g *graph.DAG) *graph.PDAG { return equiv.FromDAG(g, equiv.Completed).CPDAG() }

// stopwatch notes how long each phase took, in seconds.
type stopwatch struct {
	last time.Time
	laps map[string]float64
}

func newStopwatch() *stopwatch { return &stopwatch{last: time.Now(), laps: map[string]float64{}} }

func (s *stopwatch) lap(phase string) {
	now := time.Now()
	s.laps[phase] = now.Sub(s.last).Seconds()
	s.last = now
}
