package score

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/table"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Kind is a score that can be asked for by its name. A file of this package registers it
// in its init: nothing else in the engine lists the scores.
type Kind struct {
	Name       string   `json:"name"`       // in requests, lower case
	Title      string   `json:"title"`      // as results show it
	Doc        string   `json:"doc"`        // one sentence, with the source
	Parameters []string `json:"parameters"` // the request's fields that it reads, as in Parameters

	// Cells are what its tables have.
	Cells table.Cells `json:"-"`
	// Of makes the score's models of a table. If ctx ends first, Of returns ctx's error.
	Of func(ctx context.Context, t *table.Table, p Parameters, team *parallel.Team) (Maker, error) `json:"-"`

	// Discrete makes the model of states, and Shape what is known of the models of so many rows with these arities before any
	// row is counted. They are nil where there are numbers.
	Discrete func(d *data.Dataset, p Parameters) Model       `json:"-"`
	Shape    func(rows int, arity []int, p Parameters) Shape `json:"-"`
	// Continuous makes the model of a scatter of numbers alone. It may fail with a *SingularError.
	Continuous func(s *data.Scatter, p Parameters) (Model, error) `json:"-"`
	// OfCorrelations makes the models of columns with these correlations, from so many rows; variable v stands for the columns
	// from first[v] on. It is nil if a correlation is not all that the score needs.
	OfCorrelations func(first []int32, matrix []float64, rows int, p Parameters) Maker `json:"-"`
}

// Maker makes the model of a table with a unit of at most so many binary places; 0 is no limit. It may fail with a
// *SingularError.
type Maker func(maxUnit int) (Model, error)

// Ranks reports whether the score takes normal scores of numbers.
func (k *Kind) Ranks(p Parameters) bool { return k.Cells == table.Both && !p.Raw }

// Ranked are the tables that the score takes: with normal scores, by the ranks in each of them, if it takes these. If ctx ends
// first, Ranked returns ctx's error.
func (k *Kind) Ranked(ctx context.Context, tables []*table.Table, p Parameters, team *parallel.Team) ([]*table.Table, error) {
	if !k.Ranks(p) {
		return tables, nil
	}
	ranked := make([]*table.Table, len(tables))
	for i, t := range tables {
		var err error
		if ranked[i], err = t.NormalScores(ctx, team); err != nil {
			return nil, err
		}
	}
	return ranked, nil
}

// Products are what is known of rows by the sums of the products of their columns.
type Products interface {
	Correlations() (first []int32, matrix []float64) // see Kind.OfCorrelations
	Scatter() *data.Scatter
}

// TakesProducts reports whether Products are all that the score needs. So it takes numbers with gaps.
func (k *Kind) TakesProducts() bool { return k.Continuous != nil || k.OfCorrelations != nil }

// OfProducts makes the model of so many rows.
func (k *Kind) OfProducts(s Products, rows int, p Parameters) (Model, error) {
	if k.OfCorrelations == nil {
		return k.Continuous(s.Scatter(), p)
	}
	first, matrix := s.Correlations()
	return k.OfCorrelations(first, matrix, rows, p)(0)
}

// Parameters are the parameters of all scores. A score reads those that its Kind lists.
type Parameters struct {
	ESS     float64 // equivalent sample size, above 0
	Penalty float64 // the factor of the penalty for a parameter, at least 0
	AlphaMu float64 // the rows that the prior of the means counts for, at least 1e-10
	AlphaW  float64 // the degrees of freedom of the prior of the precision, above n + 1
	Surplus float64 // what a joint state beyond a quarter of the rows costs, at least 0
	Raw     bool    // real values are taken as they are, and not as normal scores

	// Memo holds what models of one Kind and the same parameters can share. nil: they share nothing.
	Memo *Memo
	// MaxUnit is the largest Unit that the model may have, so that models of different data can
	// have the same one. 0 is no limit.
	MaxUnit int
}

// places is the unit of a model: the given binary places, or fewer if these do not fit.
func (p Parameters) places(fit int) int {
	const enough = 40
	if p.MaxUnit != 0 {
		fit = min(fit, p.MaxUnit)
	}
	return min(fit, enough)
}

// maker makes models by the parameters, but for their MaxUnit.
func (p Parameters) maker(of func(p Parameters) (Model, error)) Maker {
	return func(maxUnit int) (Model, error) {
		p := p
		p.MaxUnit = maxUnit
		return of(p)
	}
}

// Default is the name of the score that is used where none is named.
const Default = "bdeu"

var kinds []Kind // sorted by name

func register(k Kind) {
	at, twice := slices.BinarySearchFunc(kinds, k.Name, byName)
	if twice {
		panic(fmt.Sprintf("score: %q is registered twice", k.Name))
	}
	k.Parameters = append([]string{}, k.Parameters...) // in JSON a list even if there are none
	kinds = slices.Insert(kinds, at, k)
}

// registerDiscrete registers a score of discrete data. The function makes the formula for a number of rows.
func registerDiscrete(k Kind, formulaOf func(rows int, p Parameters) formula) {
	k.Cells = table.States
	k.Discrete = func(d *data.Dataset, p Parameters) Model { return newOfRows(d, p, formulaOf(d.Rows, p)) }
	k.Of = func(_ context.Context, t *table.Table, p Parameters, _ *parallel.Team) (Maker, error) {
		return p.maker(func(p Parameters) (Model, error) { return k.Discrete(t.States, p), nil }), nil
	}
	k.Shape = func(rows int, arity []int, p Parameters) Shape {
		return Shape{newDiscrete(rows, arity, p, formulaOf(rows, p))}
	}
	register(k)
}

// registerContinuous registers a score of numbers, given its model of their scatter.
func registerContinuous(k Kind, of func(s *data.Scatter, p Parameters) (Model, error)) {
	k.Cells, k.Continuous = table.Numbers, of
	k.Of = func(ctx context.Context, t *table.Table, p Parameters, team *parallel.Team) (Maker, error) {
		scatter, err := data.NewScatter(ctx, t.Numbers, team)
		return p.maker(func(p Parameters) (Model, error) { return of(scatter, p) }), err
	}
	register(k)
}

func byName(k Kind, name string) int { return cmp.Compare(k.Name, name) }

// Kinds are all registered scores, sorted by name.
func Kinds() []Kind { return slices.Clone(kinds) }

// Names are the names of all registered scores, sorted.
func Names() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Name
	}
	return names
}

// Find returns the score of a name.
func Find(name string) (k Kind, found bool) {
	at, found := slices.BinarySearchFunc(kinds, name, byName)
	if found {
		k = kinds[at]
	}
	return k, found
}
