package ops

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graphs/chance"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

type runRequest struct {
	inputs
	call.Parallel
	call.Timed
	parts.Goal
	Slice *float64        `json:"slice"` // the seconds after which the run pauses
	Ended string          `json:"ended"` // the status of a run whose steps are all there; empty: it goes on
	Order parts.Order     `call:"optional"`
	Past  parts.StepsDone `call:"optional"` // of a run that is to go on

	slice time.Duration // 0: the run does not pause
}

// ends are the statuses with which a run ends.
var ends = []string{call.StatusComplete, call.ErrTimeLimit.Error(), call.ErrCancelled.Error()}

// Small reports whether the run is.
func (q *runRequest) Small() bool { return small(&q.Common) }

// CheckFields checks the threshold, and the fields of a run that is made in slices.
func (q *runRequest) CheckFields() (failure *call.Error) {
	if failure = q.Goal.CheckFields(); failure != nil {
		return failure
	}
	if q.Ended != "" && !slices.Contains(ends, q.Ended) {
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
		return call.BadRequestf("ended", "it is valid with the steps of a run, and without \"slice\"")
	case past && q.Order == nil:
		return call.BadRequestf("order", "a run that goes on needs this array")
	case past && q.Options.Seed != nil:
		return call.BadRequestf("seed", "a run that draws ties cannot go on from its steps")
	}
	if failure := q.checkSeen(); failure != nil {
		return failure
	}
	if failure := q.Past.Weigh(q.Weights.Total(), q.Seen != nil); failure != nil {
		return failure
	}
	return q.Order.Keeps(&q.Options, &q.Nodes)
}

// run is the main operation: order, I-maps, fusion, deletions, and the state at θ. The time
// limit is for the deletions. Without the stages before them there is no result, and the
// stages after them make a result of the steps so far. A run in slices ends with the deletions.
func run(ctx context.Context, q *runRequest, p *call.Progress) (*call.Output, error) {
	team := parallel.NewTeam(q.Workers)
	defer team.Close()
	distinct := engine.FindDistinctOver(q.Seen, q.working(), q.Weights)
	var asChance *chance.Verdict
	if q.slice == 0 && q.Seen == nil { // else the result is made later, or what chance would make is not known
		asChance = chance.Find(ctx, distinct.DAGs, distinct.Counting(q.Weights))
	}
	clock := &stopwatch{last: time.Now(), laps: map[string]float64{}}
	begun, err := begin(ctx, q, distinct, team, p, clock)
	if err != nil {
		return nil, err
	}
	opt := q.Options.Run(distinct.Weights)
	opt.Seen = distinct.Seen
	opt.Team, opt.Progress, opt.Until = team, q.collecting(p.Step), q.Theta.Until()
	if begun.distances != nil {
		opt.Enough = engine.Enough(begun.run, begun.distances)
	}
	status, err := deleteEdges(ctx, q, begun, opt, p)
	if err != nil {
		return nil, err
	}
	t := begun.run
	begun.inputs = nil
	q.giveBack(team)
	distinct.Spread(t.Steps)
	clock.lap("run")
	out := &call.Output{
		Status: status, TotalWeight: q.Weights.Total(), Forced: t.Forced, Extended: q.DAGs.Extended,
		Counts: map[string]int64{
			"evaluations": t.Counts.Evaluations, "searches": t.Counts.Searches,
			"cuts": t.Counts.Cuts, "branches": t.Counts.Branches,
		},
		Phases: clock.laps,
	}
	asChance.Tell(out.Counts)
	if q.slice == 0 {
		p.Enter(call.Finishing)
		if err := finish(ctx, q, begun, distinct, team, out); err != nil {
			return nil, err
		}
		clock.lap("finish")
	} else {
		out.Arrays = parts.StepArrays(q.Index, t.Steps, q.Seen != nil)
	}
	out.Arrays["order"] = q.Index.Nodes(begun.order)
	q.PutDAG(out.Arrays, "fusion", t.Fusion)
	return out, nil
}

// finish makes the result of a run's steps. An interrupted run has a result too.
func finish(
	ctx context.Context, q *runRequest, begun *beginning, distinct *engine.Distinct, team *parallel.Team, out *call.Output,
) error {
	t := begun.run
	if q.Theta.Auto {
		chosen := engine.SelectTheta(t, begun.distances)
		t.Final, t.Steps = engine.StateOf(t, chosen.Steps), t.Steps[:chosen.Steps]
		out.Theta = &chosen.Theta
	} else if q.Theta.Set {
		out.Theta = &q.Theta.Value
	}
	var dags []*graph.DAG
	if q.Refusion() {
		dags = distinct.SpreadDAGs(distinct.DAGs)
	}
	result, err := output(context.WithoutCancel(ctx), &q.Options, &q.Goal, t.Final, begun.votes, dags, nil, t.Steps, team)
	if err != nil {
		return asLostDirections(err, len(t.Steps))
	}
	out.Arrays = parts.StepArrays(q.Index, t.Steps, q.Seen != nil)
	q.PutDAG(out.Arrays, "adjacency", result)
	q.PutPDAG(out.Arrays, "cpdag", q.Options.Class(result))
	return nil
}

// deleteEdges runs the deletions, of one slice if the run is in slices. The string is the status in which they ended.
func deleteEdges(
	ctx context.Context, q *runRequest, begun *beginning, opt consensus.Options, p *call.Progress,
) (string, error) {
	switch {
	case q.Ended != "":
		return q.Ended, nil
	case q.slice == 0:
	case q.Past.Fusion.DAG == nil && p.Passed(q.slice): // the fusion alone, so that it is not lost
		return call.StatusPaused, nil
	default:
		opt.Pause = func() bool { return p.Passed(q.slice) }
	}
	p.Enter(call.Deleting)
	limited, stop := q.Limited(ctx, p)
	defer stop()
	t, err := consensus.Continue(limited, begun.run, begun.inputs, opt)
	switch {
	case err != nil:
		return "", err
	case !t.Interrupted:
		return call.StatusComplete, nil
	case limited.Err() != nil:
		return context.Cause(limited).Error(), nil
	default:
		return call.StatusPaused, nil
	}
}

// beginning is a run before its next deletion.
type beginning struct {
	run       *consensus.Trajectory
	inputs    local.Inputs // as the steps so far left them
	order     []int32
	votes     equiv.Votes       // on the pairs of the fusion
	distances metrics.Distances // to the DAGs; nil: θ is given
}

// begin makes the fusion, or goes along the steps of a run that is to go on.
func begin(
	ctx context.Context, q *runRequest, distinct *engine.Distinct, team *parallel.Team, p *call.Progress, clock *stopwatch,
) (*beginning, error) {
	if q.Past.Fusion.DAG != nil {
		return resume(q, distinct, team, p, clock)
	}
	inputs, constraints := local.New(q.N, distinct.DAGs, distinct.Times, team), q.Options.Constraints
	q.freeDAGs(distinct, team)
	order := []int32(q.Order)
	if order == nil {
		p.Enter(call.Ordering)
		var err error
		if order, err = engine.Order(ctx, q.N, inputs, constraints); err != nil {
			return nil, err
		}
		q.freeMemory(team)
	}
	clock.lap("order")
	p.Enter(call.Mapping)
	f, err := engine.Fuse(ctx, q.N, inputs, order, constraints)
	if err != nil {
		return nil, err
	}
	clock.lap("imaps")
	if failure := q.Memory.FitsFusion(f.Union.Arcs()); failure != nil {
		return nil, failure
	}
	p.Begin(f.Union.Arcs())
	run := consensus.Begin(f.Union, q.Options.From())
	begun := &beginning{run: run, inputs: inputs, order: order}
	begun.measure(q, inputs.DAGs(), distinct, func(f func(u, v int, weight int64)) {
		inputs.EachArc(distinct.Weights, f)
	})
	team.Forget()
	return begun, nil
}

// resume goes along the steps of a run that is to go on.
func resume(
	q *runRequest, distinct *engine.Distinct, team *parallel.Team, p *call.Progress, clock *stopwatch,
) (*beginning, error) {
	fusion, steps := q.Past.Fusion.DAG, q.Past.List
	run, pruned, err := distinct.Resume(fusion, q.Options.From(), steps, q.Options.Constraints)
	if err != nil {
		return nil, asBadSteps(err)
	}
	begun := &beginning{run: run, inputs: local.New(q.N, pruned, distinct.Times, team), order: q.Order}
	dags := slices.All(distinct.DAGs)
	begun.measure(q, dags, distinct, func(f func(u, v int, weight int64)) {
		local.EachArc(dags, distinct.Weights, f)
	})
	q.freeDAGs(distinct, team)
	p.Begin(fusion.Arcs())
	if k := len(steps); k > 0 {
		p.Step(fusion.Arcs()-k, steps[k-1].Psi)
	}
	clock.lap("replay")
	return begun, nil
}
