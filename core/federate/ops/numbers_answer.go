package ops

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/learning"
	learn "github.com/mcbnc/mcbnc/core/learn/ops"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() { call.Register("federated_answer numbers", answerNumbers) }

type answerNumbersRequest struct {
	numbersTerms
	MaxParents *int   `json:"max_parents" range:"0.." none:"no limit"`
	Way        string `json:"search" words:"ges xges"`
	Prior      string `json:"prior" words:"none edges"` // the coordinator's alone: no answer depends on it
	call.EdgeLists
	Rows     learn.Part
	DAGs     call.DAGs       `call:"optional"`
	Secret   secret          `call:"optional"`
	Question json.RawMessage `json:"question"`
	sending
	Widest  *int `json:"max_variables" range:"1.." none:"no limit"`
	MinCell int  `json:"min_cell" range:"0.."`
}

// CheckFields checks what the tags cannot express.
func (q *answerNumbersRequest) CheckFields() *call.Error {
	if len(q.Question) == 0 || string(q.Question) == "null" {
		return call.BadRequestf("question", "there is none")
	}
	if q.Rows.Gaps {
		return call.Invalidf("gaps", "a site sends sums of rows that have a value in every cell")
	}
	if failure := q.Rows.Score.Check(q.N); failure != nil {
		return failure
	}
	return q.check(q.Rows.Kind, &q.EdgeLists)
}

// CheckParts checks several Parts against each other.
func (q *answerNumbersRequest) CheckParts() *call.Error {
	return q.checkColumns(&q.Rows.Score, q.Rows.Tables[0].Arity())
}

// answerNumbers is a site's answer to a question about sums of products of its rows.
func answerNumbers(ctx context.Context, q *answerNumbersRequest, _ *call.Progress) (*call.Output, error) {
	question, failure := learningQuestion(q.Question)
	if failure != nil {
		return nil, failure
	}
	team := parallel.NewTeam(q.Workers)
	defer team.Close()
	site := &learning.NumbersSite{
		Data: q.Rows.Tables[0].Numbers, Score: q.Rows.Kind, Parameters: q.Rows.Parameters, Numbers: q.numbers(),
		Structure: learning.Structure{Secret: q.Secret}, MinCell: q.MinCell, Most: orZero(q.Most),
		Widest: orZero(q.Widest), Team: team,
	}
	if len(q.DAGs.List) > 0 {
		site.DAG = q.DAGs.List[0]
	}
	out, err := answerOf(ctx, &q.sending, site, question)
	if err != nil {
		return nil, q.refusal(ctx, err)
	}
	return out, nil
}

func (q *answerNumbersRequest) refusal(ctx context.Context, err error) error {
	var long *learning.TooLongError
	if errors.As(err, &long) {
		return tooLong(*q.Most)
	}
	if refused := cmp.Or(beyond(err), smallCell(&q.Nodes, err, q.MinCell), outOfBounds(&q.Nodes, err)); refused != nil {
		return refused
	}
	if ctx.Err() != nil {
		return err
	}
	return call.Invalidf("question", "%v", err)
}
