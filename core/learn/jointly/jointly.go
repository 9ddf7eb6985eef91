package jointly

import (
	"context"
	"errors"
	"math/big"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Problem is what the sites send, and how to search.
type Problem struct {
	// Pooled and Own are of the same unit. Either may be a score.Partial. If one of them is nil, the
	// search by the other one is the only one, and the mix is the other score.
	Pooled, Own score.Model
	Votes       *Votes
	// Penalised: the votes are penalties and all pairs are searched, except by the own search.
	// Otherwise the pairs that Share of the DAGs join are searched, or all pairs if AllPairs.
	Penalised  bool
	AllPairs   bool
	Share      float64   // of the DAGs; at least one of them joins each pair
	Weights    []float64 // (n, n), symmetric, in natural logarithms: of the mix too; nil: none
	MaxParents int       // negative: any number
	// Extended: the searches leave local optima.
	Extended    bool
	Constraints *graph.Constraints
	// Voted is the vote of the sites' DAGs. It is one more answer if the searches are stopped. nil: there is none.
	Voted *graph.DAG
	// Ahead is how many more steps a search takes once it lacks an F, to learn what it may lack next.
	Ahead int
}

// Found is where a search ended.
type Found struct {
	Method string     // "pooled", "own" or "mixed"; or MethodVote, for Voted
	DAG    *graph.DAG // a member of the class
	Steps  []ges.Step
	Dense  *ges.TooDenseError
	Mix    *big.Int // the DAG's mix and weights, in units: a weight may be as large as any gain
}

// MethodVote is the method of what no search found: the vote of the sites' DAGs.
const MethodVote = "vote"

// Result is what the searches found.
type Result struct {
	Found   []Found
	Best    int   // the first one in Found with the highest mix
	Pairs   int   // the number of pairs that the pooled search was among, or the only one
	Counted int64 // values of F that were evaluated
	Stopped bool  // ctx ended: the classes are those that were reached
	// LacksPooled and LacksOwn are the sets or families, ascending, whose F must be known to go on. If there
	// are any, the searches have not ended, and nothing else is in the Result.
	LacksPooled, LacksOwn [][]int32
}

// Run runs the searches. If ctx ends, the result is that of the classes that were reached. An
// error is a *ges.TooDenseError.
func Run(ctx context.Context, p *Problem, workers int) (*Result, error) {
	team := parallel.NewTeam(workers)
	defer team.Close()
	model := p.Model()
	r := &runner{
		Problem: p, n: model.Variables(), team: team, both: score.NewLarger(p.Pooled, p.Own, team),
		expert:      score.NewPairWeights(model, p.Weights),
		lacksPooled: newLacking(p.Pooled), lacksOwn: newLacking(p.Own),
	}
	return r.run(ctx)
}

// Model is one of the models, which have the same variables and the same unit.
func (p *Problem) Model() score.Model {
	if p.Own == nil {
		return p.Pooled
	}
	return p.Own
}

// runner is the state of a run.
type runner struct {
	*Problem
	n      int
	team   *parallel.Team
	both   score.Larger       // what the models' scores are read from, without weights
	expert *score.PairWeights // the weights that the caller gave
	result Result

	lacksPooled, lacksOwn *lacking
}

// search is one of the searches.
type search struct {
	method string
	scorer scorer
	pairs  *bitset.Matrix // that are searched; nil: all
}

func (r *runner) run(ctx context.Context) (*Result, error) {
	for _, s := range r.searches() {
		if err := r.search(ctx, s); err != nil && !errors.Is(err, errLacks) {
			return nil, err
		}
	}
	r.result.Counted = r.both.Counted()
	if r.lacksMix() {
		return &Result{LacksPooled: r.lacksPooled.wanted, LacksOwn: r.lacksOwn.wanted}, nil
	}
	if r.result.Stopped { // what the searches asked for last was not evaluated
		r.both = score.NewLarger(r.Pooled, r.Own, r.team)
		if r.Voted != nil {
			r.result.Found = append(r.result.Found, Found{Method: MethodVote, DAG: r.Voted})
		}
	}
	for k := range r.result.Found {
		f := &r.result.Found[k]
		mix, err := r.mix(f.DAG)
		if err != nil {
			return nil, err
		}
		if f.Mix = mix; mix.Cmp(r.result.Found[r.result.Best].Mix) > 0 {
			r.result.Best = k
		}
	}
	return &r.result, nil
}

// searches are the searches in the order in which ties between their results go.
func (r *runner) searches() []search {
	var joined, searched *bitset.Matrix // by the own search, and by the pooled one
	if !r.AllPairs {
		pairs := r.Votes.Pairs(r.Share)
		joined = &pairs
	}
	weights := r.expert
	if r.Penalised {
		weights = r.penalties()
	} else {
		searched = joined
	}
	pooled := search{"pooled", r.scorer(score.Weighted{Sets: r.both.A, Weights: weights}, r.lacksPooled), searched}
	own := search{"own", r.scorer(score.Weighted{Sets: r.both.B, Weights: r.expert}, r.lacksOwn), joined}
	switch {
	case r.Own == nil:
		r.result.Pairs = r.count(searched)
		return []search{pooled}
	case r.Pooled == nil:
		r.result.Pairs = r.count(joined)
		return []search{own}
	}
	r.result.Pairs = r.count(searched)
	if !r.Penalised {
		return []search{pooled, own}
	}
	mixed := r.both
	mixed.Weights = weights
	return []search{pooled, own, {"mixed", r.scorer(mixed, r.lacksPooled, r.lacksOwn), nil}}
}

// penalties are those of the votes, and the weights that the caller gave.
func (r *runner) penalties() *score.PairWeights {
	weights := r.Votes.Penalties()
	for k, w := range r.Weights {
		weights[k] += w
	}
	return score.NewPairWeights(r.Model(), weights)
}

// count is the number of pairs of a symmetric matrix; nil has all.
func (r *runner) count(pairs *bitset.Matrix) (total int) {
	if pairs == nil {
		return r.n * (r.n - 1) / 2
	}
	for x := range r.n {
		total += pairs.Row(x).Count()
	}
	return total / 2
}

// search runs one search.
func (r *runner) search(ctx context.Context, s search) error {
	options := ges.Options{Extended: r.Extended, MaxParents: r.MaxParents, Constraints: r.among(s.pairs)}
	if s.method == "mixed" || !r.Model().Equal() { // the larger of two scores is not equal within a class
		options.Score = s.scorer.Family
	}
	found, err := ges.Run(ctx, r.n, s.scorer, r.team, options)
	switch {
	case err != nil && errors.Is(err, ctx.Err()):
		r.result.Stopped = true
	case lacksSomething(s.scorer): // whatever stopped it then
		return errLacks
	case err != nil:
		return err
	}
	f := Found{Method: s.method, Steps: found.Steps, Dense: found.Dense}
	f.DAG, err = found.Class.Extension(r.Constraints.Directions())
	r.result.Found = append(r.result.Found, f)
	return err
}

// among are the constraints, with all pairs forbidden that are neither among the given ones nor
// required.
func (r *runner) among(pairs *bitset.Matrix) *graph.Constraints {
	if pairs == nil {
		return r.Constraints
	}
	c := graph.NewConstraints(r.n)
	if r.Constraints != nil {
		c.Required, c.Directed = r.Constraints.Required, r.Constraints.Directed
	}
	for x := range r.n {
		row := c.Forbidden.Row(x)
		row.Fill(r.n)
		row.AndNot(pairs.Row(x))
		row.AndNot(c.Required.Row(x))
		row.Remove(x)
		if r.Constraints != nil {
			row.Or(r.Constraints.Forbidden.Row(x))
		}
	}
	return c
}

// mix is the mix of a DAG, and the weights that the caller gave.
func (r *runner) mix(g *graph.DAG) (*big.Int, error) {
	total := new(big.Int)
	add := func(units int64) { total.Add(total, big.NewInt(units)) }
	for y := range r.n {
		parents := g.Pa(y).Append(nil)
		value, err := r.both.Score(context.Background(), y, parents)
		if err != nil {
			return nil, err
		}
		add(value)
		for _, x := range parents {
			add(r.expert.Of(int(x), y))
		}
	}
	return total, nil
}
