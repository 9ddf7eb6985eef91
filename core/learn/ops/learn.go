package ops

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/garbage"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() { call.Register("learn", learn) }

// learnRequest may list the columns of each dataset. A search is among those, and its score is that of those.
type learnRequest struct {
	call.Common
	call.Parallel
	call.Timed
	Search
	Datasets Datasets
	Seen     call.Seen `call:"optional"`
	Seed     *int64    `json:"seed"`
}

// learn searches for the class of each dataset. If time runs out or the job is cancelled,
// the result of a dataset is the class that its search has reached. It has no score, NaN, if the sums over
// real-valued rows were not there yet.
func learn(ctx context.Context, q *learnRequest, p *call.Progress) (*call.Output, error) {
	defer garbage.Allow()()
	ctx, stop := q.Limited(ctx, p)
	defer stop()
	p.Enter(call.Learning)
	p.Begin(q.R)
	results := make([]learned, q.R)
	each := max(1, q.Workers/q.R) // workers of one dataset
	err := parallel.For(context.WithoutCancel(ctx), q.R, q.Workers, func(_, k int) (err error) {
		results[k], err = q.learn(ctx, k, each)
		p.Finished()
		return err
	})
	if err != nil {
		return nil, err
	}
	p.Enter(call.Finishing)
	out := found(&q.Nodes, q.Datasets.title(&q.Search), q.Edges.Given, results)
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
func (q *learnRequest) learn(ctx context.Context, k, workers int) (learned, error) {
	begin, d := time.Now(), &q.Datasets
	d.Tables[k].Index(ctx)
	model, err := d.model(ctx, &q.Nodes, k, d.First, workers)
	if ended(ctx, err) {
		return q.unscored(ctx, q.N) // of real values, which all datasets have in all columns
	}
	if err != nil {
		return learned{}, err
	}
	search, columns := q.Search, q.N
	if seen := q.Seen.Of(k); seen != nil {
		columns = seen.Count()
	}
	search.Edges.Given = together(among(q.Edges.Given, q.Seen.Of(k), q.N), d.Tables[k:k+1], q.N)
	weights := search.Weights(q.N, columns)
	out, err := search.run(ctx, model, weights, q.N, q.Seed, workers)
	var dense *ges.TooDenseError
	if errors.As(err, &dense) {
		return learned{}, TooDense(&q.Nodes, dense, fmt.Sprint("dataset ", d.First+k)).InDAG(d.First + k)
	}
	if err != nil {
		return learned{}, err
	}
	scorer := score.NewLocalScorer(model)
	for y := range q.N {
		if seen := q.Seen.Of(k); seen != nil && !seen.Has(y) {
			continue
		}
		out.total += scorer.Score(int32(y), out.dag.Pa(y).Append(nil))
	}
	out.total += weightOf(weights, out.dag)
	out.prior = search.priorOf(out.dag, columns)
	for _, step := range out.steps {
		out.gains = append(out.gains, model.Float(step.Gain))
	}
	out.seconds = time.Since(begin).Seconds()
	return out, nil
}
