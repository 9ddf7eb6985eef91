package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

func init() {
	call.Register("federated_answer vote", answerVote)
	call.Register("federated_next vote", nextVote)
}

// voteTerms are what all parties of a vote on the skeleton know.
type voteTerms struct {
	call.Common
	call.Parallel
	Task      string  `json:"task"`
	Over      string  `json:"nodes" words:"same union"`
	Threshold float64 `json:"threshold" default:"0.5" range:"0..1"`
	Explained *int    `json:"explained" range:"1.."` // of DAGs over different nodes alone; nil: the usual one
}

// CheckFields checks what the tags cannot express.
func (t *voteTerms) CheckFields() *call.Error {
	if t.Explained != nil && !t.over() {
		return call.Invalidf("explained", "only a vote of DAGs over different nodes has explained joins; leave it out")
	}
	return nil
}

func (t *voteTerms) over() bool { return t.Over == "union" }

// terms are the options as core/federate/consensus takes them.
func (t *voteTerms) terms(s *sites) *consensus.Terms {
	vote := &consensus.Vote{Threshold: t.Threshold, Explained: int64(orZero(t.Explained))}
	return &consensus.Terms{N: t.N, Weights: s.weights, Held: s.held, Says: s.says, Unlike: t.over(), Vote: vote}
}

type answerVoteRequest struct {
	voteTerms
	dagSite
}

// CheckParts checks that all of the site's DAGs are there.
func (q *answerVoteRequest) CheckParts() *call.Error { return q.check(&q.Nodes, q.over()) }

func answerVote(ctx context.Context, q *answerVoteRequest, _ *call.Progress) (*call.Output, error) {
	return q.answer(ctx, q.terms(&q.Sites), nil) // which takes no draws
}

type nextVoteRequest struct {
	voteTerms
	Sites sites
	Told  told
}

// CheckParts refuses weights of which some are rounded to 0. In one place, a join of such a DAG counts for nothing but for
// whether an edge is unsure, and sums of weights do not have it.
func (q *nextVoteRequest) CheckParts() *call.Error {
	for i, says := range q.Sites.says {
		if q.over() && says && q.Sites.weights[i] == 0 {
			return call.Invalidf("weights", "beside the others, that of site %d is so small that it is rounded to 0; "+
				"give it the weight 0, or weights that are nearer to each other", i).InDAG(i)
		}
	}
	return nil
}

// nextVote is what the coordinator of a vote does after the sums so far.
func nextVote(ctx context.Context, q *nextVoteRequest, p *call.Progress) (*call.Output, error) {
	p.Enter(call.Voting)
	terms := q.terms(&q.Sites)
	next, err := q.Told.next(ctx, terms)
	if err != nil {
		return nil, err
	}
	if next.Result == nil {
		return questionOutput(q.Index, next), nil
	}
	return q.output(terms, next.Result), nil
}

// output is the result as vote gives it, without whose joins are explained.
func (q *nextVoteRequest) output(terms *consensus.Terms, r *consensus.Result) *call.Output {
	var conflicts, pairs []int32
	for _, collider := range r.Voted.Conflicts {
		conflicts = append(conflicts, collider[:]...)
	}
	out := &call.Output{
		Threshold: r.Voted.Threshold, TotalWeight: terms.Total(),
		Counts: map[string]int64{"rounds": int64(r.Rounds), "numbers": r.Numbers},
		Arrays: call.Arrays{
			"adjacency": q.Index.DAG(r.DAG), "cpdag": q.Index.PDAG(equiv.Known(r.DAG, nil)),
			"conflicts": call.NewArray(q.Index.Callers(conflicts), len(r.Voted.Conflicts), 3),
		},
	}
	if joins := r.Voted.Joins; joins != nil {
		for _, p := range joins.Pairs {
			pairs = append(pairs, p[:]...)
		}
		out.Explained = int(terms.Vote.Times())
		out.Arrays["joined"] = call.NewArray(q.Index.Callers(pairs), len(joins.Pairs), 2)
		out.Arrays["plain_shares"] = call.NewArray(joins.Plain, len(joins.Plain))
		out.Arrays["shares"] = call.NewArray(joins.Shares, len(joins.Shares))
		out.Arrays["unsure"] = pairTable(q.Index, r.Unsure)
		putSeen(q.Index, out.Arrays, r)
	}
	return out
}
