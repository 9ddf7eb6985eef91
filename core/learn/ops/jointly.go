package ops

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/jointly"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/learn/table"
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

// CheckFields checks what the tags cannot express.
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
		Weights: q.Weights(q.N, q.N), MaxParents: q.MostParents(), Constraints: together(q.Edges.Given, q.Datasets.Tables, q.N), Extended: q.Extended(),
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
	makers, unit, err := q.makers(ctx)
	if err != nil {
		return nil, nil, err
	}
	if !q.Own {
		pooled, err = makers[q.R](unit)
		return pooled, nil, err
	}
	models := make([]score.Model, len(makers))
	for again := unit == 0; ; again = false { // if it is not known, first to learn which units fit
		least := 0
		for k, make := range makers {
			if models[k], err = make(unit); err != nil {
				return nil, nil, err
			}
			if fits := models[k].Unit(); k == 0 || fits < least {
				least = fits
			}
		}
		if !again {
			break
		}
		unit = least - score.Room(q.R)
	}
	if q.Tables {
		pooled = models[q.R]
	}
	return pooled, score.Sum(models[:q.R]), nil
}

// makers make the models of each site's rows, and last the model of all rows. The unit of all is known of states alone; 0: the
// largest that fits the numbers.
func (q *jointlyRequest) makers(ctx context.Context) (makers []score.Maker, unit int, err error) {
	team, d := parallel.NewTeam(q.Workers), q.Datasets.rows
	defer team.Close()
	// The pooled score and the sites' own ones are of the same numbers, so that the larger one of them means something. And both
	// follow from sums over sites.
	sites, err := d.Kind.Ranked(ctx, d.Tables, d.Parameters, team)
	if err != nil {
		return nil, 0, err
	}
	d.Parameters.Raw = true
	all := table.Join(sites)
	if q.Tables { // the counts of the sites are counted in it too
		all.Index(ctx)
	} else {
		for _, site := range sites {
			site.Index(ctx)
		}
	}
	if d.Kind.Shape != nil {
		unit = jointly.Unit(d.Kind, all.Rows(), all.Arity(), d.Parameters, q.R)
	}
	for k, t := range append(slices.Clone(sites), all) {
		make, err := d.maker(ctx, &q.Nodes, t, team)
		if err != nil {
			return nil, 0, err
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
	return makers, unit, nil
}

// Joint is what a request for one structure of all sites has beside the search.
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

// Penalised reports whether the DAGs' votes are penalties.
func (j *Joint) Penalised() bool { return j.Pairs == "votes" }

// AllPairs reports whether the search is among all pairs, and the DAGs do not count.
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
