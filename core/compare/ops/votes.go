package ops

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/compare/baselines"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

func init() {
	call.Register("vote", vote)
	call.Register("averaged", averaged)
	call.Register("climb", climb)
}

// voteRequest may list the nodes of each DAG. Then a share is among the DAGs that have both ends of a pair. Of the
// lists of edges, a vote on the skeleton keeps what is forbidden and the directions: whether other pairs are joined is up to the DAGs.
type voteRequest struct {
	voters
	call.Parallel
	call.EdgeLists
	Seen      call.Seen `call:"optional"`
	Threshold float64   `json:"threshold" default:"0.5" range:"0..1"`
	Kind      string    `json:"kind" words:"arcs skeleton"`

	known *graph.Constraints
}

// CheckParts reads the lists of edges, and checks which nodes each DAG has.
func (q *voteRequest) CheckParts() *call.Error {
	given, failure := q.Constraints(&q.Nodes)
	if failure != nil {
		return failure
	}
	q.known, q.unlike = given.Ordered(), q.Seen != nil
	return q.Seen.Check(&q.DAGs, &q.Nodes)
}

// vote is the vote on arcs or on the skeleton.
func vote(ctx context.Context, q *voteRequest, p *call.Progress) (*call.Output, error) {
	p.Enter(call.Voting)
	distinct, counts, err := q.count(ctx, q.Workers, baselines.AsItIs)
	if err != nil {
		return nil, err
	}
	votes := baselines.NewVoters(distinct.DAGs, distinct.Weights, nil)
	if q.Seen != nil { // equal DAGs may have other nodes
		votes = baselines.NewVoters(q.DAGs.List, q.Weights, q.Seen)
	}
	if q.Kind == "arcs" {
		return q.output(ctx, baselines.Arcs(q.N, counts, votes, q.Threshold)), nil
	}
	out, err := baselines.Skeleton(ctx, counts, votes, q.known, q.Threshold, q.Workers)
	if err != nil {
		return nil, err
	}
	return q.output(ctx, out), nil
}

// averagedRequest may have constraints that all DAGs keep.
type averagedRequest struct {
	voters
	call.Parallel
	Edges     call.Edges
	Threshold *float64 `json:"threshold" range:"0..1"` // nil: the strengths' own
	CPDAG     bool     `json:"cpdag" default:"true"`   // the DAGs' classes are averaged, not the DAGs themselves
}

// averaged is the averaged network.
func averaged(ctx context.Context, q *averagedRequest, p *call.Progress) (*call.Output, error) {
	p.Enter(call.Voting)
	directed, as := q.Edges.Given.Directions(), baselines.AsItIs
	if q.CPDAG {
		as = classUnder(&q.Edges)
	}
	distinct, counts, err := q.count(ctx, q.Workers, as)
	if err != nil {
		return nil, err
	}
	votes := engine.Votes(distinct.DAGs, distinct.Weights)
	return q.output(ctx, baselines.Averaged(q.N, counts, votes, directed, q.Threshold)), nil
}

type climbRequest struct {
	voters
	call.Parallel
	call.Timed
	Distance string `json:"distance" words:"smhd shd"`
}

// climb is a hill climb towards the least distance to the inputs. If it is stopped early, the result is the DAG that it had
// reached.
func climb(ctx context.Context, q *climbRequest, p *call.Progress) (*call.Output, error) {
	p.Enter(call.Climbing)
	distinct, counts, err := q.count(ctx, q.Workers, baselines.AsItIs)
	if err != nil {
		return nil, err
	}
	if q.Distance == "shd" {
		return q.output(ctx, &baselines.Outcome{DAG: baselines.ClimbSHD(q.N, counts)}), nil
	}
	ctx, stop := q.Limited(ctx, p)
	defer stop()
	g, err := baselines.ClimbSMHD(ctx, q.N, engine.WeightedMorals(distinct.DAGs, distinct.Weights), counts)
	out := q.output(ctx, &baselines.Outcome{DAG: g})
	if err != nil {
		if ctx.Err() == nil || !errors.Is(err, ctx.Err()) {
			return nil, err
		}
		out.Status = context.Cause(ctx).Error()
	}
	return out, nil
}
