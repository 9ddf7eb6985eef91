package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/compare/baselines"
)

func init() { call.Register("explained", explained) }

type explainedRequest struct {
	voters
	call.Parallel
	Seen   call.Seen
	Graphs call.OneGraph
}

func (q *explainedRequest) CheckParts() *call.Error { return q.Seen.Check(&q.DAGs, &q.Nodes) }

// explained is which joins of DAGs over different nodes the rest of a graph explains.
func explained(ctx context.Context, q *explainedRequest, _ *call.Progress) (*call.Output, error) {
	_, counts, err := q.count(ctx, q.Workers, baselines.AsItIs)
	if err != nil {
		return nil, err
	}
	ballots := baselines.AtHand(counts, baselines.NewVoters(q.DAGs.List, q.Weights, q.Seen), q.Workers)
	joins, err := baselines.Explain(ctx, q.Graphs.Members[0], ballots, baselines.UsualExplained)
	if err != nil {
		return nil, err
	}
	out := call.Arrays{}
	q.putJoins(out, joins)
	return &call.Output{Arrays: out}, nil
}
