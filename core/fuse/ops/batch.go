package ops

import (
	"context"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() { call.Register("batch", batch) }

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
	ctx context.Context, q *batchRequest, base local.Inputs, dags []*graph.DAG, v variant,
) (variantResult, error) {
	var which []int32
	var chosen []*graph.DAG
	var seen []bitset.Set
	var times, weights []int64
	for i, count := range v.counts {
		if count > 0 {
			which, chosen = append(which, int32(i)), append(chosen, dags[i])
			times = append(times, count)
			weights = append(weights, count*v.weights[i])
			if q.Seen != nil {
				seen = append(seen, q.Seen[i])
			}
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
	opt.Until, opt.Seen = q.Theta.Until(), seen
	t := consensus.Begin(f.Union, opt.Start)
	var distances metrics.Distances
	if q.Theta.Auto {
		distances = engine.Distances(q.N, slices.All(chosen), weights, seen)
		opt.Enough = engine.Enough(t, distances)
	}
	if t, err = consensus.Continue(ctx, t, inputs, opt); err != nil {
		return variantResult{}, err
	}
	if t.Interrupted {
		return variantResult{}, ctx.Err()
	}
	out := variantResult{theta: q.Theta.Value, order: f.Order, fusion: f.Union, forced: t.Forced}
	if !q.Theta.Set {
		out.theta = math.NaN() // the whole trajectory: no threshold was in force
	}
	if q.Theta.Auto {
		best := engine.SelectTheta(t, distances)
		t.Final, t.Steps, out.theta = engine.StateOf(t, best.Steps), t.Steps[:best.Steps], best.Theta
	}
	votes := engine.Votes(chosen, weights)
	out.adjacency, err = output(ctx, &q.Options, &q.Goal, t.Final, votes, chosen, times, t.Steps, nil)
	for k := range t.Steps {
		for j := range t.Steps[k].Cut {
			e := &t.Steps[k].Cut[j]
			e.Dag = which[e.Dag]
		}
	}
	out.total, out.steps = call.Weights(weights).Total(), t.Steps
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
		cpdags[k], forced[k] = q.Options.Class(res.adjacency), int64(res.forced)
		orders = append(orders, q.Index.Callers(res.order)...)
		steps = append(steps, res.steps...)
		ptr = append(ptr, int64(len(steps)))
	}
	out := parts.StepArrays(q.Index, steps, q.Seen != nil)
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

type batchRequest struct {
	call.Common
	call.Parallel
	parts.Goal
	Options parts.Options
	DAGs    call.DAGs
	Seen    call.Seen `call:"optional"` // of DAGs over different nodes
	Runs    runs
}

func (q *batchRequest) CheckFields() *call.Error {
	q.Memory.Fusions = q.Runs.Count
	return q.Goal.CheckFields()
}

// Pieces are the runs.
func (q *batchRequest) Pieces() int { return q.Runs.Count }

func (q *batchRequest) CheckParts() *call.Error {
	if failure := q.Options.GoWith(&q.Goal); failure != nil {
		return failure
	}
	if failure := q.Seen.Check(&q.DAGs, &q.Nodes); failure != nil {
		return failure
	}
	if q.Seen = q.Seen.Unlike(q.N); q.Seen != nil {
		for k := range q.Runs.list {
			v := &q.Runs.list[k]
			v.weights = parts.UnlikeWeights(v.weights, v.counts, q.N)
		}
	}
	return nil
}

// runs are those of a batch. First is the number of the first one, from which messages count: so the parts of a batch are
// together what the batch is in one request.
type runs struct {
	Count int `json:"runs" range:"1..1048576"`
	First int `json:"first" range:"0..1048576"`
	list  []variant
}

// variant is one of the runs: how often each DAG counts, and with what weight.
type variant struct {
	counts  []int64 // of each DAG; 0 leaves it out
	weights []int64 // of each copy of it
}

func (s *runs) Arrays() []call.Spec {
	count := func(*call.Reader) int { return s.Count }
	return []call.Spec{
		call.NewSpec("counts", 8, count, call.GraphCount).OrNone(), call.NewSpec("weights", 8, count, call.GraphCount).OrNone(),
	}
}

// Read reads "counts" and "weights" of a batch, (runs, r) each. A missing array stands
// for 1 throughout.
func (s *runs) Read(r *call.Reader) *call.Error {
	counts := call.Numbers[int64](r, "counts")
	weights := call.Numbers[float64](r, "weights")
	ones, even := slices.Repeat([]int64{1}, r.R), slices.Repeat([]float64{1}, r.R)
	s.list = make([]variant, 0, s.Count)
	for k := range s.Count {
		if len(counts) == 0 && len(weights) == 0 && k > 0 {
			s.list = append(s.list, s.list[0]) // all runs are the same
			continue
		}
		v, failure := readVariant(r, rowOr(ones, counts, k), rowOr(even, weights, k), s.First+k)
		if failure != nil {
			return failure
		}
		s.list = append(s.list, v)
	}
	return nil
}

// rowOr is row k of a table as wide as without, which stands for each row of no table.
func rowOr[T any](without, table []T, k int) []T {
	if len(table) == 0 {
		return without
	}
	width := len(without)
	return table[k*width : (k+1)*width]
}

// mostCopies bounds the copies in one run, so that sums stay in range.
const mostCopies = 1 << 30

func readVariant(r *call.Reader, counts []int64, weights []float64, run int) (variant, *call.Error) {
	copies, heaviest := int64(0), 0.0
	used := make([]float64, len(weights)) // what is left out has no part in how weights become integers
	for i, count := range counts {
		if count < 0 || count > mostCopies {
			return variant{}, call.Invalidf("counts", "run %d has DAG %d %d times; counts are from 0 to %d",
				run, i, count, mostCopies).InDAG(i)
		}
		if copies += count; count > 0 {
			used[i] = weights[i]
			heaviest = max(heaviest, weights[i])
		}
		if w := weights[i]; !call.IsWeight(w) {
			return variant{}, call.Invalidf("weights", "in run %d the weight of DAG %d is %v; weights are finite and not negative",
				run, i, w).InDAG(i)
		}
	}
	if copies == 0 || copies > mostCopies {
		return variant{}, call.Invalidf("counts", "run %d has %d DAGs; it must have from 1 to %d", run, copies, mostCopies)
	}
	if heaviest == 0 {
		return variant{}, call.Invalidf("weights", "in run %d all are zero", run)
	}
	return variant{counts, call.ScaleWeights(used, counts, r.N)}, nil
}
