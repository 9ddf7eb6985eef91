package operations

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/ges"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/score"
	"github.com/mcbnc/mcbnc/core/wire"
)

// learned is the result of one dataset.
type learned struct {
	cpdag   *graph.PDAG
	dag     *graph.DAG
	steps   []ges.Step
	gains   []float64
	total   float64 // the DAG's score
	counted int64   // values of F that were evaluated
	seconds float64
	stopped bool // by ctx: the class is the one that was reached
}

// opLearn searches for the class of each dataset. If time runs out or the job is cancelled,
// the result of a dataset is the class that its search has reached. It has no score, NaN, if the sums over
// real-valued rows were not there yet.
func opLearn(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	ctx, stop := p.Limited(ctx, in.TimeLimit)
	defer stop()
	p.Enter(call.Learning)
	p.Begin(in.R)
	results := make([]learned, in.R)
	each := max(1, in.Workers/in.R) // workers of one dataset
	err := parallel.For(context.WithoutCancel(ctx), in.R, in.Workers, func(_, k int) (err error) {
		results[k], err = learn(ctx, in, k, each)
		p.Finished()
		return err
	})
	if err != nil {
		return nil, err
	}
	p.Enter(call.Finishing)
	out := learnedOutput(in, results)
	if ctx.Err() != nil {
		for k := range results {
			if results[k].stopped {
				out.Status = context.Cause(ctx).Error()
			}
		}
	}
	return out, nil
}

// learn searches for the class of dataset k.
func learn(ctx context.Context, in *wire.Input, k, workers int) (learned, error) {
	begin := time.Now()
	if in.Score.Discrete != nil {
		in.Tables[k].Index(ctx)
	}
	model, err := modelOf(ctx, in, k, workers)
	if ended(ctx, err) {
		return unscored(ctx, in)
	}
	if err != nil {
		return learned{}, err
	}
	out, err := search(ctx, in, model, in.Seed, workers)
	var dense *ges.TooDenseError
	if errors.As(err, &dense) {
		return learned{}, tooDense(in, dense, fmt.Sprint("dataset ", in.First+k)).InDAG(in.First + k)
	}
	if err != nil {
		return learned{}, err
	}
	scorer := score.NewLocalScorer(model)
	for y := range in.N {
		parents := out.dag.Pa(y).Append(nil)
		out.total += scorer.Score(int32(y), parents)
		for _, x := range parents {
			if in.PairWeights != nil {
				out.total += in.PairWeights[int(x)*in.N+y]
			}
		}
	}
	for _, step := range out.steps {
		out.gains = append(out.gains, model.Float(step.Gain))
	}
	out.seconds = time.Since(begin).Seconds()
	return out, nil
}

// search searches for the class that scores best by a model. A seed draws ties at random. The
// result lacks the total, the gains and the seconds.
func search(ctx context.Context, in *wire.Input, model score.Model, seed *int64, workers int) (learned, error) {
	team := parallel.NewTeam(workers)
	defer team.Close()
	sets := score.NewSets(model, team)
	opt := ges.Options{MaxParents: in.MaxParents, Constraints: in.Constraints, Seed: seed}
	weighted := score.Weighted{Sets: sets, Weights: score.NewPairWeights(model, in.PairWeights)}
	found, err := ges.Run(ctx, in.N, weighted, team, opt)
	if err != nil && !errors.Is(err, ctx.Err()) {
		return learned{}, err
	}
	out := learned{cpdag: found.Class.CPDAG(), steps: found.Steps, counted: sets.Counted(), stopped: err != nil}
	out.dag, err = equiv.Extension(out.cpdag, in.Constraints.Directions())
	return out, err
}

// tooDense says that a search of these data would take too many operators.
func tooDense(in *wire.Input, dense *ges.TooDenseError, data string) *call.Error {
	y := in.Index.Caller(dense.Node)
	return call.Invalidf("max_parents", "in %s, the neighbours of %s are joined to one another in too many "+
		"ways for an exact search; set a lower one, leave out columns that say the same as others, or require fewer "+
		"edges", data, in.Name(y)).At(y)
}

const (
	kindInsert = 1
	kindDelete = 2
)

// learnedOutput makes the result arrays. The steps of all datasets follow one another.
func learnedOutput(in *wire.Input, results []learned) *call.Output {
	var (
		dags    []*graph.DAG
		cpdags  []*graph.PDAG
		totals  []float64
		seconds []float64
		stopped []uint8
		kinds   []uint8
		edges   []int32
		gains   []float64
		sets    [][]int32
		counted int64
		ptr     = []int64{0}
		r       = len(results)
	)
	for k := range results {
		l := &results[k]
		dags, cpdags = append(dags, l.dag), append(cpdags, l.cpdag)
		totals, seconds = append(totals, l.total), append(seconds, l.seconds)
		state := uint8(0)
		if l.stopped {
			state = 1
		}
		stopped = append(stopped, state)
		for _, step := range l.steps {
			kind := uint8(kindDelete)
			if step.Insert {
				kind = kindInsert
			}
			kinds = append(kinds, kind)
			edges = append(edges, int32(in.Index.Caller(step.X)), int32(in.Index.Caller(step.Y)))
			sets = append(sets, step.Set)
		}
		gains = append(gains, l.gains...)
		ptr = append(ptr, int64(len(kinds)))
		counted += l.counted
	}
	setPtr, set := in.Index.Ragged(sets)
	return &call.Output{
		ScoreTitle: in.Score.Title,
		Counts:     map[string]int64{"sets": counted},
		Arrays: map[string]call.Array{
			"adjacency": in.Index.DAGs(in.N, dags), "cpdag": in.Index.PDAGs(in.N, cpdags),
			"total": call.NewArray(totals, r), "learn_seconds": call.NewArray(seconds, r),
			"learn_status": call.NewArray(stopped, r), "step_ptr": call.NewArray(ptr, r+1),
			"step_kind": call.NewArray(kinds, len(kinds)), "step_edges": call.NewArray(edges, len(kinds), 2),
			"gain": call.NewArray(gains, len(gains)), "h_ptr": setPtr, "h": set,
		},
	}
}
