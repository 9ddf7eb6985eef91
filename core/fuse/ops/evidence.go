package ops

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() { call.Register("evidence", evidence) }

type evidenceRequest struct {
	inputs
	call.Parallel
	Fusion parts.Fusion
	Steps  parts.StepsGiven
}

// evidence is the evidence for every edge of a fusion: the cuts of each step of a trajectory
// found earlier, and the best deletion of each edge that the last step leaves. The steps are
// made again on the DAGs, without a search.
func evidence(ctx context.Context, q *evidenceRequest, p *call.Progress) (*call.Output, error) {
	steps := q.Steps.List
	state, err := q.Steps.Replay(q.Fusion.DAG, &q.Options).Advance(len(steps))
	if err != nil {
		return nil, asBadSteps(err)
	}
	team := parallel.NewTeam(q.Workers)
	defer team.Close()
	inputs := local.New(q.N, q.working(), nil, team) // as the steps so far left them
	given, marks, every := bitset.New(q.N), consensus.NewMarks(q.R, q.N), make([]int32, q.R)
	for i := range every {
		every[i] = int32(i)
	}
	prune := func(inputs local.Inputs, step *consensus.Step) (err error) {
		given.Clear()
		for _, x := range step.S {
			given.Add(int(x))
		}
		step.Cut, err = inputs.Prune(ctx, int(step.U), int(step.V), given, every, marks, func() {})
		return err
	}
	for k := range steps {
		if err := prune(inputs, &steps[k]); err != nil {
			return nil, err
		}
	}
	left, err := bestDeletions(ctx, &q.inputs, q.Workers, state, engine.Prune(q.working(), steps), pairsOf(state.Member()), p)
	if err != nil {
		return nil, err
	}
	for k := range left {
		if err := prune(inputs.Subset(every, nil), &left[k]); err != nil {
			return nil, err
		}
	}
	cuts := cutRows(q.Index, slices.Concat(steps, left))
	arrays := parts.DeletionArrays(q.Index, left, q.Seen != nil)
	arrays["cuts"] = call.NewArray(cuts, len(cuts)/4, 4)
	return &call.Output{Arrays: arrays}, nil
}

// cutRows has a row for each edge that a deletion cuts: the number of the deletion, the DAG, and the ends in sorted order.
func cutRows(x call.Index, deletions []consensus.Step) (rows []int32) {
	for k := range deletions {
		for _, e := range deletions[k].Cut {
			a, b := int(min(e.From, e.To)), int(max(e.From, e.To))
			rows = append(rows, int32(k), e.Dag, int32(x.Caller(a)), int32(x.Caller(b)))
		}
	}
	return rows
}
