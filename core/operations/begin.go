package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/local"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/wire"
)

// beginning is a run before its next deletion.
type beginning struct {
	run    *consensus.Trajectory
	inputs *local.Inputs // as the steps so far left them
	order  []int32
	fresh  bool // the fusion was just made
}

// begin makes the fusion, or goes along the steps of a run that is to go on.
func begin(
	ctx context.Context, in *wire.Input, distinct *engine.Distinct, team *parallel.Team, p *call.Progress, clock *stopwatch,
) (*beginning, error) {
	if in.Fusion != nil {
		return resume(in, distinct, team, p, clock)
	}
	inputs := local.New(in.N, distinct.DAGs, distinct.Times, team)
	f, err := fuse(ctx, in, inputs, p, clock)
	if err != nil {
		return nil, err
	}
	if failure := in.Memory.FitsFusion(f.Union.Arcs()); failure != nil {
		return nil, failure
	}
	p.Begin(f.Union.Arcs())
	run := &consensus.Trajectory{Fusion: f.Union, Start: start(in), Final: equiv.FromDAG(f.Union, start(in))}
	return &beginning{run, inputs, f.Order, true}, nil
}

// resume goes along the steps of a run that is to go on.
func resume(
	in *wire.Input, distinct *engine.Distinct, team *parallel.Team, p *call.Progress, clock *stopwatch,
) (*beginning, error) {
	steps, total := make([]consensus.Step, len(in.Steps)), in.TotalWeight()
	for k, s := range in.Steps {
		steps[k] = consensus.Step{
			U: int32(s.U), V: int32(s.V), Undirected: s.Undirected, H: s.H, S: s.S,
			Score: s.Score, Psi: consensus.Psi(s.Score, total), Seconds: s.Seconds,
		}
	}
	in.Prefix = len(in.Steps)
	for k, removal := range removals(in) {
		steps[k].Cut = removal
	}
	run, pruned, err := distinct.Resume(in.Fusion, start(in), steps, in.Constraints)
	if err != nil {
		return nil, asBadSteps(err)
	}
	inputs := local.New(in.N, pruned, distinct.Times, team)
	p.Begin(in.Fusion.Arcs())
	if k := len(steps); k > 0 {
		p.Step(in.Fusion.Arcs()-k, steps[k-1].Psi)
	}
	clock.lap("replay")
	return &beginning{run, inputs, in.Order, false}, nil
}

// deletePart runs the deletions of one slice, or all of them if the run is in one piece.
func deletePart(
	ctx context.Context, in *wire.Input, begun *beginning, opt consensus.Options, p *call.Progress,
) (string, error) {
	switch {
	case in.Ended != "":
		return in.Ended, nil
	case in.Slice == 0:
		return deleteEdges(ctx, in, begun, opt, p)
	case begun.fresh && p.Passed(in.Slice): // the fusion alone, so that it is not lost
		return call.StatusPaused, nil
	}
	opt.Pause = func() bool { return p.Passed(in.Slice) }
	return deleteEdges(ctx, in, begun, opt, p)
}
