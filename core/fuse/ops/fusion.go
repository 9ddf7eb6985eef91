package ops

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() { call.Register("fusion", fusion) }

type fusionRequest struct {
	call.Common
	call.Parallel
	DAGs  call.DAGs
	Order parts.Order `call:"optional"`
}

// fusion finds the order, unless it is given, the I-maps and their union.
func fusion(ctx context.Context, q *fusionRequest, p *call.Progress) (*call.Output, error) {
	p.Enter(call.Mapping)
	team := parallel.NewTeam(q.Workers)
	defer team.Close()
	distinct := engine.FindDistinct(q.DAGs.List, slices.Repeat([]int64{1}, q.R))
	f, err := engine.FuseKept(ctx, q.N, local.New(q.N, distinct.DAGs, distinct.Times, team), q.Order)
	if err != nil {
		return nil, err
	}
	out := call.Arrays{"order": q.Index.Nodes(f.Order)}
	q.PutDAG(out, "fusion", f.Union)
	q.PutDAGs(out, "imaps", "imap_ptr", "imap_arcs", distinct.SpreadDAGs(f.IMaps))
	return &call.Output{Arrays: out}, nil
}
