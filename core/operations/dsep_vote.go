package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/baselines"
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opDSepVote is the vote on d-separation: a run that never prunes the inputs. Its DAG is the extension
// of the last class that goes with the inputs.
func opDSepVote(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	team := parallel.NewTeam(in.Workers)
	defer team.Close()
	distinct := engine.FindDistinct(in.DAGs, in.Weights)
	begun, err := begin(ctx, in, distinct, team, p, newStopwatch())
	if err != nil {
		return nil, err
	}
	share := majority
	if in.Share != nil {
		share = *in.Share
	}
	opt := baselines.DSep(consensus.Options{
		Weights: distinct.Weights, KMax: in.KMax, Start: start(in), Team: team, Progress: p.Step,
	}, share)
	status, err := deleteEdges(ctx, in, begun, opt, p)
	if err != nil {
		return nil, err
	}
	p.Enter(call.Finishing)
	g, err := engine.Extension(begun.run.Final, nil, engine.Votes(distinct.DAGs, distinct.Weights))
	if err != nil {
		return nil, err
	}
	out := outcome(in, &baselines.Outcome{DAG: g})
	out.Status, out.Share = status, &share
	return out, nil
}
