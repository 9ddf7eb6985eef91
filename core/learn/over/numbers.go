package over

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// The rule for numbers, and for columns of numbers beside columns of states: the structural EM algorithm of Friedman (1997).
// Nothing is drawn. G₀ is the DAG that the sites elect (Elect), and w is as in step 1. In each of four rounds the normal
// distribution of G_{t−1} is fitted, by 20 iterations of EM over the rows as they are, and G_t is found on the covariance
// that is expected then, as of the number of complete rows that a pair of columns has in the mean. Pairs that no site sees
// are forbidden, unless they are required. A node has at most 6 parents. The last search is the answer.

const (
	numberRounds = 4
	emIterations = 20 // for each graph
)

// Numbers is what sites with numbers send, and how to search.
type Numbers struct {
	Patterns    *data.Patterns
	Seen        []bitset.Set // by site: the columns that it sees
	DAGs        []*graph.DAG // by site, without arcs at columns that it does not see
	Model       func(covariance []float64) (score.Model, error)
	Weights     []float64
	MaxParents  int  // negative: MostParents
	Extended    bool // the last search leaves local optima
	Constraints *graph.Constraints
	Searched    func() // is called after each search; nil: no one asks
}

// FoundNumbers is where the last search ended that ctx did not stop.
type FoundNumbers struct {
	DAG         *graph.DAG
	Steps       []ges.Step
	Dense       *ges.TooDenseError
	Model       score.Model // nil if ctx ended before the first search had
	Information []float64   // (n, n): the mutual information of two columns in the distribution of the last DAG but one
	Counted     int64
	Stopped     bool
}

// NumberSearches is how many searches RunNumbers makes.
const NumberSearches = numberRounds

// RunNumbers learns from the numbers of sites with different columns. If ctx ends, the result is what was reached. An error is
// a *ges.TooDenseError, or Model's.
func RunNumbers(ctx context.Context, p *Numbers, workers int) (*FoundNumbers, error) {
	team := parallel.NewTeam(workers)
	defer team.Close()
	n := len(p.Patterns.First) - 1
	if p.MaxParents < 0 {
		p.MaxParents = MostParents
	}
	together, told := p.told(n)
	arity := make([]int, n)
	for v := range arity {
		arity[v] = 1 // a family of numbers has no cells
	}
	votes, dag := Elect(len(p.Seen), told, together, arity, p.MaxParents)
	weights := votes.Penalties()
	for k, w := range p.Weights {
		weights[k] += w
	}
	constraints := Together(p.Constraints, n, together)
	found := &FoundNumbers{DAG: dag}
	at := p.Patterns.Independent()
	for round := range numberRounds {
		order, parents := found.DAG.TopologicalOrder(), make([][]int32, n)
		for v := range parents {
			parents[v] = found.DAG.Pa(v).Append(nil)
		}
		for range emIterations {
			if ctx.Err() != nil {
				found.Stopped = true
				return found, p.keep(ctx, found, constraints)
			}
			at = p.Patterns.Fit(p.Patterns.Expect(at, team), order, parents)
		}
		expected := p.Patterns.Expect(at, team)
		if err := p.search(ctx, found, expected.Covariance, weights, constraints, p.Extended && round == numberRounds-1, team); err != nil {
			return found, err
		}
		if found.Stopped {
			return found, nil
		}
		if p.Searched != nil {
			p.Searched()
		}
	}
	found.Information = make([]float64, n*n)
	for x := range n {
		for y := range x {
			found.Information[x*n+y] = p.Patterns.Information(at.Covariance, int32(x), int32(y))
			found.Information[y*n+x] = found.Information[x*n+y]
		}
	}
	return found, nil
}

// keep makes a result that ended before the first search keep the constraints, as the DAG that the sites elect need not: it is
// then what every search begins with.
func (p *Numbers) keep(ctx context.Context, found *FoundNumbers, constraints *graph.Constraints) error {
	if p.Constraints == nil || found.Model != nil {
		return nil
	}
	// A search that has no time evaluates nothing, so it needs no scorer.
	begun, err := ges.Run(ctx, found.DAG.N, nil, nil, ges.Options{MaxParents: p.MaxParents, Constraints: constraints})
	if !errors.Is(err, ctx.Err()) {
		return err
	}
	found.DAG, err = begun.Class.Extension(constraints.Directions())
	return err
}

// told are how many sites see both columns of each pair, (n, n), and the votes of their DAGs' classes on it.
func (p *Numbers) told(n int) (together []int, told []PairVotes) {
	together = make([]int, n*n)
	classes := make([]*equiv.Class, len(p.DAGs))
	for k, g := range p.DAGs {
		classes[k] = equiv.FromDAG(g, equiv.Completed)
	}
	for x := range n {
		for y := range n {
			pair := PairVotes{X: x, Y: y}
			for k, seen := range p.Seen {
				if !seen.Has(x) || !seen.Has(y) {
					continue
				}
				together[x*n+y]++
				switch class := classes[k]; {
				case class.Pa(y).Has(x):
					pair.Numbers[0]++
				case class.Pa(x).Has(y):
					pair.Numbers[1]++
				case class.Ne(x).Has(y):
					pair.Numbers[2]++
				}
			}
			if x < y && together[x*n+y] > 0 {
				told = append(told, pair)
			}
		}
	}
	return together, told
}

func (p *Numbers) search(
	ctx context.Context, found *FoundNumbers, covariance, weights []float64, constraints *graph.Constraints, extended bool,
	team *parallel.Team,
) error {
	model, err := p.Model(covariance)
	if err != nil {
		return err
	}
	sets := score.NewSets(model, team)
	weighted := score.Weighted{Sets: sets, Weights: score.NewPairWeights(model, weights)}
	result, err := ges.Run(ctx, model.Variables(), weighted, team, ges.Options{
		MaxParents: p.MaxParents, Constraints: constraints, Extended: extended,
	})
	found.Counted += sets.Counted()
	if found.Stopped = err != nil && errors.Is(err, ctx.Err()); err != nil {
		if found.Stopped { // the structure of the search before is the better one
			return nil
		}
		return err
	}
	found.Steps, found.Dense, found.Model = result.Steps, result.Dense, model
	found.DAG, err = result.Class.Extension(constraints.Directions())
	return err
}
