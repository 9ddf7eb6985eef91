package ops

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/jointly"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/garbage"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() { call.Register("learn_jointly", learnJointly) }

type jointlyRequest struct {
	call.Common
	call.Parallel
	call.Timed
	Search
	Joint
	Datasets Datasets
	DAGs     call.DAGs
	Voted    voted `call:"optional"`
}

// voted is the vote of the sites' DAGs, which is the answer if the searches are stopped before they find a better one.
type voted struct{ DAG *graph.DAG }

var votedSpecs = call.OneDAGSpecs("voted")

func (v *voted) Arrays() []call.Spec { return votedSpecs }

func (v *voted) Read(r *call.Reader) (failure *call.Error) {
	if r.HasDAG("voted") {
		v.DAG, failure = call.OneDAG(r, "voted")
	}
	return failure
}

// CheckFields checks what the tags cannot say.
func (q *jointlyRequest) CheckFields() *call.Error { return q.Joint.Check() }

// learnJointly learns one structure from the rows of all sites, given the DAG that each site
// learned. The results are those of the searches, in their order.
func learnJointly(ctx context.Context, q *jointlyRequest, p *call.Progress) (*call.Output, error) {
	defer garbage.Allow()()
	begin := time.Now()
	ctx, stop := q.Limited(ctx, p)
	defer stop()
	p.Enter(call.Learning)
	p.Begin(1)
	pooled, own, err := q.models(ctx)
	if ended(ctx, err) {
		return q.unscoredJointly(ctx, begin)
	}
	if err != nil {
		return nil, err
	}
	problem := &jointly.Problem{
		Pooled: pooled, Own: own, Votes: jointly.Count(q.N, q.DAGs.List),
		Penalised: q.Penalised(), AllPairs: q.AllPairs(), Share: q.Share(),
		Weights: q.Weights(q.N, q.N), MaxParents: q.MostParents(), Constraints: together(q.Edges.Given, q.Datasets.Values, q.N), Extended: q.Extended(),
		Voted: q.Voted.DAG,
	}
	result, err := jointly.Run(ctx, problem, q.Workers)
	var dense *ges.TooDenseError
	if errors.As(err, &dense) {
		return nil, TooDense(&q.Nodes, dense, "the rows of all datasets together")
	}
	if err != nil {
		return nil, err
	}
	p.Finished()
	p.Enter(call.Finishing)
	out := Together(&q.Nodes, &q.Search, &q.Datasets.Score, result, problem.Model().Unit(), begin)
	if result.Stopped {
		out.Status = context.Cause(ctx).Error()
	}
	return out, nil
}

// unscoredJointly is the result if ctx ended before the sums over the rows were there.
func (q *jointlyRequest) unscoredJointly(ctx context.Context, begin time.Time) (*call.Output, error) {
	one, err := q.unscored(ctx, q.N)
	if err != nil {
		return nil, err
	}
	one.seconds = time.Since(begin).Seconds()
	counts := map[string]int64{"sets": 0, "best": 0, "pairs": int64(q.N * (q.N - 1) / 2)}
	if g := q.Voted.DAG; g != nil {
		one.dag = g
		counts["voted"] = 1
	}
	out := found(&q.Nodes, q.Datasets.title(&q.Search), q.Edges.Given, []learned{one})
	out.Counts = counts
	out.Status = context.Cause(ctx).Error()
	return out, nil
}

// models are the model of all rows together, and the sum of the models of each site's rows.
// Both have the same unit. One that the search does without is nil.
func (q *jointlyRequest) models(ctx context.Context) (pooled, own score.Model, err error) {
	d := &q.Datasets
	if d.Kind.Discrete == nil {
		return q.modelsOfNumbers(ctx)
	}
	all := data.Join(d.Tables)
	parameters := d.Parameters
	parameters.MaxUnit = jointly.Unit(d.Kind, all.Rows, all.Arity(), parameters, q.R)
	if q.Tables { // the counts of the sites are counted in it too
		all.Index(ctx)
		pooled = d.Kind.Discrete(all, parameters)
	} else {
		for _, table := range d.Tables {
			table.Index(ctx)
		}
	}
	if q.Own {
		var models []score.Model
		for _, table := range d.Tables {
			models = append(models, d.Kind.Discrete(table, parameters))
		}
		own = score.Sum(models)
	}
	return pooled, own, nil
}

// modelsOfNumbers are models of tables of numbers. The unit is the largest that fits them.
func (q *jointlyRequest) modelsOfNumbers(ctx context.Context) (pooled, own score.Model, err error) {
	makers, err := q.modelMakers(ctx)
	if err != nil {
		return nil, nil, err
	}
	maxUnit := 0
	if !q.Own {
		pooled, err = makers[q.R](maxUnit)
		return pooled, nil, err
	}
	models := make([]score.Model, len(makers))
	for range 2 { // first to learn which units fit, then with the unit that all have
		least := 0
		for k, make := range makers {
			if models[k], err = make(maxUnit); err != nil {
				return nil, nil, err
			}
			if unit := models[k].Unit(); k == 0 || unit < least {
				least = unit
			}
		}
		maxUnit = least - score.Room(q.R)
	}
	if q.Tables {
		pooled = models[q.R]
	}
	return pooled, score.Sum(models[:q.R]), nil
}

// modelMakers make the models of each site's numbers, and last the model of all rows.
func (q *jointlyRequest) modelMakers(ctx context.Context) ([]func(maxUnit int) (score.Model, error), error) {
	var makers []func(maxUnit int) (score.Model, error)
	team, d := parallel.NewTeam(q.Workers), q.Datasets.rows
	defer team.Close()
	if d.ofMixed() && !d.Parameters.Raw {
		sites, err := d.siteScores(ctx, team)
		if err != nil {
			return nil, err
		}
		d.Values, d.Parameters.Raw = sites, true
	}
	for k, table := range append(slices.Clone(d.Values), data.JoinContinuous(d.Values)) {
		make, err := d.modelMaker(ctx, &q.Nodes, table, team)
		if err != nil {
			return nil, err
		}
		makers = append(makers, func(maxUnit int) (score.Model, error) {
			model, err := make(maxUnit)
			var failure *call.Error
			if k < q.R && errors.As(err, &failure) {
				return nil, failure.InGraph("values", k)
			}
			return model, err
		})
	}
	return makers, nil
}

// siteScores are the normal scores of each site's rows, by the ranks at that site. The pooled score and the sites' own ones
// are of the same numbers then, so that the larger one of them means something. And both follow from sums over sites.
func (d *rows) siteScores(ctx context.Context, team *parallel.Team) (sites []*data.Continuous, err error) {
	for _, values := range d.Values {
		scores, err := data.Mixed{Continuous: values, Arity: d.Arity}.NormalScores(ctx, team)
		if err != nil {
			return nil, err
		}
		sites = append(sites, scores.Continuous)
	}
	return sites, nil
}

// Joint is what a request for one structure of all sites says beside the search.
type Joint struct {
	Pairs     string   `json:"pairs" words:"votes share all"`
	Threshold *float64 `json:"threshold" range:"0..1"`
	Tables    bool     `json:"tables" default:"true"` // false: by the sites' own scores alone
	Own       bool     `json:"own" default:"true"`    // false: by the pooled score alone
}

// Check checks that there is something to search by.
func (j *Joint) Check() *call.Error {
	if !j.Tables && !j.Own {
		return call.Invalidf("tables", "without tables and without the sites' own scores there is nothing to search by")
	}
	return nil
}

// Penalised tells whether the DAGs' votes are penalties.
func (j *Joint) Penalised() bool { return j.Pairs == "votes" }

// AllPairs tells whether the search is among all pairs, and the DAGs do not count.
func (j *Joint) AllPairs() bool { return j.Pairs == "all" }

// Share is the share of the DAGs that join the pairs that the search is among.
func (j *Joint) Share() float64 {
	if j.Threshold == nil {
		return 0
	}
	return *j.Threshold
}

// Together makes the result arrays of a joint search that began then, by a score, in a unit.
func Together(x *call.Nodes, s *Search, by *Score, result *jointly.Result, unit int, begin time.Time) *call.Output {
	results := make([]learned, len(result.Found))
	for k, f := range result.Found {
		results[k] = learned{
			dag: f.DAG, steps: f.Steps, total: logarithm(f.Mix, unit), prior: s.priorOf(f.DAG, x.N), stopped: result.Stopped, dense: f.Dense,
			seconds: time.Since(begin).Seconds(),
		}
		for _, step := range f.Steps {
			results[k].gains = append(results[k].gains, logarithm(big.NewInt(step.Gain), unit))
		}
	}
	out := found(x, by.title(s), s.Edges.Given, results)
	out.Counts = map[string]int64{"sets": result.Counted, "best": int64(result.Best), "pairs": int64(result.Pairs)}
	if result.Found[len(result.Found)-1].Method == jointly.MethodVote {
		out.Counts["voted"] = 1
	}
	return out
}

// logarithm is a number of units as a natural logarithm.
func logarithm(units *big.Int, unit int) float64 {
	f := new(big.Float).SetInt(units)
	value, _ := f.SetMantExp(f, -unit).Float64()
	return value
}
