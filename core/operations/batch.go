package operations

import (
	"context"
	"math"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/local"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opBatch does many runs on the same DAGs, as many at a time as there are workers. Whatever
// depends on one DAG alone is computed once.
func opBatch(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	results := make([]variantResult, len(in.Variants))
	if err := eachVariant(ctx, in, p, func(k int, result variantResult) { results[k] = result }); err != nil {
		return nil, err
	}
	p.Enter(call.Finishing)
	return &call.Output{Arrays: variantArrays(in, results)}, nil
}

// eachVariant does all runs. Each run is done by one goroutine, and runs are begun in order.
// The result of run k goes to keep, which several goroutines call at the same time.
func eachVariant(ctx context.Context, in *wire.Input, p *call.Progress, keep func(k int, result variantResult)) error {
	dags := working(in)
	base := local.New(in.N, dags, nil, nil)
	p.Enter(call.Deleting)
	p.Begin(len(in.Variants))
	return parallel.For(ctx, len(in.Variants), in.Workers, func(_, k int) error {
		result, err := runVariant(ctx, in, base, dags, &in.Variants[k])
		if err != nil {
			return err
		}
		keep(k, result)
		p.Finished()
		return nil
	})
}

// variantResult is the result of one run.
type variantResult struct {
	theta     float64
	order     []int32
	fusion    *graph.DAG
	adjacency *graph.DAG
	steps     []consensus.Step
	total     int64
	forced    int
}

func runVariant(
	ctx context.Context, in *wire.Input, base *local.Inputs, dags []*graph.DAG, v *wire.Variant,
) (variantResult, error) {
	var which []int32
	var times, weights []int64
	for i, count := range v.Counts {
		if count > 0 {
			which = append(which, int32(i))
			times = append(times, count)
			weights = append(weights, count*v.Weights[i])
		}
	}
	inputs := base.Subset(which, times)
	f, err := engine.Fuse(ctx, in.N, inputs, nil, in.Constraints)
	if err != nil {
		return variantResult{}, err
	}
	if failure := in.Memory.FitsFusion(f.Union.Arcs()); failure != nil {
		return variantResult{}, failure
	}
	opt := runOptions(in, nil, nil)
	opt.Weights = weights
	t, err := consensus.Run(ctx, f.Union, inputs, opt)
	if err != nil {
		return variantResult{}, err
	}
	if t.Status == consensus.Interrupted {
		return variantResult{}, ctx.Err()
	}
	chosen := make([]*graph.DAG, len(which))
	for k, i := range which {
		chosen[k] = dags[i]
	}
	out := variantResult{theta: in.Theta.Value, order: f.Order, fusion: f.Union, forced: t.Forced}
	if !in.Theta.Set {
		out.theta = math.NaN() // the whole trajectory: no threshold was in force
	}
	if in.Theta.Auto {
		best := engine.SelectTheta(t, engine.WeightedMorals(chosen, weights))
		t.Final, t.Steps, out.theta = engine.StateOf(t, best.Steps), t.Steps[:best.Steps], best.Theta
	}
	votes := engine.Votes(chosen, weights)
	out.adjacency, err = output(ctx, in, t.Final, votes, chosen, times, engine.Removals(t.Steps), nil)
	for k := range t.Steps {
		for j := range t.Steps[k].Cut {
			e := &t.Steps[k].Cut[j]
			e.Dag = which[e.Dag]
		}
	}
	for _, w := range weights {
		out.total += w
	}
	out.steps = t.Steps
	return out, err
}

// variantArrays are the results of all runs, one run after the other.
func variantArrays(in *wire.Input, results []variantResult) map[string]call.Array {
	runs, n := len(results), in.N
	thetas, totals, forced := make([]float64, runs), make([]int64, runs), make([]int64, runs)
	ptr, orders := make([]int64, 1, runs+1), make([]int32, 0, runs*n)
	adjacency, fusions, cpdags := make([]*graph.DAG, runs), make([]*graph.DAG, runs), make([]*graph.PDAG, runs)
	var steps []consensus.Step
	for k, res := range results {
		thetas[k], totals[k], adjacency[k], fusions[k] = res.theta, res.total, res.adjacency, res.fusion
		cpdags[k], forced[k] = cpdagOf(res.adjacency), int64(res.forced)
		for _, x := range res.order {
			orders = append(orders, int32(in.Index.Caller(int(x))))
		}
		steps = append(steps, res.steps...)
		ptr = append(ptr, int64(len(steps)))
	}
	out := stepArrays(in.Index, steps)
	out["theta"] = call.NewArray(thetas, runs)
	out["total_weight"] = call.NewArray(totals, runs)
	out["forced"] = call.NewArray(forced, runs)
	out["run_ptr"] = call.NewArray(ptr, runs+1)
	out["order"] = call.NewArray(orders, runs, n)
	out["fusion"] = in.Index.DAGs(n, fusions)
	out["adjacency"] = in.Index.DAGs(n, adjacency)
	out["cpdag"] = in.Index.PDAGs(n, cpdags)
	return out
}
