package ops

import (
	"context"
	"errors"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/learning"
	learn "github.com/mcbnc/mcbnc/core/learn/ops"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

func init() { call.Register("federated_next numbers", nextNumbers) }

type nextNumbersRequest struct {
	numbersTerms
	learn.Score
	learn.Search
	Arity   learn.ArityOfAny
	History history
}

// CheckFields checks what the tags cannot express.
func (q *nextNumbersRequest) CheckFields() *call.Error {
	if q.R < 1 {
		return call.BadRequestf("r", "there are no sites")
	}
	if failure := q.Score.Check(q.N); failure != nil {
		return failure
	}
	return q.check(q.Kind, &q.Edges.EdgeLists)
}

// CheckParts checks what several Parts say together.
func (q *nextNumbersRequest) CheckParts() *call.Error { return q.checkColumns(&q.Score, q.Arity.Arity) }

// nextNumbers is the next question about rows of numbers, or what was learned.
func nextNumbers(ctx context.Context, q *nextNumbersRequest, p *call.Progress) (*call.Output, error) {
	begin := time.Now()
	p.Enter(call.Learning)
	numbers := q.numbers()
	public := &learning.Public{
		Sites: q.R, Arity: q.Arity.Arity, Score: q.Kind, Parameters: q.Parameters, Numbers: &numbers,
		Penalised: q.Penalised(), AllPairs: q.AllPairs(), Share: q.Share(), Disguise: q.Union == "or", NoOwn: true,
		Judged:  q.Outliers == "drop",
		Weights: q.Weights(q.N, q.N), MaxParents: q.MostParents(), Constraints: q.Edges.Given, Extended: q.Extended(),
	}
	if public.Disguise && public.NeedsVotes() {
		return nil, noCounts()
	}
	question, found, err := public.Next(ctx, q.History.rounds)
	var singular *score.SingularError
	if errors.As(err, &singular) {
		return nil, learn.Singular(&q.Nodes, singular)
	}
	if err != nil {
		return nil, sumFailure(&q.Nodes, err)
	}
	if question != nil {
		return asking(question, public.Arity)
	}
	return learn.Together(&q.Nodes, &q.Search, &q.Score, found.Result, found.Unit, begin), nil
}
