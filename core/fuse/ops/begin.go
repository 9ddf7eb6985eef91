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
	return &beginning{run, inputs, f.Order}, nil
}

// resume goes along the steps of a run that is to go on.
func resume(
	q *runRequest, distinct *engine.Distinct, team *parallel.Team, p *call.Progress, clock *stopwatch,
) (*beginning, error) {
	fusion, steps, total := q.Past.Fusion.DAG, q.Past.List, q.Weights.Total()
	for k := range steps {
		steps[k].Psi = consensus.Psi(steps[k].Score, total)
	}
	run, pruned, err := distinct.Resume(fusion, q.Options.From(), steps, q.Options.Constraints)
	if err != nil {
		return nil, asBadSteps(err)
	}
	inputs := local.New(q.N, pruned, distinct.Times, team)
	p.Begin(fusion.Arcs())
	if k := len(steps); k > 0 {
		p.Step(fusion.Arcs()-k, steps[k-1].Psi)
	}
	clock.lap("replay")
	return &beginning{run, inputs, q.Order}, nil
}
