package job

import (
	"context"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/local"
	"github.com/mcbnc/mcbnc/core/parallel"
)

// Variant is one of a batch's runs: the same DAGs, each so many times and with
// such a weight.
type Variant struct {
	Counts  []int64 // of each DAG; 0 leaves it out
	Weights []int64 // of each copy of it
}

// readVariants reads "counts" and "weights" of a batch, (runs, r) each; a missing
// one stands for 1 throughout.
func (b *builder) readVariants() *Error {
	if !b.op.batch {
		return nil
	}
	runs, r := b.q.Runs, b.in.R
	counts := numbers[int64](b, "counts")
	weights := numbers[float64](b, "weights")
	ones, even := slices.Repeat([]int64{1}, r), slices.Repeat([]float64{1}, r)
	b.in.Variants = make([]Variant, 0, runs)
	for k := range runs {
		if len(counts) == 0 && len(weights) == 0 && k > 0 {
			b.in.Variants = append(b.in.Variants, b.in.Variants[0]) // each is the same
			continue
		}
		v, failure := b.variant(rowOr(ones, counts, k), rowOr(even, weights, k), k)
		if failure != nil {
			return failure
		}
		b.in.Variants = append(b.in.Variants, v)
	}
	return nil
}

// rowOr is row k of a table as wide as without, which stands for each row of no table.
func rowOr[T any](without, table []T, k int) []T {
	if len(table) == 0 {
		return without
	}
	r := len(without)
	return table[k*r : (k+1)*r]
}

// mostCopies bounds the copies in one run, so that sums stay in range.
const mostCopies = 1 << 30

// variant checks one run's counts and weights.
func (b *builder) variant(counts []int64, weights []float64, run int) (Variant, *Error) {
	copies, heaviest := int64(0), 0.0
	used := make([]float64, len(weights)) // what is left out has no part in how weights become integers
	for i, count := range counts {
		if count < 0 || count > mostCopies {
			return Variant{}, invalid("counts", "run %d has DAG %d %d times; counts are from 0 to %d",
				run, i, count, mostCopies).inDAG(i)
		}
		if copies += count; count > 0 {
			used[i] = weights[i]
			heaviest = max(heaviest, weights[i])
		}
		if w := weights[i]; !(w >= 0) || math.IsInf(w, 0) {
			return Variant{}, invalid("weights", "in run %d the weight of DAG %d is %v; weights are finite and not negative",
				run, i, w).inDAG(i)
		}
	}
	if copies == 0 || copies > mostCopies {
		return Variant{}, invalid("counts", "run %d has %d DAGs; it must have from 1 to %d", run, copies, mostCopies)
	}
	if heaviest == 0 {
		return Variant{}, invalid("weights", "in run %d all are zero", run)
	}
	return Variant{counts, scaleWeights(used, counts, b.in.N)}, nil
}

// opBatch does many runs on the same DAGs, as many at a time as there are workers.
// What depends on a DAG alone is worked out once.
func opBatch(ctx context.Context, in *Input, p *Progress) (*Output, error) {
	results := make([]variantResult, len(in.Variants))
	if err := in.eachVariant(ctx, p, func(k int, result variantResult) { results[k] = result }); err != nil {
		return nil, err
	}
	p.Enter(Finishing)
	return &Output{Arrays: in.variantArrays(results)}, nil
}

// eachVariant does all runs, each in one goroutine and handed out in order, and gives
// what comes of run k to keep, which many goroutines call at once.
func (in *Input) eachVariant(ctx context.Context, p *Progress, keep func(k int, result variantResult)) error {
	dags := in.working()
	base := local.New(in.N, dags, nil, nil)
	p.Enter(Deleting)
	p.Begin(len(in.Variants))
	return parallel.For(ctx, len(in.Variants), in.Workers, func(_, k int) error {
		result, err := in.runVariant(ctx, base, dags, &in.Variants[k])
		if err != nil {
			return err
		}
		keep(k, result)
		p.Finished()
		return nil
	})
}

// variantResult is what comes of one run.
type variantResult struct {
	theta     float64
	order     []int32
	fusion    *graph.DAG
	adjacency *graph.DAG
	steps     []consensus.Step
	total     int64
	forced    int
}

func (in *Input) runVariant(ctx context.Context, base *local.Inputs, dags []*graph.DAG, v *Variant) (variantResult, error) {
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
	opt := in.runOptions(nil, nil)
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
	out.adjacency, err = in.output(ctx, t.Final, chosen, times, engine.Removals(t.Steps), nil)
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

// variantArrays puts the runs one after the other.
func (in *Input) variantArrays(results []variantResult) map[string]Array {
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
	out["theta"] = NewArray(thetas, runs)
	out["total_weight"] = NewArray(totals, runs)
	out["forced"] = NewArray(forced, runs)
	out["run_ptr"] = NewArray(ptr, runs+1)
	out["order"] = NewArray(orders, runs, n)
	out["fusion"] = in.Index.DAGs(n, fusions)
	out["adjacency"] = in.Index.DAGs(n, adjacency)
	out["cpdag"] = in.Index.PDAGs(n, cpdags)
	return out
}
