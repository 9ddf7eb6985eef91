package ops

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/learn/table"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Score is the score that a request names, and its parameters.
type Score struct {
	Name    string   `json:"score"`
	ESS     *float64 `json:"ess"`
	Penalty *float64 `json:"penalty"`
	AlphaMu *float64 `json:"alpha_mu"`
	AlphaW  *float64 `json:"alpha_w"`
	Surplus *float64 `json:"surplus"`
	Reading *string  `json:"values" words:"normal-scores raw"` // how the score takes real values

	Kind       score.Kind
	Parameters score.Parameters
	apart      []string // the parameters in which it is not the published score, with their values
}

// title is the score's name in results, as a search by this prior takes it: the name of the published score and what is
// not as published, such as "qNML with surplus 2 and the prior of edges".
func (s *Score) title(search *Search) string {
	told := strings.Join(s.apart, ", ")
	switch {
	case search.Prior != "edges":
	case told == "":
		told = "the prior of edges"
	default:
		told += " and the prior of edges"
	}
	if told == "" {
		return s.Kind.Title
	}
	return s.Kind.Title + " with " + told
}

// cells are what rows for the score have, also before the score is checked.
func (s *Score) cells() table.Cells {
	kind, _ := score.Find(s.Name)
	return kind.Cells
}

// Check checks the score and its parameters, for n nodes. A parameter of another score is refused.
func (s *Score) Check(n int) *call.Error {
	var known bool
	if s.Kind, known = score.Find(cmp.Or(s.Name, score.Default)); !known {
		return call.MustBe("score", call.OneOf(score.Names()...), fmt.Sprintf("%.40q", s.Name))
	}
	for i, given := range []*float64{s.ESS, s.Penalty, s.AlphaMu, s.AlphaW, s.Surplus} {
		name := []string{"ess", "penalty", "alpha_mu", "alpha_w", "surplus"}[i]
		if given != nil && !slices.Contains(s.Kind.Parameters, name) {
			return s.notMine(name)
		}
	}
	if s.Reading != nil && !slices.Contains(s.Kind.Parameters, "values") {
		return s.notMine("values")
	}
	return s.readParameters(n)
}

func (s *Score) readParameters(n int) *call.Error {
	p := &s.Parameters
	p.Memo = new(score.Memo) // all models of a request are of one Kind and have these parameters
	s.apart = nil
	if p.Raw = s.Reading != nil && *s.Reading == "raw"; p.Raw {
		s.apart = append(s.apart, "raw values")
	}
	const leastMu = 1e-10   // much below, alpha_w would not differ from n + 1
	const mostSurplus = 1e6 // beyond, the other terms of F would lose digits
	least := float64(n + 1) // the prior of the covariance has a mean only above
	return cmp.Or(
		s.read(&p.ESS, s.ESS, "ess", 1, above(0)),
		s.read(&p.Penalty, s.Penalty, "penalty", 1, atLeast(0)),
		s.read(&p.Surplus, s.Surplus, "surplus", 0, limits{0, mostSurplus, true}),
		s.read(&p.AlphaMu, s.AlphaMu, "alpha_mu", 1, atLeast(leastMu)),
		s.read(&p.AlphaW, s.AlphaW, "alpha_w", least+p.AlphaMu, above(least)),
	)
}

// read reads a parameter within its limits. The published score has the usual one.
func (s *Score) read(into, given *float64, argument string, usual float64, l limits) *call.Error {
	err := parameter(into, given, argument, usual, l)
	if err == nil && *into != usual {
		s.apart = append(s.apart, fmt.Sprintf("%s %v", argument, *into))
	}
	return err
}

// notMine is the error that a parameter is of another score.
func (s *Score) notMine(name string) *call.Error {
	own := "which has none"
	if len(s.Kind.Parameters) > 0 {
		own = "which has " + strings.Join(s.Kind.Parameters, " and ")
	}
	return call.Invalidf(name, "it is no parameter of the score %q, %s", s.Kind.Name, own)
}

// limits are those of a number: above least, or least itself if orLeast, and at most most.
type limits struct {
	least, most float64
	orLeast     bool
}

func above(least float64) limits   { return limits{least, math.MaxFloat32, false} }
func atLeast(least float64) limits { return limits{least, math.MaxFloat32, true} }

// parameter reads a number within its limits.
func parameter(into, given *float64, argument string, usual float64, l limits) *call.Error {
	if *into = usual; given != nil {
		*into = *given
	}
	sign := ">"
	if l.orLeast {
		sign = ">="
	}
	if *into < l.least || (*into == l.least && !l.orLeast) || *into > l.most {
		return call.MustBe(argument, fmt.Sprintf("a number %s %v and at most %.2g", sign, l.least, l.most), *into)
	}
	return nil
}

func init() { call.Register("scores", scores) }

type scoresRequest struct {
	call.Common
	call.Parallel
	Dataset Dataset
	Graphs  call.CountedGraphs
}

// scores computes the score of each node in each graph.
func scores(ctx context.Context, q *scoresRequest, _ *call.Progress) (*call.Output, error) {
	model, err := q.Dataset.model(ctx, &q.Nodes, 0, 0, q.Workers)
	if err != nil {
		return nil, err
	}
	scorers := make([]*score.LocalScorer, q.Workers)
	return eachFamily(ctx, &q.Common, q.Workers, q.Graphs.Members, func(worker int, g *graph.DAG, y int) float64 {
		if scorers[worker] == nil {
			scorers[worker] = score.NewLocalScorer(model)
		}
		return scorers[worker].Score(int32(y), g.Pa(y).Append(nil))
	})
}

// eachFamily evaluates f for each node in each of the graphs. The result has the values (graphs, n) and their
// sums (graphs,). The sums are taken in the order of the engine's nodes, so they do not depend on workers.
func eachFamily(
	ctx context.Context, c *call.Common, workers int, graphs []*graph.DAG, f func(worker int, g *graph.DAG, y int) float64,
) (*call.Output, error) {
	values := make([]float64, len(graphs)*c.N)
	err := parallel.For(ctx, len(values), workers, func(worker, i int) error {
		k, y := i/c.N, i%c.N
		values[k*c.N+c.Index.Caller(y)] = f(worker, graphs[k], y)
		return nil
	})
	if err != nil {
		return nil, err
	}
	totals := make([]float64, len(graphs))
	for k := range totals {
		for y := range c.N {
			totals[k] += values[k*c.N+c.Index.Caller(y)]
		}
	}
	return &call.Output{Arrays: call.Arrays{
		"value": call.NewArray(values, len(graphs), c.N), "total": call.NewArray(totals, len(graphs)),
	}}, nil
}
