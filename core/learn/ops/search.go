package ops

import (
	"context"
	"errors"
	"math"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Search is what a request for a search has beside its rows.
type Search struct {
	Edges       call.Edges  // that every class on the way must have, and that none may have
	PairWeights PairWeights `call:"optional"`
	MaxParents  *int        `json:"max_parents" range:"0.." none:"no limit"`
	Way         string      `json:"search" words:"ges xges"`
	Prior       string      `json:"prior" words:"none edges"` // of structures: see prior.go
}

// Extended reports whether the search leaves local optima.
func (s *Search) Extended() bool { return s.Way == "xges" }

// MostParents is -1 if there is no limit.
func (s *Search) MostParents() int {
	if s.MaxParents == nil {
		return -1
	}
	return *s.MaxParents
}

func (s *Search) options(seed *int64) ges.Options {
	return ges.Options{Extended: s.Extended(), MaxParents: s.MostParents(), Constraints: s.Edges.Given, Seed: seed}
}

// learned is the result of a search.
type learned struct {
	dag     *graph.DAG // a member of the class that was found
	steps   []ges.Step
	gains   []float64
	total   float64 // the DAG's score
	prior   float64 // what of it is the prior's
	counted int64   // values of F that were evaluated
	seconds float64
	stopped bool // by ctx: the class is the one that was reached
	dense   *ges.TooDenseError
}

// run searches for the class that scores best by a model and the weights of pairs. A seed draws ties at random. The
// result lacks the total, the prior, the gains and the seconds.
func (s *Search) run(
	ctx context.Context, model score.Model, weights []float64, n int, seed *int64, workers int,
) (learned, error) {
	team := parallel.NewTeam(workers)
	defer team.Close()
	sets := score.NewSets(model, team)
	weighted := score.Weighted{Sets: sets, Weights: score.NewPairWeights(model, weights)}
	options := s.options(seed)
	if !model.Equal() {
		options.Score = weighted.Family
	}
	found, err := ges.Run(ctx, n, weighted, team, options)
	if err != nil && !errors.Is(err, ctx.Err()) {
		return learned{}, err
	}
	out := learned{steps: found.Steps, counted: sets.Counted(), stopped: err != nil, dense: found.Dense}
	out.dag, err = found.Class.Extension(s.Edges.Given.Directions())
	return out, err
}

// unscored is the result of a search whose ctx ended before the sums over the rows were there. The class
// is the one that every search begins with, and it has no score.
func (s *Search) unscored(ctx context.Context, n int) (learned, error) {
	// Such a search evaluates nothing, so it needs no scorer.
	found, err := ges.Run(ctx, n, nil, nil, s.options(nil))
	if !ended(ctx, err) {
		return learned{}, err
	}
	out := learned{total: math.NaN(), stopped: true}
	out.dag, err = found.Class.Extension(s.Edges.Given.Directions())
	return out, err
}

// ended reports whether an error is that ctx ended.
func ended(ctx context.Context, err error) bool {
	return ctx.Err() != nil && errors.Is(err, ctx.Err())
}

// denseNode is the caller's index of the node that a search was too dense at, -1 if it was not.
func denseNode(x *call.Nodes, dense *ges.TooDenseError) int {
	if dense == nil {
		return -1
	}
	return x.Index.Caller(dense.Node)
}

// TooDense is the error that a search of these data would take too many operators.
func TooDense(x *call.Nodes, dense *ges.TooDenseError, data string) *call.Error {
	y := denseNode(x, dense)
	return call.Invalidf("max_parents", "in %s, the neighbours of %s are joined to one another in too many "+
		"ways for an exact search; set a lower one, leave out columns that are equivalent to others, or require fewer "+
		"edges", data, x.Name(y)).At(y)
}
