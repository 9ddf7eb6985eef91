package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

func init() {
	call.Register("criticality", func(_ *criticalityRequest, s *call.Size) float64 {
		return 2*s.Prepared() + 8*s.Cells
	}, criticality)
}

type criticalityRequest struct {
	inputs
	Pair    parts.Pair
	Fusion  parts.Fusion  `call:"optional"`
	Steps   parts.StepsTo `call:"optional"`
	Removed parts.Removed `call:"optional"`
}

// criticality is Ψ of one pair given S in the DAGs. If there are steps of a trajectory, the
// DAGs are as those steps left them.
func criticality(ctx context.Context, q *criticalityRequest, _ *call.Progress) (*call.Output, error) {
	s := bitset.New(q.N)
	for _, x := range q.Pair.S {
		s.Add(x)
	}
	ws := flow.NewWorkspace(q.N)
	perDAG := make([]int64, q.R)
	ptr, cuts := make([]int64, 1, q.R+1), []int32{}
	var score int64
	most := q.run().Cap
	for i, g := range engine.Prune(q.working(), q.Removed.First(q.Steps.Prefix)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		cut := ws.CutNearest(flow.NewGraph(g), q.Pair.U, q.Pair.V, s)
		for _, e := range cut {
			cuts = append(cuts, int32(q.Index.Caller(int(e.From))), int32(q.Index.Caller(int(e.To))))
		}
		if perDAG[i] = int64(len(cut)); most > 0 {
			perDAG[i] = min(perDAG[i], int64(most))
		}
		score += q.Weights[i] * perDAG[i]
		ptr = append(ptr, int64(len(cuts)/2))
	}
	psi := consensus.Psi(score, q.Weights.Total())
	return &call.Output{Score: &score, Psi: &psi, TotalWeight: q.Weights.Total(), Arrays: call.Arrays{
		"per_dag": call.NewArray(perDAG, q.R),
		"cut_ptr": call.NewArray(ptr, q.R+1),
		"cuts":    call.NewArray(cuts, len(cuts)/2, 2),
	}}, nil
}
