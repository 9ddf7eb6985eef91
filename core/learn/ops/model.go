package ops

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/learn/table"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// model is the score on dataset k. The first has this number in messages.
func (d *rows) model(ctx context.Context, x *call.Nodes, k, first, workers int) (score.Model, error) {
	model, err := d.modelOf(ctx, x, d.Tables[k], workers)
	var failure *call.Error
	if errors.As(err, &failure) {
		return nil, failure.InGraph("values", first+k)
	}
	return model, err
}

// modelOf is the score on a table.
func (d *rows) modelOf(ctx context.Context, x *call.Nodes, t *table.Table, workers int) (score.Model, error) {
	team := parallel.NewTeam(workers)
	defer team.Close()
	make, err := d.maker(ctx, x, t, team)
	if err != nil {
		return nil, err
	}
	return make(d.Parameters.MaxUnit)
}

// maker makes the score's models of a table.
func (d *rows) maker(ctx context.Context, x *call.Nodes, t *table.Table, team *parallel.Team) (score.Maker, error) {
	make, err := d.Kind.Of(ctx, t, d.Parameters, team)
	return func(maxUnit int) (score.Model, error) {
		model, err := make(maxUnit)
		return model, named(x, err)
	}, err
}

// named is an error of a score's model as the caller's.
func named(x *call.Nodes, err error) error {
	var singular *score.SingularError
	if errors.As(err, &singular) {
		return Singular(x, singular)
	}
	return err
}

// Singular names the columns of which one is a linear function of the others.
func Singular(x *call.Nodes, e *score.SingularError) *call.Error {
	instead := "or use the score \"bge\", which its prior defines all the same"
	if e.Prior {
		instead = "or give the columns in larger units: the prior decides here, and the sums of rows " +
			"with gaps or of several sites are not exact enough for it"
	}
	if e.Column < 0 {
		return call.Errorf(call.InvalidInput, "%d rows are too few for %d columns: a likelihood has a maximum only if there are "+
			"more rows than columns; leave out columns, %s", e.Rows, x.N, instead)
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
