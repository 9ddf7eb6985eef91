package ops

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// model is the score on dataset k. The first has this number in messages.
func (d *rows) model(ctx context.Context, x *call.Nodes, k, first, workers int) (score.Model, error) {
	if !d.ofNumbers() {
		return d.Kind.Discrete(d.Tables[k], d.Parameters), nil
	}
	model, err := d.modelOfNumbers(ctx, x, d.Values[k], workers)
	var failure *call.Error
	if errors.As(err, &failure) {
		return nil, failure.InGraph("values", first+k)
	}
	return model, err
}

// modelOfNumbers is the score on a table of numbers.
func (d *rows) modelOfNumbers(ctx context.Context, x *call.Nodes, values *data.Continuous, workers int) (score.Model, error) {
	team := parallel.NewTeam(workers)
	defer team.Close()
	make, err := d.modelMaker(ctx, x, values, team)
	if err != nil {
		return nil, err
	}
	return make(d.Parameters.MaxUnit)
}

// modelMaker makes the sums over the rows of a table of numbers. It returns the function that makes a model of these, with
// a unit of at most the given number of places.
func (d *rows) modelMaker(
	ctx context.Context, x *call.Nodes, values *data.Continuous, team *parallel.Team,
) (func(maxUnit int) (score.Model, error), error) {
	if d.ofMixed() {
		maker, err := d.Kind.Mixed(ctx, data.Mixed{Continuous: values, Arity: d.Arity}, d.Parameters, team)
		return func(maxUnit int) (score.Model, error) { return maker(maxUnit), nil }, err
	}
	scatter, err := data.NewScatter(ctx, values, team)
	return func(maxUnit int) (score.Model, error) {
		p := d.Parameters
		p.MaxUnit = maxUnit
		model, err := d.Kind.Continuous(scatter, p)
		var singular *score.SingularError
		if errors.As(err, &singular) {
			return nil, Singular(x, scatter.Rows, singular)
		}
		return model, err
	}, err
}

// Singular names columns where one is a linear function of the others.
func Singular(x *call.Nodes, rows int, e *score.SingularError) *call.Error {
	instead := "or use the score \"bge\", which its prior defines all the same"
	if e.Prior {
		instead = "or give the columns in larger units: the prior decides here, and the sums of rows " +
			"with gaps or of several sites are not exact enough for it"
	}
	if e.Column < 0 {
		return call.Errorf(call.InvalidInput, "%d rows are too few for %d columns: a likelihood has a maximum only if there are "+
			"more rows than columns; leave out columns, %s", rows, x.N, instead)
	}
	columns := []int{x.Index.Caller(e.Column)}
	for _, other := range e.Others {
		columns = append(columns, x.Index.Caller(other))
	}
	what := "does not vary"
	if len(e.Others) > 0 {
		what = "is a linear function of " + x.List(columns[1:])
	}
	return call.Errorf(call.InvalidInput, "%s %s; leave out columns, %s", x.Name(columns[0]), what, instead).At(columns...)
}
