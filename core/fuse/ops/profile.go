package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() { call.Register("profile", profile) }

type profileRequest struct {
	foundStates
	call.Parallel
}

// profile describes several states of a trajectory found earlier.
func profile(ctx context.Context, q *profileRequest, _ *call.Progress) (*call.Output, error) {
	team := parallel.NewTeam(q.Workers)
	defer team.Close()
	profiles, err := engine.Profiles(ctx, q.Steps.Replay(q.Fusion.DAG, &q.Options), q.Steps.Prefixes, q.distances(), team)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, asBadSteps(err)
	}
	k := len(profiles)
	edges, smhd, treewidth, rank := make([]int64, k), make([]float64, k), make([]int64, k), make([]int64, k)
	for i, p := range profiles {
		edges[i], smhd[i], treewidth[i], rank[i] = int64(p.Edges), p.SMHD, int64(p.Treewidth), int64(p.Rank)
	}
	return &call.Output{Arrays: call.Arrays{
		"edges":     call.NewArray(edges, k),
		"smhd":      call.NewArray(smhd, k),
		"treewidth": call.NewArray(treewidth, k),
		"rank":      call.NewArray(rank, k),
	}}, nil
}
