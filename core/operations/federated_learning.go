package operations

import (
	"context"
	"errors"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/ges"
	"github.com/mcbnc/mcbnc/core/learn/ops"
	"github.com/mcbnc/mcbnc/core/sums"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opAnswerLearning is a site's answer to a question about its rows and the DAG that it learned.
func opAnswerLearning(_ context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	if len(in.Tables) == 0 {
		return nil, call.BadRequestf("data", "learning from sums needs the site's rows, of discrete data")
	}
	q, failure := learningQuestion(in.Session.Learning)
	if failure != nil {
		return nil, failure
	}
	site := &sums.Site{
		Data: in.Tables[0], Score: in.Score, Parameters: in.Parameters, Secret: in.Session.Secret, MinCell: in.Session.MinCell,
		Most: in.Session.Most,
	}
	if len(in.DAGs) > 0 {
		site.DAG = in.DAGs[0]
	}
	answer, err := site.Answer(q)
	if err != nil {
		return nil, answerError(in, err)
	}
	return &call.Output{Arrays: map[string]call.Array{"vector": call.NewArray(answer, len(answer))}}, nil
}

func learningQuestion(text []byte) (*sums.Question, *call.Error) {
	q := new(sums.Question)
	if failure := call.Unmarshal(text, q); failure != nil {
		return nil, call.BadRequestf("question", "it is none about learning: %s", failure.Message)
	}
	return q, nil
}

// answerError says why a site does not answer.
func answerError(in *wire.Input, err error) error {
	var long *sums.TooLongError
	if errors.As(err, &long) {
		return tooLong(in)
	}
	var small *sums.SmallCellError
	if errors.As(err, &small) {
		nodes := callersOf(in, small.Variables)
		return call.Invalidf("min_cell", "the table of %s has a cell of %d rows, and none from 1 to %d may be told",
			in.List(nodes), small.Cell, in.Session.MinCell-1).At(nodes...)
	}
	if large := largeTable(in, err); large != nil {
		return large
	}
	return call.Invalidf("question", "%v", err)
}

// largeTable says which table is too large, if that is the error.
func largeTable(in *wire.Input, err error) *call.Error {
	var large *sums.LargeTableError
	if !errors.As(err, &large) {
		return nil
	}
	nodes := callersOf(in, large.Variables)
	return call.Invalidf("tables", "the table of %s would have too many cells; set a lower max_parents, or join states",
		in.List(nodes)).At(nodes...)
}

// callersOf are the caller's indices of some nodes.
func callersOf(in *wire.Input, nodes []int32) []int {
	out := make([]int, len(nodes))
	for i, e := range nodes {
		out[i] = in.Index.Caller(int(e))
	}
	return out
}

// defaultDraft is how many steps of each search a question asks for, unless the caller says. For ten
// sites of 500 rows of ALARM there are 10 questions in the place of 49, and as many numbers.
const defaultDraft = 7

// opNextLearning is the next question about rows, or what was learned.
func opNextLearning(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	begin := time.Now()
	p.Enter(call.Learning)
	public, failure := learningOptions(in)
	if failure != nil {
		return nil, failure
	}
	var history []sums.Round
	for _, told := range in.Session.Told {
		q, failure := learningQuestion(told.Question)
		if failure != nil {
			return nil, failure
		}
		history = append(history, sums.Round{Question: q, Sum: told.Sum})
	}
	question, found, err := public.Next(ctx, history)
	if err != nil {
		return nil, nextError(in, err)
	}
	if question != nil {
		length, err := question.Length(public.Arity)
		return &call.Output{Question: question, Counts: lengthOf(length)}, err
	}
	return ops.Together(&in.Nodes, in.Score.Title, found.Result, found.Unit, begin), nil
}

// learningOptions are the options that the coordinator and all sites know.
func learningOptions(in *wire.Input) (*sums.Public, *call.Error) {
	switch {
	case in.R < 1:
		return nil, call.BadRequestf("r", "there are no sites")
	case in.Arity == nil:
		return nil, call.BadRequestf("arity", "learning from sums needs this array")
	case in.Score.Discrete == nil:
		return nil, call.Invalidf("score", "learning from sums takes a score of discrete data, not %q", in.Score.Name)
	}
	p := &sums.Public{
		Sites: in.R, Arity: in.Arity, Score: in.Score, Parameters: in.Parameters,
		Penalised: in.Pairs == wire.VotedPairs, AllPairs: in.Pairs == wire.AllPairs,
		Masked: !in.Session.Counts, NoTables: in.NoTables, NoOwn: in.NoOwn,
		Weights: in.PairWeights, MaxParents: in.MaxParents, Constraints: in.Constraints, Ahead: defaultDraft - 1,
	}
	if in.Session.Draft > 0 {
		p.Ahead = in.Session.Draft - 1
	}
	if in.Threshold != nil {
		p.Share = *in.Threshold
	}
	if p.Masked && p.NeedsVotes() {
		return nil, call.Invalidf("union", "these pairs take \"counts\": \"or\" does not tell how many DAGs join a pair")
	}
	return p, nil
}

// nextError says why there is no next question.
func nextError(in *wire.Input, err error) error {
	var dense *ges.TooDenseError
	var sum *sums.SumError
	switch {
	case errors.As(err, &dense):
		return ops.TooDense(&in.Nodes, dense, "the rows of all sites together")
	case errors.As(err, &sum):
		nodes := callersOf(in, sum.Variables)
		about := ""
		if len(nodes) > 0 {
			about = " (" + in.List(nodes) + ")"
		}
		return call.Invalidf("sums", "round %d cannot be a sum of the sites' answers: %s%s", sum.Round, sum.Reason, about).At(nodes...)
	}
	if large := largeTable(in, err); large != nil {
		return large
	}
	return err
}
