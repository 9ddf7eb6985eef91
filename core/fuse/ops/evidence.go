package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() {
	call.Register("evidence", func(_ *evidenceRequest, s *call.Size) float64 { return runMemory(s) }, evidence)
}

type evidenceRequest struct {
	inputs
	Fusion parts.Fusion
	Steps  parts.StepsGiven
}

// evidence is the evidence for every edge of a fusion: the cuts of each step of a trajectory
// found earlier, and the best deletion of each edge that the last step leaves. The steps are
// made again on the DAGs, without a search.
func evidence(ctx context.Context, q *evidenceRequest, p *call.Progress) (*call.Output, error) {
	state, err := q.Steps.Replay(q.Fusion.DAG, &q.Options).Advance(len(q.Steps.List))
	if err != nil {
		return nil, asBadSteps(err)
	}
	team := parallel.NewTeam(q.Workers)
	defer team.Close()
	inputs := newPruned(&q.inputs, team)
	made := make([]engine.Removal, len(q.Steps.List))
	var cuts []int32
	for k, step := range q.Steps.List {
		if made[k], err = inputs.prune(ctx, inputs.Inputs, step.U, step.V, step.S); err != nil {
			return nil, err
		}
		cuts = appendCut(cuts, q.Index, k, made[k])
	}
	left, err := bestDeletions(ctx, &q.inputs, state, engine.Prune(q.working(), made), pairsOf(state.Member()), p)
	if err != nil {
		return nil, err
	}
	for k, step := range left {
		cut, err := inputs.prune(ctx, inputs.Subset(inputs.every, nil), int(step.U), int(step.V), step.S)
		if err != nil {
			return nil, err
		}
		cuts = appendCut(cuts, q.Index, len(q.Steps.List)+k, cut)
	}
	arrays := parts.DeletionArrays(q.Index, left)
	arrays["cuts"] = call.NewArray(cuts, len(cuts)/4, 4)
	return &call.Output{Arrays: arrays}, nil
}

// pruned are the DAGs as the steps so far left them.
type pruned struct {
	*local.Inputs
	every []int32 // the index of each DAG
	given bitset.Set
	marks consensus.Marks
}

func newPruned(q *inputs, team *parallel.Team) *pruned {
	p := &pruned{
		Inputs: local.New(q.N, q.working(), nil, team),
		given:  bitset.New(q.N), marks: consensus.NewMarks(q.R, q.N),
	}
	for i := range q.R {
		p.every = append(p.every, int32(i))
	}
	return p
}

// prune makes every DAG of inputs remove its cut between u and v given s, and returns the cuts.
func (p *pruned) prune(ctx context.Context, inputs *local.Inputs, u, v int, s []int32) ([]consensus.CutEdge, error) {
	p.given.Clear()
	for _, x := range s {
		p.given.Add(int(x))
	}
	return inputs.Prune(ctx, u, v, p.given, p.every, p.marks, func() {})
}

// appendCut appends the edges of a cut with the number of its deletion: that, the DAG, and the
// ends in sorted order.
func appendCut(out []int32, x call.Index, deletion int, cut []consensus.CutEdge) []int32 {
	for _, e := range cut {
		a, b := int(min(e.From, e.To)), int(max(e.From, e.To))
		out = append(out, int32(deletion), e.Dag, int32(x.Caller(a)), int32(x.Caller(b)))
	}
	return out
}
