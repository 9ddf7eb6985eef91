package ops

import (
	"context"
	"encoding/json"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/learning"
	learn "github.com/mcbnc/mcbnc/core/learn/ops"
)

func init() { call.Register("federated_told", toldLearning) }

// toldRequest is a question, and the sums that all sites were shown before it.
type toldRequest struct {
	call.Common
	Outliers string `json:"outliers" words:"keep drop"`
	Columns  string `json:"columns" words:"same union"`
	Searches int    `json:"searches" range:"1..64" default:"3"`
	Arity    learn.ArityOfAny
	History  history
	Question json.RawMessage `json:"question"`
}

// toldLearning refuses a question that tells sites something else than the sums lead to.
func toldLearning(_ context.Context, q *toldRequest, _ *call.Progress) (*call.Output, error) {
	question, failure := learningQuestion(q.Question)
	if failure != nil {
		return nil, failure
	}
	public := &learning.Public{Sites: q.R, Arity: q.Arity.Arity, Judged: q.Outliers == "drop"}
	if q.Columns == "union" {
		public.Union = &learning.Union{Searches: q.Searches}
	}
	if err := public.CheckTold(question, q.History.rounds); err != nil {
		return nil, call.Invalidf("question", "%v", err)
	}
	return &call.Output{}, nil
}
