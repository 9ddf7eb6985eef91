package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/run/parallel"
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
	ctx context.Context, q *runRequest, distinct *engine.Distinct, team *parallel.Team, p *call.Progress, clock *stopwatch,
) (*beginning, error) {
	if q.Past.Fusion.DAG != nil {
		return resume(q, distinct, team, p, clock)
	}
	inputs := local.New(q.N, distinct.DAGs, distinct.Times, team)
	f, err := fuse(ctx, q, inputs, p, clock)
	if err != nil {
		return nil, err
	}
	if failure := q.Memory.FitsFusion(f.Union.Arcs()); failure != nil {
		return nil, failure
	}
	p.Begin(f.Union.Arcs())
	run := &consensus.Trajectory{Fusion: f.Union, Start: q.Options.From(), Final: equiv.FromDAG(f.Union, q.Options.From())}
	return &beginning{run, inputs, f.Order, true}, nil
}

// resume goes along the steps of a run that is to go on.
func resume(
	q *runRequest, distinct *engine.Distinct, team *parallel.Team, p *call.Progress, clock *stopwatch,
) (*beginning, error) {
	past := &q.Past
	steps, total := make([]consensus.Step, len(past.List)), q.Weights.Total()
	for k, s := range past.List {
		steps[k] = consensus.Step{
			U: int32(s.U), V: int32(s.V), Undirected: s.Undirected, H: s.H, S: s.S,
			Score: s.Score, Psi: consensus.Psi(s.Score, total), Seconds: s.Seconds,
		}
	}
	for k, removal := range past.Removed.First(len(steps)) {
		steps[k].Cut = removal
	}
	run, pruned, err := distinct.Resume(past.Fusion.DAG, q.Options.From(), steps, q.Options.Constraints)
	if err != nil {
		return nil, asBadSteps(err)
	}
	inputs := local.New(q.N, pruned, distinct.Times, team)
	p.Begin(past.Fusion.DAG.Arcs())
	if k := len(steps); k > 0 {
		p.Step(past.Fusion.DAG.Arcs()-k, steps[k-1].Psi)
	}
	clock.lap("replay")
	return &beginning{run, inputs, q.Order, false}, nil
}

// deletePart runs the deletions of one slice, or all of them if the run is in one piece.
func deletePart(
	ctx context.Context, q *runRequest, begun *beginning, opt consensus.Options, p *call.Progress,
) (string, error) {
	switch {
	case q.Ended != "":
		return q.Ended, nil
	case q.slice == 0:
		return deleteEdges(ctx, q, begun, opt, p)
	case begun.fresh && p.Passed(q.slice): // the fusion alone, so that it is not lost
		return call.StatusPaused, nil
	}
	opt.Pause = func() bool { return p.Passed(q.slice) }
	return deleteEdges(ctx, q, begun, opt, p)
}
