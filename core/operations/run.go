package operations

import (
	"context"
	"time"

	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/local"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opRun is the main operation: order, I-maps, fusion, deletions, and the state at θ. The time
// limit is for the deletions. Without the stages before them there is no result, and the
// stages after them make a result of the steps so far.
func opRun(ctx context.Context, in *wire.Input, p *wire.Progress) (*wire.Output, error) {
	dags := working(in)
	team := parallel.NewTeam(in.Workers)
	defer team.Close()
	distinct := engine.FindDistinct(dags, in.Weights)
	inputs := local.New(in.N, distinct.DAGs, distinct.Times, team)
	clock := newStopwatch()
	f, err := fuse(ctx, in, inputs, p, clock)
	if err != nil {
		return nil, err
	}
	opt := runOptions(in, team, p)
	opt.Weights = distinct.Weights
	t, status, err := deleteEdges(ctx, in, inputs, f.Union, opt, p)
	if err != nil {
		return nil, err
	}
	distinct.Spread(t.Steps)
	clock.lap("run")

	p.Enter(wire.Finishing)
	out := &wire.Output{
		Status: status, TotalWeight: in.TotalWeight(), Forced: t.Forced,
		Counts: map[string]int64{
			"evaluations": t.Counts.Evaluations, "searches": t.Counts.Searches,
			"cuts": t.Counts.Cuts, "branches": t.Counts.Branches,
		},
	}
	if in.Theta.Auto {
		chosen := engine.SelectTheta(t, engine.WeightedMorals(in.DAGs, in.Weights))
		t.Final, t.Steps = engine.StateOf(t, chosen.Steps), t.Steps[:chosen.Steps]
		out.Theta = &chosen.Theta
	} else if in.Theta.Set {
		out.Theta = &in.Theta.Value
	}
	// An interrupted run has a result too.
	votes := engine.Votes(distinct.DAGs, distinct.Weights)
	result, err := output(context.WithoutCancel(ctx), in, t.Final, votes, dags, nil, engine.Removals(t.Steps), team)
	if err != nil {
		return nil, err
	}
	out.Arrays = stepArrays(in.Index, t.Steps)
	out.Arrays["order"] = in.Index.Nodes(f.Order)
	out.Arrays["fusion"] = in.Index.DAG(f.Union)
	out.Arrays["adjacency"] = in.Index.DAG(result)
	out.Arrays["cpdag"] = in.Index.PDAG(cpdagOf(result))
	clock.lap("finish")
	out.Phases = clock.laps
	return out, nil
}

// deleteEdges runs the deletions. The string is the status in which they ended.
func deleteEdges(
	ctx context.Context, in *wire.Input, inputs *local.Inputs, fusion *graph.DAG, opt consensus.Options, p *wire.Progress,
) (*consensus.Trajectory, string, error) {
	p.Enter(wire.Deleting)
	p.Begin(fusion.Arcs())
	ctx, stop := p.Limited(ctx, in.TimeLimit)
	defer stop()
	t, err := consensus.Run(ctx, fusion, inputs, opt)
	if err != nil {
		return nil, "", err
	}
	if t.Status == consensus.Interrupted {
		return t, context.Cause(ctx).Error(), nil
	}
	return t, wire.StatusComplete, nil
}

// working are the DAGs that a run prunes.
func working(in *wire.Input) []*graph.DAG {
	if in.Canonical {
		return engine.Canonicalize(in.DAGs)
	}
	return in.DAGs
}

// runOptions are the request's options as core/consensus takes them.
func runOptions(in *wire.Input, team *parallel.Team, p *wire.Progress) consensus.Options {
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
