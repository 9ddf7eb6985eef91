package over

import (
	"context"
	"errors"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/learn/table"
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

// em is the rule at work.
type em struct {
	*Problem
	patterns    *data.Patterns
	team        *parallel.Team
	weights     []float64
	constraints *graph.Constraints
	found       FoundNumbers
}

// RunNumbers learns from the numbers of sites with different columns. If ctx ends, the result is what was reached; before the
// first search has ended, it is the DAG that the sites elect. An error is a *ges.TooDenseError or a *score.SingularError.
func RunNumbers(ctx context.Context, p *Problem, workers int) (*FoundNumbers, error) {
	r := &em{Problem: p, team: parallel.NewTeam(workers)}
	defer r.team.Close()
	soon := context.WithoutCancel(ctx) // what every result needs, and is soon done
	ranked, err := p.Kind.Ranked(soon, p.Sites, p.Parameters, r.team)
	if err != nil {
		return nil, err
	}
	if r.patterns, err = data.NewPatterns(soon, table.Join(ranked).Numbers, r.team); err != nil {
		return nil, err
	}
	n := p.n()
	together, told := p.told(n)
	arity := slices.Repeat([]int{1}, n) // a family of numbers has no cells
	votes, dag := Elect(len(p.Sites), told, together, arity, p.mostParents())
	r.found.DAG, r.weights = dag, votes.Penalties()
	for k, w := range p.Weights {
		r.weights[k] += w
	}
	r.constraints = Together(p.Constraints, n, together)
	return &r.found, r.run(ctx, n)
}

func (r *em) run(ctx context.Context, n int) error {
	at, found := r.patterns.Independent(), &r.found
	for round := range numberRounds {
		order, parents := found.DAG.TopologicalOrder(), make([][]int32, n)
		for v := range parents {
			parents[v] = found.DAG.Pa(v).Append(nil)
		}
		for range emIterations {
			if ctx.Err() != nil {
				found.Stopped = true
				return nil
			}
			at = r.patterns.Fit(r.patterns.Expect(at, r.team), order, parents)
		}
		expected := r.patterns.Expect(at, r.team)
		if err := r.search(ctx, expected.Covariance, r.Extended && round == numberRounds-1); err != nil || found.Stopped {
			return err
		}
		r.searched()
	}
	found.Information = make([]float64, n*n)
	for x := range n {
		for y := range x {
			found.Information[x*n+y] = r.patterns.Information(at.Covariance, int32(x), int32(y))
			found.Information[y*n+x] = found.Information[x*n+y]
		}
	}
	return nil
}

func (r *em) search(ctx context.Context, covariance []float64, extended bool) error {
	model, err := r.Kind.OfProducts(r.patterns.At(covariance), r.patterns.Rows, r.Parameters)
	if err != nil {
		return err
	}
	found, sets := &r.found, score.NewSets(model, r.team)
	weighted := score.Weighted{Sets: sets, Weights: score.NewPairWeights(model, r.weights)}
	result, err := ges.Run(ctx, model.Variables(), weighted, r.team, ges.Options{
		MaxParents: r.mostParents(), Constraints: r.constraints, Extended: extended,
	})
	found.Counted += sets.Counted()
	if found.Stopped = err != nil && errors.Is(err, ctx.Err()); found.Stopped { // the structure of the search before is the better one
		return nil
	}
	if err != nil {
		return err
	}
	found.Steps, found.Dense, found.Model = result.Steps, result.Dense, model
	found.DAG, err = result.Class.Extension(r.constraints.Directions())
	return err
}

// told are how many sites see both columns of each pair, (n, n), and what the classes of their DAGs say of it.
func (p *Problem) told(n int) (together []int, told []PairVotes) {
	together = make([]int, n*n)
	classes := make([]*equiv.Class, len(p.DAGs))
	for k, g := range p.DAGs {
		classes[k] = equiv.FromDAG(g, equiv.Completed)
	}
	for x := range n {
		for y := range n {
			pair := PairVotes{X: x, Y: y}
			for k, site := range p.Sites {
				if !site.Has(x) || !site.Has(y) {
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
