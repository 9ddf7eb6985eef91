package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/compare/baselines"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() { call.Register("dsep_vote", dsepVote) }

type dsepRequest struct {
	voters
	call.Parallel
	call.Timed
	Share float64 `json:"share" default:"0.5" range:"0..1"`
	KMax  *int    `json:"k_max" range:"0.." none:"no limit"`
	Start string  `json:"start" words:"cpdag dag"`
}

// dsepVote is the vote on d-separation: a run that never prunes the inputs. Its DAG is the extension of the last class that
// the inputs' votes prefer. The time limit is for the deletions.
func dsepVote(ctx context.Context, q *dsepRequest, p *call.Progress) (*call.Output, error) {
	team := parallel.NewTeam(q.Workers)
	defer team.Close()
	p.Enter(call.Ordering)
	distinct := engine.FindDistinct(q.DAGs.List, q.Weights)
	inputs := local.New(q.N, distinct.DAGs, distinct.Times, team)
	f, err := engine.Fuse(ctx, q.N, inputs, nil, nil)
	if err != nil {
		return nil, err
	}
	if failure := q.Memory.FitsFusion(f.Union.Arcs()); failure != nil {
		return nil, failure
	}
	p.Enter(call.Deleting)
	p.Begin(f.Union.Arcs())
	opt := consensus.Options{Weights: distinct.Weights, KMax: -1, Start: equiv.Completed, Team: team, Progress: p.Step}
	if q.KMax != nil {
		opt.KMax = *q.KMax
	}
	if q.Start == "dag" {
		opt.Start = equiv.Directed
	}
	limited, stop := q.Limited(ctx, p)
	defer stop()
	run, err := consensus.Run(limited, f.Union, inputs, baselines.DSep(opt, q.Share))
	if err != nil {
		return nil, err
	}
	p.Enter(call.Finishing)
	g, err := engine.Extension(run.Final, nil, engine.Votes(distinct.DAGs, distinct.Weights))
	if err != nil {
		return nil, err
	}
	out := q.output(ctx, &baselines.Outcome{DAG: g})
	out.Share = &q.Share
	if run.Interrupted {
		out.Status = context.Cause(limited).Error()
	}
	return out, nil
}
