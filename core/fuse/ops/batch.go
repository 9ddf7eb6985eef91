package ops

import (
	"context"
	"math"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() {
	call.Register("batch", func(q *batchRequest, s *call.Size) float64 {
		return batchMemory(q, s, 6*s.Cells+s.Steps())
	}, batch)
}

// batch does many runs on the same DAGs, as many at a time as there are workers. Whatever
// depends on one DAG alone is computed once.
func batch(ctx context.Context, q *batchRequest, p *call.Progress) (*call.Output, error) {
	results := make([]variantResult, len(q.Runs.list))
	if err := eachVariant(ctx, q, p, func(k int, result variantResult) { results[k] = result }); err != nil {
		return nil, err
	}
	p.Enter(call.Finishing)
	return &call.Output{Arrays: variantArrays(q, results)}, nil
}

// eachVariant does all runs. Each run is done by one goroutine, and runs are begun in order.
// The result of run k goes to keep, which several goroutines call at the same time.
func eachVariant(ctx context.Context, q *batchRequest, p *call.Progress, keep func(k int, result variantResult)) error {
	dags := q.Options.Working(q.DAGs.List)
	base := local.New(q.N, dags, nil, nil)
	p.Enter(call.Deleting)
	p.Begin(len(q.Runs.list))
	return parallel.For(ctx, len(q.Runs.list), q.Workers, func(_, k int) error {
		result, err := runVariant(ctx, q, base, dags, q.Runs.list[k])
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
	ctx context.Context, q *batchRequest, base *local.Inputs, dags []*graph.DAG, v variant,
) (variantResult, error) {
	var which []int32
	var times, weights []int64
	for i, count := range v.counts {
		if count > 0 {
			which = append(which, int32(i))
			times = append(times, count)
			weights = append(weights, count*v.weights[i])
		}
	}
	inputs := base.Subset(which, times)
	f, err := engine.Fuse(ctx, q.N, inputs, nil, q.Options.Constraints)
	if err != nil {
		return variantResult{}, err
	}
	if failure := q.Memory.FitsFusion(f.Union.Arcs()); failure != nil {
		return variantResult{}, failure
	}
	opt := q.Options.Run(weights)
	opt.Until = q.Theta.Until()
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
	out := variantResult{theta: q.Theta.Value, order: f.Order, fusion: f.Union, forced: t.Forced}
	if !q.Theta.Set {
		out.theta = math.NaN() // the whole trajectory: no threshold was in force
	}
	if q.Theta.Auto {
		best := engine.SelectTheta(t, engine.WeightedMorals(chosen, weights))
		t.Final, t.Steps, out.theta = engine.StateOf(t, best.Steps), t.Steps[:best.Steps], best.Theta
	}
	votes := engine.Votes(chosen, weights)
	out.adjacency, err = output(ctx, &q.Options, &q.Goal, t.Final, votes, chosen, times, engine.Removals(t.Steps), nil)
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
func variantArrays(q *batchRequest, results []variantResult) call.Arrays {
	runs, n := len(results), q.N
	thetas, totals, forced := make([]float64, runs), make([]int64, runs), make([]int64, runs)
	ptr, orders := make([]int64, 1, runs+1), make([]int32, 0, runs*n)
	adjacency, fusions, cpdags := make([]*graph.DAG, runs), make([]*graph.DAG, runs), make([]*graph.PDAG, runs)
	var steps []consensus.Step
	for k, res := range results {
		thetas[k], totals[k], adjacency[k], fusions[k] = res.theta, res.total, res.adjacency, res.fusion
		cpdags[k], forced[k] = parts.CPDAG(res.adjacency), int64(res.forced)
		for _, x := range res.order {
			orders = append(orders, int32(q.Index.Caller(int(x))))
		}
		steps = append(steps, res.steps...)
		ptr = append(ptr, int64(len(steps)))
	}
	out := parts.StepArrays(q.Index, steps)
	out["theta"] = call.NewArray(thetas, runs)
	out["total_weight"] = call.NewArray(totals, runs)
	out["forced"] = call.NewArray(forced, runs)
	out["run_ptr"] = call.NewArray(ptr, runs+1)
	out["order"] = call.NewArray(orders, runs, n)
	out["fusion"] = q.Index.DAGs(n, fusions)
	out["adjacency"] = q.Index.DAGs(n, adjacency)
	out["cpdag"] = q.Index.PDAGs(n, cpdags)
	return out
}
