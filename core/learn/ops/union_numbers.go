package ops

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/over"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/garbage"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() { call.Register("learn_union_numbers", learnUnionNumbers) }

// unionNumbersRequest has NaN in the columns that a site does not see.
type unionNumbersRequest struct {
	call.Common
	call.Parallel
	call.Timed
	Search
	Datasets Partial
	DAGs     call.DAGs
	Seen     call.Seen
}

// CheckFields checks what the tags cannot say.
func (q *unionNumbersRequest) CheckFields() *call.Error {
	if !q.Datasets.ofNumbers() {
		return call.Invalidf("score", "%q is of states; this is about numbers", q.Datasets.Name)
	}
	return nil
}

// CheckParts checks what several Parts say together.
func (q *unionNumbersRequest) CheckParts() *call.Error {
	if failure := q.Seen.Check(&q.DAGs, &q.Nodes); failure != nil {
		return failure
	}
	for k, table := range q.Datasets.Values {
		for e, column := range table.Columns {
			if seen := q.Seen.Of(k).Has(e); seen != data.Known(column).Any() && table.Rows > 0 {
				v, has := q.Index.Caller(e), "has no value"
				if !seen {
					has = "lacks the column, but has values"
				}
				return call.Invalidf("seen", "dataset %d %s of %s", k, has, q.Name(v)).InDAG(k).At(v)
			}
		}
	}
	return nil
}

// learnUnionNumbers learns from sites with different columns of numbers, given the DAG that each site learned.
func learnUnionNumbers(ctx context.Context, q *unionNumbersRequest, p *call.Progress) (*call.Output, error) {
	defer garbage.Allow()()
	begin := time.Now()
	ctx, stop := q.Limited(ctx, p)
	defer stop()
	p.Enter(call.Learning)
	p.Begin(over.NumberSearches)
	patterns, err := q.patterns(context.WithoutCancel(ctx)) // which is soon done, and every result needs it
	if err != nil {
		return nil, err
	}
	problem := &over.Numbers{
		Patterns: patterns, Seen: q.Seen, DAGs: q.DAGs.List, Model: q.modelOf(patterns), Weights: q.Weights(q.N, q.N),
		MaxParents: q.MostParents(), Extended: q.Extended(), Constraints: q.Edges.Given, Searched: p.Finished,
	}
	result, err := over.RunNumbers(ctx, problem, q.Workers)
	var dense *ges.TooDenseError
	if errors.As(err, &dense) {
		return nil, TooDense(&q.Nodes, dense, "the rows of all datasets together")
	}
	if err != nil {
		return nil, err
	}
	p.Enter(call.Finishing)
	if result.Model == nil { // the DAG that the searches begin with need not keep the lists of edges
		first, err := q.unscored(ctx, q.N)
		if err != nil {
			return nil, err
		}
		result.DAG = first.dag
	}
	return q.output(ctx, result, time.Since(begin).Seconds()), nil
}

// patterns are the rows of all sites. Normal scores are by the ranks at each site.
func (q *unionNumbersRequest) patterns(ctx context.Context) (*data.Patterns, error) {
	team, d := parallel.NewTeam(q.Workers), q.Datasets.rows
	defer team.Close()
	arity := d.Arity
	if arity == nil {
		arity = make([]int, q.N)
	}
	if d.ofMixed() && !d.Parameters.Raw {
		sites, err := d.siteScores(ctx, team)
		if err != nil {
			return nil, err
		}
		d.Values = sites
	}
	return data.NewPatterns(ctx, data.Mixed{Continuous: data.JoinContinuous(d.Values), Arity: arity}, team)
}

// modelOf makes the score's model of a covariance.
func (q *unionNumbersRequest) modelOf(patterns *data.Patterns) func(covariance []float64) (score.Model, error) {
	d := &q.Datasets
	if d.Kind.OfCorrelations != nil {
		return func(covariance []float64) (score.Model, error) {
			return d.Kind.OfCorrelations(patterns.First, patterns.Correlations(covariance), patterns.Rows, d.Parameters)(0), nil
		}
	}
	return func(covariance []float64) (score.Model, error) {
		model, err := d.Kind.Continuous(patterns.Scatter(covariance), d.Parameters)
		var singular *score.SingularError
		if errors.As(err, &singular) {
			return nil, Singular(&q.Nodes, patterns.Rows, singular)
		}
		return model, err
	}
}

func (q *unionNumbersRequest) output(ctx context.Context, result *over.FoundNumbers, seconds float64) *call.Output {
	one := learned{
		dag: result.DAG, steps: result.Steps, total: math.NaN(), stopped: result.Stopped, dense: result.Dense,
		seconds: seconds, counted: result.Counted,
	}
	if model := result.Model; model != nil {
		scorer := score.NewLocalScorer(model)
		one.total, one.prior = weightOf(q.Weights(q.N, q.N), result.DAG), q.priorOf(result.DAG, q.N)
		for y := range q.N {
			one.total += scorer.Score(int32(y), result.DAG.Pa(y).Append(nil))
		}
		for _, step := range result.Steps {
			one.gains = append(one.gains, model.Float(step.Gain))
		}
	}
	out := found(&q.Nodes, q.Datasets.title(&q.Search), q.Edges.Given, []learned{one})
	if result.Stopped {
		out.Status = context.Cause(ctx).Error()
	}
	information := make([]float64, q.N*q.N)
	for x := range q.N {
		for y := range q.N {
			if result.Information != nil {
				information[q.Index.Caller(x)*q.N+q.Index.Caller(y)] = result.Information[x*q.N+y]
			}
		}
	}
	out.Arrays["information"] = call.NewArray(information, q.N, q.N)
	return out
}
