package operations

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/baselines"
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/metrics"
	"github.com/mcbnc/mcbnc/core/wire"
)

// majority is the threshold of a vote if none is given.
const majority = 0.5

// opVote is the vote on arcs or on the skeleton.
func opVote(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	p.Enter(call.Voting)
	voters, counts, err := count(ctx, in, equiv.Directed)
	if err != nil {
		return nil, err
	}
	threshold := majority
	if in.Threshold != nil {
		threshold = *in.Threshold
	}
	out := (*baselines.Outcome)(nil)
	if in.Skeleton {
		out, err = baselines.Skeleton(ctx, counts, voters.DAGs, voters.Weights, threshold, in.Workers)
	} else {
		out = baselines.Arcs(in.N, counts, threshold)
	}
	if err != nil {
		return nil, err
	}
	return outcome(in, out), nil
}

// opAveraged is the averaged network.
func opAveraged(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	p.Enter(call.Voting)
	as := equiv.Completed
	if in.OwnArcs {
		as = equiv.Directed
	}
	voters, counts, err := count(ctx, in, as)
	if err != nil {
		return nil, err
	}
	votes := engine.Votes(voters.DAGs, voters.Weights)
	return outcome(in, baselines.Averaged(in.N, counts, votes, in.Threshold)), nil
}

// opClimb is a hill climb towards the least distance to the inputs. If the climb is stopped
// early, the result is the DAG that it had reached.
func opClimb(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	p.Enter(call.Climbing)
	voters, counts, err := count(ctx, in, equiv.Directed)
	if err != nil {
		return nil, err
	}
	if in.ArcSHD {
		return outcome(in, &baselines.Outcome{DAG: baselines.ClimbSHD(in.N, counts)}), nil
	}
	ctx, stop := p.Limited(ctx, in.TimeLimit)
	defer stop()
	g, err := baselines.ClimbSMHD(ctx, in.N, engine.WeightedMorals(voters.DAGs, voters.Weights), counts)
	out := outcome(in, &baselines.Outcome{DAG: g})
	if err != nil {
		if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
			return nil, err
		}
		out.Status = context.Cause(ctx).Error()
	}
	return out, nil
}

// count finds the distinct DAGs, and counts how they join each pair of nodes.
func count(ctx context.Context, in *wire.Input, as equiv.Start) (*engine.Distinct, *metrics.EdgeCounts, error) {
	voters := engine.FindDistinct(in.DAGs, in.Weights)
	counts, err := baselines.Count(ctx, voters.DAGs, voters.Weights, as, in.Workers)
	return voters, counts, err
}

// outcome puts a baseline's result into arrays.
func outcome(in *wire.Input, o *baselines.Outcome) *call.Output {
	var left, conflicts []int32
	for _, arc := range o.LeftOut {
		left = append(left, callers(in, arc[:])...)
	}
	for _, v := range o.Conflicts {
		conflicts = append(conflicts, callers(in, v[:])...)
	}
	return &call.Output{Threshold: o.Threshold, TotalWeight: in.TotalWeight(), Arrays: map[string]call.Array{
		"adjacency": in.Index.DAG(o.DAG),
		"cpdag":     in.Index.PDAG(cpdagOf(o.DAG)),
		"left_out":  call.NewArray(left, len(left)/2, 2),
		"conflicts": call.NewArray(conflicts, len(conflicts)/3, 3),
	}}
}

// callers are the caller's indices of the engine's nodes.
func callers(in *wire.Input, nodes []int32) []int32 {
	out := make([]int32, len(nodes))
	for k, x := range nodes {
		out[k] = int32(in.Index.Caller(int(x)))
	}
	return out
}
