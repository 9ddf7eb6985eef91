package score

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Kind is a score that can be asked for by its name. A file of this package registers it
// in its init: nothing else in the engine lists the scores.
type Kind struct {
	Name       string   `json:"name"`       // in requests, lower case
	Title      string   `json:"title"`      // as results show it
	Doc        string   `json:"doc"`        // one sentence, with the source
	Parameters []string `json:"parameters"` // the request's fields that it reads, as in Parameters

	// Discrete makes the score's model of a table of discrete variables. It is nil for any other
	// score.
	Discrete func(d *data.Dataset, p Parameters) Model `json:"-"`
	// Shape makes what is known of the models of this number of rows with these arities before any row
	// is counted. It is nil where Discrete is.
	Shape func(rows int, arity []int, p Parameters) Shape `json:"-"`
	// Continuous makes the score's model of real-valued data. It is nil for any other score. It may
	// fail with a *SingularError.
	Continuous func(s *data.Scatter, p Parameters) (Model, error) `json:"-"`
	// Mixed makes the score's models of tables that may have discrete and real-valued columns. It is nil for any other
	// score. If ctx ends first, Mixed returns ctx's error.
	Mixed func(ctx context.Context, d data.Mixed, p Parameters, team *parallel.Team) (Maker, error) `json:"-"`
	// Gaps is what Mixed does with a table that has gaps. It is nil if there is no such model.
	Gaps func(ctx context.Context, d data.Mixed, p Parameters, team *parallel.Team) (Maker, error) `json:"-"`
	// OfCorrelations makes the models of columns with these correlations, from this number of rows; variable v stands for the
	// columns from first[v] on. It is nil if a correlation is not all that the score needs.
	OfCorrelations func(first []int32, matrix []float64, rows int, p Parameters) Maker `json:"-"`
}

// TakesGaps reports whether the score has models of real-valued or mixed tables with gaps.
func (k *Kind) TakesGaps() bool { return k.Continuous != nil || k.Gaps != nil }

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
	k.Discrete = func(d *data.Dataset, p Parameters) Model { return newOfRows(d, p, formulaOf(d.Rows, p)) }
	k.Shape = func(rows int, arity []int, p Parameters) Shape {
		return Shape{newDiscrete(rows, arity, p, formulaOf(rows, p))}
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
