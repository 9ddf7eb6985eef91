package operations

import (
	"context"
	"time"

	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/local"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opRun is the main job: order, I-maps, fusion, deletions, and the state at θ.
// The time limit bears on the deletions: what comes before them must be had for
// there to be any result, and what comes after makes one of the steps so far.
func opRun(ctx context.Context, in *wire.Input, p *wire.Progress) (*wire.Output, error) {
	dags := working(in)
	team := parallel.NewTeam(in.Workers)
	defer team.Close()
	distinct := engine.FindDistinct(dags, in.Weights)
	inputs := local.New(in.N, distinct.DAGs, distinct.Times, team)
	clock := newStopwatch()
	f, err := fuse(ctx, in, inputs, p, clock)
	if err != nil {
		return nil, err
	}
	opt := runOptions(in, team, p)
	opt.Weights = distinct.Weights
	t, status, err := deleteEdges(ctx, in, inputs, f.Union, opt, p)
	if err != nil {
		return nil, err
	}
	distinct.Spread(t.Steps)
	clock.lap("run")

	p.Enter(wire.Finishing)
	out := &wire.Output{
		Status: status, TotalWeight: in.TotalWeight(), Forced: t.Forced,
		Counts: map[string]int64{
			"evaluations": t.Counts.Evaluations, "searches": t.Counts.Searches,
			"cuts": t.Counts.Cuts, "branches": t.Counts.Branches,
		},
	}
	if in.Theta.Auto {
		chosen := engine.SelectTheta(t, engine.WeightedMorals(in.DAGs, in.Weights))
		t.Final, t.Steps = engine.StateOf(t, chosen.Steps), t.Steps[:chosen.Steps]
		out.Theta = &chosen.Theta
	} else if in.Theta.Set {
		out.Theta = &in.Theta.Value
	}
	// An interrupted run still has a result: it is put together all the same.
	result, err := output(context.WithoutCancel(ctx), in, t.Final, dags, nil, engine.Removals(t.Steps), team)
	if err != nil {
		return nil, err
	}
	out.Arrays = stepArrays(in.Index, t.Steps)
	out.Arrays["order"] = in.Index.Nodes(f.Order)
	out.Arrays["fusion"] = in.Index.DAG(f.Union)
	out.Arrays["adjacency"] = in.Index.DAG(result)
	out.Arrays["cpdag"] = in.Index.PDAG(cpdagOf(result))
	clock.lap("finish")
	out.Phases = clock.laps
	return out, nil
}

// fuse finds the order, unless it is given, and the I-maps.
func fuse(ctx context.Context, in *wire.Input, inputs *local.Inputs, p *wire.Progress, clock *stopwatch) (*engine.Fusion, error) {
	order := in.Order
	if order == nil {
		p.Enter(wire.Ordering)
		var err error
		if order, err = engine.Order(ctx, in.N, inputs, in.Constraints); err != nil {
			return nil, err
		}
	}
	clock.lap("order")
	p.Enter(wire.Mapping)
	f, err := engine.Fuse(ctx, in.N, inputs, order, in.Constraints)
	clock.lap("imaps")
	return f, err
}

// deleteEdges is the run proper, and says how it ended.
func deleteEdges(
	ctx context.Context, in *wire.Input, inputs *local.Inputs, fusion *graph.DAG, opt consensus.Options, p *wire.Progress,
) (*consensus.Trajectory, string, error) {
	p.Enter(wire.Deleting)
	p.Begin(fusion.Arcs())
	ctx, stop := p.Limited(ctx, in.TimeLimit)
	defer stop()
	t, err := consensus.Run(ctx, fusion, inputs, opt)
	if err != nil {
		return nil, "", err
	}
	if t.Status == consensus.Interrupted {
		return t, context.Cause(ctx).Error(), nil
	}
	return t, wire.StatusComplete, nil
}

// working are the DAGs that a run works on.
func working(in *wire.Input) []*graph.DAG {
	if in.Canonical {
		return engine.Canonicalize(in.DAGs)
	}
	return in.DAGs
}

// runOptions are those that the request asks for.
func runOptions(in *wire.Input, team *parallel.Team, p *wire.Progress) consensus.Options {
	opt := consensus.Options{
		Cap: in.Cap, KMax: in.KMax, Start: start(in), Constraints: in.Constraints, Team: team, Seed: in.Seed,
	}
	if p != nil {
		opt.Progress = p.Step
	}
	if in.Theta.Set && !in.Theta.Auto {
		opt.Until = &in.Theta.Value
	}
	return opt
}

func start(in *wire.Input) equiv.Start {
	if in.StartDAG {
		return equiv.Directed
	}
	return equiv.Completed
}

// output is the DAG that is asked for at a state of a run on the DAGs, each of
// which counts so many times (nil: once).
func output(
	ctx context.Context, in *wire.Input, state *equiv.Class, dags []*graph.DAG, times []int64, removals []engine.Removal,
	team *parallel.Team,
) (*graph.DAG, error) {
	if in.Refusion {
		return engine.Refusion(ctx, dags, times, removals, team)
	}
	return engine.Extension(state, in.Constraints)
}

func cpdagOf(g *graph.DAG) *graph.PDAG { return equiv.FromDAG(g, equiv.Completed).CPDAG() }

// stepArrays describes the steps.
func stepArrays(x wire.Index, steps []consensus.Step) map[string]wire.Array {
	k := len(steps)
	edges := make([]int32, 0, 3*k)
	scores, psis, seconds := make([]int64, k), make([]float64, k), make([]float64, k)
	hs, ss := make([][]int32, k), make([][]int32, k)
	var removed []int32
	for i := range steps {
		s := &steps[i]
		edges = append(edges, int32(x.Caller(int(s.U))), int32(x.Caller(int(s.V))), bit(s.Undirected))
		scores[i], psis[i], seconds[i] = s.Score, s.Psi, s.Seconds
		hs[i], ss[i] = s.H, s.S
		for _, e := range s.Cut {
			if e.Arc {
				removed = append(removed, int32(i), e.Dag, int32(x.Caller(int(e.From))), int32(x.Caller(int(e.To))))
			}
		}
	}
	out := map[string]wire.Array{
		"step_edges":   wire.NewArray(edges, k, 3),
		"score":        wire.NewArray(scores, k),
		"psi":          wire.NewArray(psis, k),
		"step_seconds": wire.NewArray(seconds, k),
		"removed":      wire.NewArray(removed, len(removed)/4, 4),
	}
	out["h_ptr"], out["h"] = x.Ragged(hs)
	out["s_ptr"], out["s"] = x.Ragged(ss)
	return out
}

func bit(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// stopwatch notes how long each phase took, in seconds.
type stopwatch struct {
	last time.Time
	laps map[string]float64
}

func newStopwatch() *stopwatch { return &stopwatch{last: time.Now(), laps: map[string]float64{}} }

func (s *stopwatch) lap(phase string) {
	now := time.Now()
	s.laps[phase] = now.Sub(s.last).Seconds()
	s.last = now
}

// opFusion finds the order, unless it is given, the I-maps and their union.
func opFusion(ctx context.Context, in *wire.Input, p *wire.Progress) (*wire.Output, error) {
	p.Enter(wire.Mapping)
	team := parallel.NewTeam(in.Workers)
	defer team.Close()
	distinct := engine.FindDistinct(in.DAGs, in.Weights)
	f, err := engine.Fuse(ctx, in.N, local.New(in.N, distinct.DAGs, distinct.Times, team), in.Order, nil)
	if err != nil {
		return nil, err
	}
	return &wire.Output{Arrays: map[string]wire.Array{
		"order":  in.Index.Nodes(f.Order),
		"fusion": in.Index.DAG(f.Union),
		"imaps":  in.Index.DAGs(in.N, distinct.SpreadIMaps(f.IMaps)),
	}}, nil
}
