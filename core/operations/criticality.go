package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/flow"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opCriticality is Ψ of one pair given S in the DAGs. If there are steps of a trajectory, the
// DAGs are as those steps left them.
func opCriticality(ctx context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	s := bitset.New(in.N)
	for _, x := range in.S {
		s.Add(x)
	}
	ws := flow.NewWorkspace(in.N)
	perDAG := make([]int64, in.R)
	ptr, cuts := make([]int64, 1, in.R+1), []int32{}
	var score int64
	for i, g := range engine.Prune(working(in), removals(in)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		cut := ws.CutNearest(flow.NewGraph(g), in.U, in.V, s)
		for _, e := range cut {
			cuts = append(cuts, int32(in.Index.Caller(int(e.From))), int32(in.Index.Caller(int(e.To))))
		}
		if perDAG[i] = int64(len(cut)); in.Cap > 0 {
			perDAG[i] = min(perDAG[i], int64(in.Cap))
		}
		score += in.Weights[i] * perDAG[i]
		ptr = append(ptr, int64(len(cuts)/2))
	}
	psi := consensus.Psi(score, in.TotalWeight())
	return &call.Output{Score: &score, Psi: &psi, TotalWeight: in.TotalWeight(), Arrays: map[string]call.Array{
		"per_dag": call.NewArray(perDAG, in.R),
		"cut_ptr": call.NewArray(ptr, in.R+1),
		"cuts":    call.NewArray(cuts, len(cuts)/2, 2),
	}}, nil
}
