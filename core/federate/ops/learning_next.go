package ops

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/federate/learning"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	learn "github.com/mcbnc/mcbnc/core/learn/ops"
)

func init() { call.Register("federated_next learning", nextLearning) }

type nextRequest struct {
	learningTerms
	learn.Search
	Arity   learn.Arity
	History history
}

// CheckFields checks what the tags cannot express.
func (q *nextRequest) CheckFields() *call.Error {
	if q.R < 1 {
		return call.BadRequestf("r", "there are no sites")
	}
	return q.check(&q.Edges.EdgeLists)
}

// history is all questions so far, and the sums of the answers: those of question k are sums[sums_ptr[k]] to
// sums[sums_ptr[k+1]-1].
type history struct {
	Questions []json.RawMessage `json:"history"`
	rounds    []learning.Round
}

func (h *history) Arrays() []call.Spec {
	return []call.Spec{call.NewSpec("sums_ptr", 8, call.Any), call.NewSpec("sums", 8, call.Any)}
}

// Read reads the sums. Their content is checked as the search goes along them.
func (h *history) Read(r *call.Reader) *call.Error {
	ptr, all := call.Numbers[int64](r, "sums_ptr"), call.Numbers[uint64](r, "sums")
	if len(ptr) != len(h.Questions)+1 || ptr[0] != 0 || ptr[len(ptr)-1] != int64(len(all)) || !slices.IsSorted(ptr) {
		return call.BadRequestf("sums_ptr", "the bounds of the sums of %d questions must rise from 0 to %d", len(h.Questions), len(all))
	}
	for k, text := range h.Questions {
		question, failure := learningQuestion(text)
		if failure != nil {
			return failure
		}
		h.rounds = append(h.rounds, learning.Round{Question: question, Sum: all[ptr[k]:ptr[k+1]]})
	}
	return nil
}

// defaultDraft is how many steps of each search a question asks for by default. For ten
// sites of 500 rows of ALARM there are 10 questions in the place of 49, and as many numbers.
const defaultDraft = 7

// nextLearning is the next question about rows, or what was learned.
func nextLearning(ctx context.Context, q *nextRequest, p *call.Progress) (*call.Output, error) {
	begin := time.Now()
	p.Enter(call.Learning)
	public, failure := q.public()
	if failure != nil {
		return nil, failure
	}
	question, found, err := public.Next(ctx, q.History.rounds)
	if err != nil {
		return nil, sumFailure(&q.Nodes, err)
	}
	if question != nil {
		return asking(question, public.Arity)
	}
	out := learn.Together(&q.Nodes, &q.Search, &q.Score, found.Result, found.Unit, begin)
	if found.Seen != nil {
		out.Arrays["together"] = q.together(found.Seen)
	}
	return out, nil
}

// together is how many sites see each pair of columns, (n, n).
func (q *nextRequest) together(seen [][]int) call.Array {
	numbers := make([]int32, q.N*q.N)
	for x, row := range seen {
		for y, sites := range row {
			numbers[q.Index.Caller(x)*q.N+q.Index.Caller(y)] = int32(sites)
		}
	}
	return call.NewArray(numbers, q.N, q.N)
}

func (q *nextRequest) public() (*learning.Public, *call.Error) {
	p := &learning.Public{
		Sites: q.R, Arity: q.Arity, Score: q.Kind, Parameters: q.Parameters,
		Penalised: q.Penalised(), AllPairs: q.AllPairs(), Share: q.Share(),
		Disguise: q.Union == "or", NoTables: !q.Tables, NoOwn: !q.Own,
		Weights: q.Weights(q.N, q.N), MaxParents: q.MostParents(), Constraints: q.Edges.Given,
		Judged: q.Outliers == "drop", Extended: q.Extended(), Ahead: cmp.Or(orZero(q.Draft), defaultDraft) - 1,
	}
	if q.differ() {
		p.Union = &learning.Union{Searches: q.Searches, Alike: q.Alike}
	}
	if p.Disguise && (p.NeedsVotes() || q.differ()) {
		return nil, noCounts()
	}
	return p, nil
}

func noCounts() *call.Error {
	return call.Invalidf("union", "these pairs take \"counts\": \"or\" does not count the DAGs that join a pair")
}

// asking is a question to the sites, and the length of their answers.
func asking(question *learning.Question, arity []int) (*call.Output, error) {
	length, err := question.Length(arity)
	return &call.Output{Question: question, Counts: map[string]int64{"length": int64(length)}}, err
}

// sumFailure is an error of a search from sums as the caller's.
func sumFailure(x *call.Nodes, err error) error {
	var dense *ges.TooDenseError
	var sum *learning.SumError
	switch {
	case errors.As(err, &dense):
		return learn.TooDense(x, dense, "the rows of all sites together")
	case errors.As(err, &sum):
		nodes, about := callersOf(x, sum.Variables), ""
		if len(nodes) > 0 {
			about = " (" + x.List(nodes) + ")"
		}
		return call.Invalidf("sums", "round %d cannot be a sum of the sites' answers: %s%s", sum.Round, sum.Reason, about).At(nodes...)
	}
	if refused := cmp.Or(largeTable(x, err), otherColumns(x, err)); refused != nil {
		return refused
	}
	return err
}
