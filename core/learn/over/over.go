package over

import (
	"context"
	"errors"
	"math"
	"math/big"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/learn/table"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Problem is what the sites send, and how to search.
type Problem struct {
	Sites       []*table.Table // in a column that a site lacks, states are 0 and do not count
	DAGs        []*graph.DAG   // by site: what it learned, without arcs at columns that it does not see; nil: they do not count
	Kind        score.Kind
	Parameters  score.Parameters
	Weights     []float64 // (n, n), symmetric, in natural logarithms; nil: none
	MaxParents  int       // negative: MostParents
	Extended    bool      // the last search of each chain leaves local optima
	Constraints *graph.Constraints
	Seed        uint64
	First       int // the number of the first chain: each draws by its number
	Chains      int // at least one
	Rounds      int // T, at least 0
	// Searched is called after each search, by any goroutine. nil: no one asks.
	Searched func()
}

// MostParents is how many parents an operator makes at most, by default.
const MostParents = 6

const (
	sweepsBefore  = 20 // the first search on filled rows
	sweepsBetween = 10 // two of them
)

// Chain is where a chain ended.
type Chain struct {
	DAG   *graph.DAG // a member of the class
	Steps []ges.Step // of the last search; a Gain is coded: see Gain
	Dense *ges.TooDenseError
	Mix   float64   // the DAG's mix on the filled rows; NaN without a search on them
	Cells [][]int32 // by site, in the caller's order: (rows, columns), filled; the rows in ascending order
}

// Result is what the chains found.
type Result struct {
	Chains  []Chain
	Counted int64 // values of F that were evaluated
	Stopped bool  // ctx ended: the chains are where they were
}

// Run runs the chains. If ctx ends, the result is what was reached. An error is a *ges.TooDenseError or a
// *TooManyStatesError.
func Run(ctx context.Context, p *Problem, workers int) (*Result, error) {
	sites, err := inOrder(context.WithoutCancel(ctx), p) // which is soon done, and every result needs it
	if err != nil {
		return nil, err
	}
	votes := count(p.n(), sites, p.DAGs)
	r := &runner{
		Problem: p, sites: sites, weights: votes.weights(p.Weights), constraints: Together(p.Constraints, p.n(), votes.seen),
	}
	rows := 0
	for _, s := range sites {
		rows += s.rows
	}
	r.unit = p.Kind.Shape(rows, p.arity(), p.Parameters).Unit() - score.Room(len(sites))
	r.marginal = marginals(p.arity(), sites)
	return r.run(ctx, workers)
}

func (p *Problem) n() int { return p.Sites[0].Columns() }

// Searches is how many searches a run makes.
func (p *Problem) Searches() int {
	if p.Kind.Cells != table.States {
		return numberRounds
	}
	return 1 + p.Chains*p.Rounds
}

func (p *Problem) arity() []int { return p.Sites[0].Arity() }

// models are the model of all rows of some tables together, and the sum of those of each table, of one unit. Of one table
// there is one model.
func (p *Problem) models(ctx context.Context, tables []*data.Dataset, unit int) (pooled, own score.Model) {
	parameters := p.Parameters
	parameters.MaxUnit = unit
	joined := data.Join(tables)
	joined.Index(ctx)
	if pooled = p.Kind.Discrete(joined, parameters); len(tables) == 1 {
		return pooled, nil
	}
	var each []score.Model
	for _, table := range tables {
		if !pooled.Equal() { // else the rows of all tables are counted by table
			table.Index(ctx)
		}
		each = append(each, p.Kind.Discrete(table, parameters))
	}
	return pooled, score.Sum(each)
}

// runner is what the chains have in common.
type runner struct {
	*Problem
	sites       []*site
	weights     []float64
	constraints *graph.Constraints
	unit        int
	marginal    [][]float64
}

func (r *runner) run(ctx context.Context, workers int) (*Result, error) {
	scorer := newSameRows(r.Problem, r.sites, r.weights, r.unit, workers)
	team := parallel.NewTeam(workers)
	defer team.Close()
	first, err := ges.Run(ctx, r.n(), scorer, team, ges.Options{MaxParents: r.mostParents(), Constraints: r.constraints})
	stopped := err != nil && errors.Is(err, ctx.Err())
	if err != nil && !stopped {
		return nil, err
	}
	r.searched()
	begin := Chain{Steps: first.Steps, Dense: first.Dense, Mix: math.NaN()}
	if begin.DAG, err = first.Class.Extension(r.constraints.Directions()); err != nil {
		return nil, err
	}
	result := &Result{Chains: make([]Chain, r.Chains), Counted: scorer.counted, Stopped: stopped}
	ended, counted := make([]bool, r.Chains), make([]int64, r.Chains)
	err = parallel.For(context.WithoutCancel(ctx), r.Chains, workers, func(_, k int) (err error) {
		result.Chains[k], counted[k], err = r.chain(ctx, k, begin, workersOf(k, r.Chains, workers))
		if ended[k] = err != nil && errors.Is(err, ctx.Err()); ended[k] {
			return nil
		}
		return err
	})
	for k := range ended {
		result.Stopped = result.Stopped || ended[k]
		result.Counted += counted[k]
	}
	return result, err
}

// workersOf are the workers of a chain. The chains that are left when all others have one each share all of them.
func workersOf(k, chains, workers int) int {
	if left := chains % workers; left > 0 && k >= chains-left {
		return workers / left
	}
	return 1
}

func (p *Problem) searched() {
	if p.Searched != nil {
		p.Searched()
	}
}

func (p *Problem) mostParents() int {
	if p.MaxParents < 0 {
		return MostParents
	}
	return p.MaxParents
}

// chain is steps 4 and 5. If ctx ends, the chain is where it was after its last search.
func (r *runner) chain(ctx context.Context, k int, at Chain, workers int) (_ Chain, counted int64, err error) {
	team := parallel.NewTeam(workers)
	defer team.Close()
	f := &filling{n: r.n(), arity: r.arity(), sites: r.sites, marginal: r.marginal, key: [2]uint64{r.Seed, uint64(r.First + k)}}
	f.start()
	times := sweepsBefore
	for round := range r.Rounds {
		if err = f.sweep(ctx, at.DAG, times, team); err != nil {
			break
		}
		times = sweepsBetween
		next, found, failure := r.search(ctx, f, team, r.Extended && round == r.Rounds-1)
		counted += found
		if err = failure; err != nil {
			break
		}
		at = next
		r.searched()
	}
	at.Cells = r.inCallersOrder(f.cells)
	return at, counted, err
}

func (r *runner) inCallersOrder(cells [][]int32) [][]int32 {
	out := make([][]int32, len(cells))
	for k, s := range r.sites {
		out[s.given] = cells[k]
	}
	return out
}

// search is step 5.
func (r *runner) search(
	ctx context.Context, f *filling, team *parallel.Team, extended bool,
) (at Chain, counted int64, err error) {
	var tables []*data.Dataset
	for k := range r.sites {
		tables = append(tables, f.table(k))
	}
	pooled, own := r.models(ctx, tables, r.unit)
	larger := score.NewLarger(pooled, own, team)
	plain := larger
	larger.Weights = score.NewPairWeights(pooled, r.weights)
	options := ges.Options{MaxParents: r.mostParents(), Constraints: r.constraints, Extended: extended}
	if options.Score = larger.Family; !extended {
		options.Score = nil
	}
	found, err := ges.Run(ctx, r.n(), rounded{larger, r.unit}, team, options)
	if err != nil {
		return at, larger.Counted(), err
	}
	at = Chain{Steps: found.Steps, Dense: found.Dense}
	if at.DAG, err = found.Class.Extension(r.constraints.Directions()); err != nil {
		return at, larger.Counted(), err
	}
	at.Mix, err = mixOf(ctx, plain, at.DAG, r.unit)
	return at, larger.Counted(), err
}

// mixOf is the mix of a DAG, without weights, in natural logarithms.
func mixOf(ctx context.Context, larger score.Larger, g *graph.DAG, unit int) (float64, error) {
	total := new(big.Int)
	for y := range g.N {
		value, err := larger.Score(ctx, y, g.Pa(y).Append(nil))
		if err != nil {
			return 0, err
		}
		total.Add(total, big.NewInt(value))
	}
	f := new(big.Float).SetInt(total)
	mix, _ := f.SetMantExp(f, -unit).Float64()
	return mix, nil
}
