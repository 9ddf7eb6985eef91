package job

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/baselines"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/metrics"
)

const majority = 0.5 // the threshold of a vote that none is given for

// baseline checks the options of the baselines.
func (b *builder) baseline() *Error {
	if t := b.q.Threshold; t != nil && (*t < 0 || *t > 1) {
		return invalid("threshold", "%v is not from 0 to 1", *t)
	}
	b.in.Threshold = b.q.Threshold
	b.in.OwnArcs = b.q.CPDAG != nil && !*b.q.CPDAG
	var failure *Error
	if b.in.Skeleton, failure = chosen("kind", b.q.Kind, "arcs", "skeleton"); failure != nil {
		return failure
	}
	b.in.ArcSHD, failure = chosen("distance", b.q.Distance, "smhd", "shd")
	return failure
}

// opVote is the vote on arcs or on the skeleton.
func opVote(ctx context.Context, in *Input, p *Progress) (*Output, error) {
	p.Enter(Deleting)
	voters, counts, err := in.count(ctx, equiv.Directed)
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
	return in.outcome(out), nil
}

// opAveraged is the averaged network.
func opAveraged(ctx context.Context, in *Input, p *Progress) (*Output, error) {
	p.Enter(Deleting)
	as := equiv.Completed
	if in.OwnArcs {
		as = equiv.Directed
	}
	_, counts, err := in.count(ctx, as)
	if err != nil {
		return nil, err
	}
	return in.outcome(baselines.Averaged(in.N, counts, in.Threshold)), nil
}

// opClimb climbs to a DAG near to the inputs. Stopped early, it is where it is.
func opClimb(ctx context.Context, in *Input, p *Progress) (*Output, error) {
	p.Enter(Deleting)
	voters, counts, err := in.count(ctx, equiv.Directed)
	if err != nil {
		return nil, err
	}
	if in.ArcSHD {
		return in.outcome(&baselines.Outcome{DAG: baselines.ClimbSHD(in.N, counts)}), nil
	}
	ctx, stop := in.limited(ctx, p)
	defer stop()
	g, err := baselines.ClimbSMHD(ctx, in.N, engine.WeightedMorals(voters.DAGs, voters.Weights), counts)
	out := in.outcome(&baselines.Outcome{DAG: g})
	if err != nil {
		if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
			return nil, err
		}
		out.Status = context.Cause(ctx).Error()
	}
	return out, nil
}

// count finds the different DAGs, and how they join each pair of nodes.
func (in *Input) count(ctx context.Context, as equiv.Start) (*engine.Distinct, *metrics.EdgeCounts, error) {
	voters := engine.FindDistinct(in.DAGs, in.Weights)
	counts, err := baselines.Count(ctx, voters.DAGs, voters.Weights, as, in.Workers)
	return voters, counts, err
}

// outcome puts a baseline's result into arrays.
func (in *Input) outcome(o *baselines.Outcome) *Output {
	var left, conflicts []int32
	for _, arc := range o.LeftOut {
		left = append(left, in.callers(arc[:])...)
	}
	for _, v := range o.Conflicts {
		conflicts = append(conflicts, in.callers(v[:])...)
	}
	return &Output{Threshold: o.Threshold, TotalWeight: in.TotalWeight(), Arrays: map[string]Array{
		"adjacency": in.Index.DAG(o.DAG),
		"cpdag":     in.Index.PDAG(cpdagOf(o.DAG)),
		"left_out":  NewArray(left, len(left)/2, 2),
		"conflicts": NewArray(conflicts, len(conflicts)/3, 3),
	}}
}

// callers are the engine's nodes as the caller counts them.
func (in *Input) callers(nodes []int32) []int32 {
	out := make([]int32, len(nodes))
	for k, x := range nodes {
		out[k] = int32(in.Index.Caller(int(x)))
	}
	return out
}

// opMeasure is each graph's size, treewidth and mean distances to the DAGs. The weights
// go back as the integers that they are here, so that whoever sums them is exact too.
func opMeasure(ctx context.Context, in *Input, _ *Progress) (*Output, error) {
	members, others, failure := in.graphsAndDAGs()
	if failure != nil {
		return nil, failure
	}
	voters := engine.FindDistinct(others, in.Weights)
	counts, err := baselines.Count(ctx, voters.DAGs, voters.Weights, equiv.Completed, in.Workers)
	if err != nil {
		return nil, err
	}
	morals := engine.WeightedMorals(voters.DAGs, voters.Weights)
	m, err := engine.Measure(ctx, members, morals, counts, in.Workers)
	if err != nil {
		return nil, err
	}
	return &Output{Arrays: map[string]Array{
		"edges":     NewArray(m.Edges, len(members)),
		"treewidth": NewArray(m.Treewidth, len(members)),
		"smhd":      NewArray(m.SMHD, len(members)),
		"shd":       NewArray(m.SHD, len(members)),
		"weight":    NewArray(in.Weights, in.R),
	}}, nil
}
