package operations

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/data"
	"github.com/mcbnc/mcbnc/core/ges"
	"github.com/mcbnc/mcbnc/core/jointly"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/score"
	"github.com/mcbnc/mcbnc/core/sums"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opLearnJointly learns one structure from the rows of all sites, given the DAG that each site
// learned. The results are those of the searches, in their order.
func opLearnJointly(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	begin := time.Now()
	ctx, stop := p.Limited(ctx, in.TimeLimit)
	defer stop()
	p.Enter(call.Learning)
	p.Begin(1)
	pooled, own, err := siteModels(ctx, in)
	if ended(ctx, err) {
		return unscoredJointly(ctx, in, begin)
	}
	if err != nil {
		return nil, err
	}
	problem := &jointly.Problem{
		Pooled: pooled, Own: own, Votes: jointly.Count(in.N, in.DAGs),
		Penalised: in.Pairs == wire.VotedPairs, AllPairs: in.Pairs == wire.AllPairs,
		Weights: in.PairWeights, MaxParents: in.MaxParents, Constraints: in.Constraints,
	}
	if in.Threshold != nil {
		problem.Share = *in.Threshold
	}
	found, err := jointly.Run(ctx, problem, in.Workers)
	var dense *ges.TooDenseError
	if errors.As(err, &dense) {
		return nil, tooDense(in, dense, "the rows of all datasets together")
	}
	if err != nil {
		return nil, err
	}
	p.Finished()
	p.Enter(call.Finishing)
	out := jointlyOutput(in, found, problem.Model().Unit(), begin)
	if found.Stopped {
		out.Status = context.Cause(ctx).Error()
	}
	return out, nil
}

// unscoredJointly is the result if ctx ended before the sums over the rows were there.
func unscoredJointly(ctx context.Context, in *wire.Input, begin time.Time) (*call.Output, error) {
	one, err := unscored(ctx, in)
	if err != nil {
		return nil, err
	}
	one.seconds = time.Since(begin).Seconds()
	out := learnedOutput(in, []learned{one})
	out.Counts = map[string]int64{"sets": 0, "best": 0, "pairs": int64(in.N * (in.N - 1) / 2)}
	out.Status = context.Cause(ctx).Error()
	return out, nil
}

// jointlyOutput makes the result arrays of a joint search that began then, whose scores have this
// unit.
func jointlyOutput(in *wire.Input, found *jointly.Result, unit int, begin time.Time) *call.Output {
	results := make([]learned, len(found.Found))
	for k, f := range found.Found {
		results[k] = learned{
			cpdag: f.CPDAG, dag: f.DAG, steps: f.Steps, total: logarithm(f.Mix, unit), stopped: found.Stopped,
			seconds: time.Since(begin).Seconds(),
		}
		for _, step := range f.Steps {
			results[k].gains = append(results[k].gains, logarithm(big.NewInt(step.Gain), unit))
		}
	}
	out := learnedOutput(in, results)
	out.Counts = map[string]int64{"sets": found.Counted, "best": int64(found.Best), "pairs": int64(found.Pairs)}
	return out
}

// logarithm is a number of units as a natural logarithm.
func logarithm(units *big.Int, unit int) float64 {
	f := new(big.Float).SetInt(units)
	value, _ := f.SetMantExp(f, -unit).Float64()
	return value
}

// siteModels are the model of all rows together, and the sum of the models of each site's rows.
// Both have the same unit. One that the search does without is nil.
func siteModels(ctx context.Context, in *wire.Input) (pooled, own score.Model, err error) {
	if in.Score.Discrete == nil {
		return continuousModels(ctx, in)
	}
	all := data.Join(in.Tables)
	parameters := in.Parameters
	parameters.MaxUnit = sums.Unit(in.Score, all.Rows, all.Arity(), parameters, in.R)
	if in.NoTables {
		for _, table := range in.Tables {
			table.Index(ctx)
		}
	} else { // the counts of the sites are counted in it too
		all.Index(ctx)
	}
	if !in.NoTables {
		pooled = in.Score.Discrete(all, parameters)
	}
	if !in.NoOwn {
		var models []score.Model
		for _, table := range in.Tables {
			models = append(models, in.Score.Discrete(table, parameters))
		}
		own = score.Sum(models)
	}
	return pooled, own, nil
}

// continuousModels are siteModels of real-valued data. The unit is the largest that fits them.
func continuousModels(ctx context.Context, in *wire.Input) (pooled, own score.Model, err error) {
	makers, err := modelMakers(ctx, in)
	if err != nil {
		return nil, nil, err
	}
	if in.NoOwn {
		pooled, err = makers[in.R](in.Parameters)
		return pooled, nil, err
	}
	parameters := in.Parameters
	models := make([]score.Model, len(makers))
	for range 2 { // first to learn which units fit, then with the unit that all have
		least := 0
		for k, make := range makers {
			if models[k], err = make(parameters); err != nil {
				return nil, nil, err
			}
			if unit := models[k].Unit(); k == 0 || unit < least {
				least = unit
			}
		}
		parameters.MaxUnit = least - score.Room(in.R)
	}
	if !in.NoTables {
		pooled = models[in.R]
	}
	return pooled, score.Sum(models[:in.R]), nil
}

// modelMakers make the models of each site's real-valued data, and last the model of all rows.
func modelMakers(ctx context.Context, in *wire.Input) ([]func(score.Parameters) (score.Model, error), error) {
	var makers []func(score.Parameters) (score.Model, error)
	team := parallel.NewTeam(in.Workers)
	defer team.Close()
	for k, table := range append(slices.Clone(in.Values), data.JoinContinuous(in.Values)) {
		scatter, err := data.NewScatter(ctx, table, team)
		if err != nil {
			return nil, err
		}
		makers = append(makers, func(p score.Parameters) (score.Model, error) {
			model, err := in.Score.Continuous(scatter, p)
			var singular *score.SingularError
			if errors.As(err, &singular) {
				failure := singularError(in, table.Rows, singular)
				if k < in.R {
					failure = failure.InGraph("values", k)
				}
				return nil, failure
			}
			return model, err
		})
	}
	return makers, nil
}
