package ops

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() {
	call.Register("run", func(q *runRequest, s *call.Size) float64 {
		bytes := runMemory(s)
		if q.Theta.Auto {
			bytes += 8 * s.Cells
		}
		return bytes
	}, run)
}

type runRequest struct {
	inputs
	parts.Goal
	Slice *float64        `json:"slice"` // after so many seconds the run pauses
	Ended string          `json:"ended"` // the status of a run whose steps are all there; empty: it goes on
	Order parts.Order     `call:"optional"`
	Past  parts.StepsDone `call:"optional"` // of a run that is to go on

	slice time.Duration // 0: the run does not pause
}

// CheckFields checks the threshold, and the fields of a run that is made in slices.
func (q *runRequest) CheckFields() (failure *call.Error) {
	if failure = q.Goal.CheckFields(); failure != nil {
		return failure
	}
	ends := []string{"", call.StatusComplete, call.ErrTimeLimit.Error(), call.ErrCancelled.Error()}
	if !slices.Contains(ends, q.Ended) {
		return call.MustBe("ended", "a status with which a run ends", fmt.Sprintf("%.40q", q.Ended))
	}
	q.slice, failure = call.Duration("slice", q.Slice)
	return failure
}

// CheckParts checks that the order keeps the directions, and that a run that goes on can do so.
func (q *runRequest) CheckParts() *call.Error {
	past := q.Past.Fusion.DAG != nil
	switch failure := q.Options.GoWith(&q.Goal); {
	case failure != nil:
		return failure
	case q.Ended != "" && (q.slice != 0 || !past):
		return call.BadRequestf("ended", "it goes with the steps of a run, and without \"slice\"")
	case past && q.Order == nil:
		return call.BadRequestf("order", "a run that goes on needs this array")
	case past && q.Options.Seed != nil:
		return call.BadRequestf("seed", "a run that draws ties cannot go on from its steps")
	}
	return q.Order.Keeps(&q.Options, &q.Nodes)
}

// run is the main operation: order, I-maps, fusion, deletions, and the state at θ. The time
// limit is for the deletions. Without the stages before them there is no result, and the
// stages after them make a result of the steps so far. A run in slices ends with the deletions.
func run(ctx context.Context, q *runRequest, p *call.Progress) (*call.Output, error) {
	dags := q.working()
	team := parallel.NewTeam(q.Workers)
	defer team.Close()
	distinct := engine.FindDistinct(dags, q.Weights)
	clock := newStopwatch()
	begun, err := begin(ctx, q, distinct, team, p, clock)
	if err != nil {
		return nil, err
	}
	opt := q.Options.Run(distinct.Weights)
	opt.Team, opt.Progress, opt.Until = team, p.Step, q.Theta.Until()
	status, err := deletePart(ctx, q, begun, opt, p)
	if err != nil {
		return nil, err
	}
	t := begun.run
	distinct.Spread(t.Steps)
	clock.lap("run")
	out := &call.Output{
		Status: status, TotalWeight: q.Weights.Total(), Forced: t.Forced,
		Counts: map[string]int64{
			"evaluations": t.Counts.Evaluations, "searches": t.Counts.Searches,
			"cuts": t.Counts.Cuts, "branches": t.Counts.Branches,
		},
		Phases: clock.laps,
	}
	if q.slice == 0 {
		p.Enter(call.Finishing)
		if err := finish(ctx, q, t, distinct, dags, team, out); err != nil {
			return nil, err
		}
		clock.lap("finish")
	} else {
		out.Arrays = parts.StepArrays(q.Index, t.Steps)
	}
	out.Arrays["order"] = q.Index.Nodes(begun.order)
	out.Arrays["fusion"] = q.Index.DAG(t.Fusion)
	return out, nil
}

// finish makes the result of a run's steps. An interrupted run has a result too.
func finish(
	ctx context.Context, q *runRequest, t *consensus.Trajectory, distinct *engine.Distinct, dags []*graph.DAG,
	team *parallel.Team, out *call.Output,
) error {
	if q.Theta.Auto {
		chosen := engine.SelectTheta(t, engine.WeightedMorals(q.DAGs.List, q.Weights))
		t.Final, t.Steps = engine.StateOf(t, chosen.Steps), t.Steps[:chosen.Steps]
		out.Theta = &chosen.Theta
	} else if q.Theta.Set {
		out.Theta = &q.Theta.Value
	}
	votes := engine.Votes(distinct.DAGs, distinct.Weights)
	result, err := output(context.WithoutCancel(ctx), &q.Options, &q.Goal, t.Final, votes, dags, nil, engine.Removals(t.Steps), team)
	if err != nil {
		return asLostDirections(err, len(t.Steps))
	}
	out.Arrays = parts.StepArrays(q.Index, t.Steps)
	out.Arrays["adjacency"] = q.Index.DAG(result)
	out.Arrays["cpdag"] = q.Index.PDAG(parts.CPDAG(result))
	return nil
}

// deleteEdges runs the deletions. The string is the status in which they ended.
func deleteEdges(
	ctx context.Context, q *runRequest, begun *beginning, opt consensus.Options, p *call.Progress,
) (string, error) {
	p.Enter(call.Deleting)
	limited, stop := p.Limited(ctx, q.TimeLimit)
	defer stop()
	t, err := consensus.Continue(limited, begun.run, begun.inputs, opt)
	switch {
	case err != nil:
		return "", err
	case t.Status == consensus.Complete:
		return call.StatusComplete, nil
	case limited.Err() != nil:
		return context.Cause(limited).Error(), nil
	default:
		return call.StatusPaused, nil
	}
}
