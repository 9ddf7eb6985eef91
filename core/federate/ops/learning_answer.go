package ops

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/learning"
	learn "github.com/mcbnc/mcbnc/core/learn/ops"
)

func init() { call.Register("federated_answer learning", answerLearning) }

type answerRequest struct {
	learningTerms
	MaxParents *int   `json:"max_parents" range:"0.." none:"no limit"`
	Way        string `json:"search" words:"ges xges"`
	Prior      string `json:"prior" words:"none edges"` // the coordinator's alone: no answer depends on it
	call.EdgeLists
	Table    learn.Table
	DAGs     call.DAGs       `call:"optional"`
	Secret   secret          `call:"optional"`
	Question json.RawMessage `json:"question"`
	sending
	Widest  *int      `json:"max_variables" range:"1.." none:"no limit"`
	MinCell int       `json:"min_cell" range:"0.."`
	Place   int       `json:"place" range:"0..1048576"`
	Seen    call.Seen `call:"optional"`
	Key     drawKey   `call:"optional"`
}

// CheckFields checks what the tags cannot express.
func (q *answerRequest) CheckFields() *call.Error {
	if len(q.Question) == 0 || string(q.Question) == "null" {
		return call.BadRequestf("question", "there is none")
	}
	return q.check(&q.EdgeLists)
}

// answerLearning is a site's answer to a question about its rows and the DAG that it learned.
func answerLearning(ctx context.Context, q *answerRequest, _ *call.Progress) (*call.Output, error) {
	question, failure := learningQuestion(q.Question)
	if failure != nil {
		return nil, failure
	}
	site := &learning.Site{
		Data: q.Table.Tables[0].States, Score: q.Kind, Parameters: q.Parameters, Structure: learning.Structure{Secret: q.Secret}, MinCell: q.MinCell,
		Most: orZero(q.Most), Widest: orZero(q.Widest), Seen: q.Seen.Of(0), Place: q.Place, Key: q.Key, Alike: q.Alike,
	}
	if len(q.DAGs.List) > 0 {
		site.DAG = q.DAGs.List[0]
	}
	out, err := answerOf(ctx, &q.sending, site, question)
	if err != nil {
		return nil, q.refusal(err)
	}
	return out, nil
}

func (q *answerRequest) refusal(err error) error {
	var long *learning.TooLongError
	if errors.As(err, &long) {
		return tooLong(*q.Most)
	}
	if refused := cmp.Or(beyond(err), smallCell(&q.Nodes, err, q.MinCell), largeTable(&q.Nodes, err), otherColumns(&q.Nodes, err)); refused != nil {
		return refused
	}
	return call.Invalidf("question", "%v", err)
}
