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

// voteRequest may list the nodes of each DAG. Then a share is among the DAGs that have both ends of a pair, and a vote on the
// skeleton has a second round, in which a join that the rest explains counts one of so many. Of the
// lists of edges, a vote on the skeleton keeps what is forbidden and the directions: whether other pairs are joined is up to the DAGs.
type voteRequest struct {
	voters
	call.Parallel
	call.EdgeLists
	Seen      call.Seen `call:"optional"`
	Threshold float64   `json:"threshold" default:"0.5" range:"0..1"`
	Kind      string    `json:"kind" words:"arcs skeleton"`
	Explained *int      `json:"explained" range:"1.."` // nil: the usual one, where there is a second round

	known *graph.Constraints
}

// CheckParts reads the lists of edges, and checks which nodes each DAG has.
func (q *voteRequest) CheckParts() *call.Error {
	if q.Explained != nil && (q.Seen == nil || q.Kind != "skeleton") {
		return call.Invalidf("explained", "only a vote on the skeleton of DAGs over different nodes has explained joins; leave it out")
	}
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
	ballots := baselines.AtHand(counts, votes, q.Workers)
	if q.Seen != nil {
		return q.explained(ctx, ballots)
	}
	out, err := baselines.Skeleton(ctx, q.N, ballots, q.known, q.Threshold, q.Workers)
	if err != nil {
		return nil, err
	}
	return q.output(ctx, out), nil
}

// explained is the vote on the skeleton of DAGs over different nodes.
func (q *voteRequest) explained(ctx context.Context, ballots baselines.Ballots) (*call.Output, error) {
	k := baselines.UsualExplained
	if q.Explained != nil {
		k = *q.Explained
	}
	found, joins, err := baselines.Explained(ctx, q.N, ballots, q.known, q.Threshold, int64(k), q.Workers)
	if err != nil {
		return nil, err
	}
	out := q.output(ctx, found)
	out.Explained = k
	q.putJoins(out.Arrays, joins)
	return out, nil
}

// putJoins puts the m pairs that DAGs join among the arrays, with both shares of each, and which DAGs' joins are explained: by
// index of the pair, and of the DAG.
func (v *voters) putJoins(out call.Arrays, joins *baselines.Joins) {
	var explained []int32
	for at, dags := range joins.Explained {
		for _, i := range dags {
			explained = append(explained, int32(at), i)
		}
	}
	out["joined"] = v.arcs(joins.Pairs)
	out["plain_shares"] = call.NewArray(joins.Plain, len(joins.Plain))
	out["shares"] = call.NewArray(joins.Shares, len(joins.Shares))
	out["explained"] = call.NewArray(explained, len(explained)/2, 2)
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
