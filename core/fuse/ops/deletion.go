package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
)

func init() { call.Register("deletion", deletion) }

type deletionRequest struct {
	found
	Pair parts.Ends
}

// deletion is the best deletion of the edge between u and v in a state of a trajectory found
// earlier. If every H has more nodes than k_max allows, k_max is left out.
func deletion(ctx context.Context, q *deletionRequest, _ *call.Progress) (*call.Output, error) {
	state, err := q.state()
	if err != nil {
		return nil, err
	}
	if !state.Adj(q.Pair.V).Has(q.Pair.U) {
		return nil, call.BadRequestf("v", "the state after %d steps does not join u and v", q.Steps.Prefix)
	}
	seeker := seeker{inputs: &q.inputs, class: state, pruned: q.pruned()}
	step, err := seeker.best(ctx, int32(q.Pair.U), int32(q.Pair.V))
	if err != nil {
		return nil, err
	}
	u, v := int32(q.Index.Caller(int(step.U))), int32(q.Index.Caller(int(step.V)))
	return &call.Output{Arrays: call.Arrays{
		"edge": call.NewArray([]int32{u, v, parts.Bit(step.Undirected)}, 3),
		"h":    q.Index.Nodes(step.H),
		"s":    q.Index.Nodes(step.S),
	}}, nil
}
