package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/chance"
)

func init() { call.Register("chance", judge) }

type chanceRequest struct {
	call.Common
	DAGs    call.DAGs
	Weights call.Weights `call:"optional"`
}

// judge reports whether DAGs of some weight agree more than chance, for callers that have many runs of the same DAGs, or a run from earlier.
func judge(ctx context.Context, q *chanceRequest, _ *call.Progress) (*call.Output, error) {
	counts := map[string]int64{}
	verdict, more := chance.Judge(ctx, q.DAGs.List, q.Weights.Counting())
	verdict.Tell(counts)
	if more {
		counts["more_than_chance"] = 1
	}
	return &call.Output{Counts: counts}, ctx.Err()
}
