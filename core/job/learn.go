package job

import (
	"context"
	"errors"
	"time"

	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/ges"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/score"
)

// learned is what came of one dataset.
type learned struct {
	cpdag   *graph.PDAG
	dag     *graph.DAG
	steps   []ges.Step
	gains   []float64
	total   float64 // the DAG's score
	counted int64
	seconds float64
	stopped bool
}

// opLearn searches for the class of each dataset. Out of time or cancelled, each has the
// class that its search had come to.
func opLearn(ctx context.Context, in *Input, p *Progress) (*Output, error) {
	ctx, stop := in.limited(ctx, p)
	defer stop()
	p.Enter(Learning)
	p.Begin(in.R)
	results := make([]learned, in.R)
	each := max(1, in.Workers/in.R) // workers for one dataset
	err := parallel.For(context.WithoutCancel(ctx), in.R, in.Workers, func(_, k int) (err error) {
		results[k], err = in.learn(ctx, k, each)
		p.Finished()
		return err
	})
	if err != nil {
		return nil, err
	}
	p.Enter(Finishing)
	out := in.learnedOutput(results)
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
func (in *Input) learn(ctx context.Context, k, workers int) (learned, error) {
	begin := time.Now()
	team := parallel.NewTeam(workers)
	defer team.Close()
	table := in.Tables[k]
	table.Index()
	model := in.model(table)
	sets := score.NewSets(model, team)
	opt := ges.Options{MaxParents: in.MaxParents, Constraints: in.Constraints, Seed: in.Seed}
	found, err := ges.Run(ctx, in.N, sets, team, opt)
	var dense *ges.TooDenseError
	if errors.As(err, &dense) {
		y := in.Index.Caller(dense.Node)
		return learned{}, invalid("max_parents", "in dataset %d, the neighbours of %s are joined to one another in too many "+
			"ways for an exact search; set a lower one, leave out columns that say the same as others, or require fewer "+
			"edges", k, in.name(y)).inDAG(k).at(y)
	}
	if err != nil && !errors.Is(err, ctx.Err()) {
		return learned{}, err
	}
	out := learned{cpdag: found.Class.CPDAG(), steps: found.Steps, counted: sets.Counted(), stopped: err != nil}
	if out.dag, err = equiv.Extension(out.cpdag, in.Constraints.Directions()); err != nil {
		return learned{}, err
	}
	scorer := score.NewLocalScorer(model)
	for y := range in.N {
		out.total += scorer.Score(int32(y), out.dag.Pa(y).Append(nil))
	}
	for _, step := range out.steps {
		out.gains = append(out.gains, model.Float(step.Gain))
	}
	out.seconds = time.Since(begin).Seconds()
	return out, nil
}

const (
	kindInsert = 1
	kindDelete = 2
)

// learnedOutput puts the arrays together, the steps of all datasets in a row.
func (in *Input) learnedOutput(results []learned) *Output {
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
	return &Output{
		ScoreTitle: in.Score.Title,
		Counts:     map[string]int64{"sets": counted},
		Arrays: map[string]Array{
			"adjacency": in.Index.DAGs(in.N, dags), "cpdag": in.Index.PDAGs(in.N, cpdags),
			"total": NewArray(totals, in.R), "learn_seconds": NewArray(seconds, in.R),
			"learn_status": NewArray(stopped, in.R), "step_ptr": NewArray(ptr, in.R+1),
			"step_kind": NewArray(kinds, len(kinds)), "step_edges": NewArray(edges, len(kinds), 2),
			"gain": NewArray(gains, len(gains)), "h_ptr": setPtr, "h": set,
		},
	}
}
