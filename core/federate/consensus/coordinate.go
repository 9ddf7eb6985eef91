package consensus

import (
	"context"
	"fmt"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

// Result is that of a run with all DAGs in one place, without what each DAG removed.
type Result struct {
	Order      []int32
	Trajectory *consensus.Trajectory
	Theta      *float64 // the threshold in force; nil: none
	DAG        *graph.DAG
	Seen       *Seen  // of DAGs over different nodes; nil: these have the same
	Unsure     []Pair // of those, at a threshold: the edges of DAG whose every join the rest explains
	Voted      *Voted // of a vote, which has no order and no trajectory
	Rounds     int    // questions
	Numbers    int64  // that each site has sent
}

// Coordinate asks the sites until it has the result.
func Coordinate(ctx context.Context, terms *Terms, ask Ask) (*Result, error) {
	c := &coordinator{Terms: terms, put: ask, guess: stale}
	return c.run(ctx)
}

// coordinator is a consensus that is being made.
type coordinator struct {
	*Terms
	put    Ask
	guess  guess
	result Result
	length int // of an answer to the question that was put last

	resumed *deleting  // the state of the deletions from which it can be resumed, if there is one
	rounds  int        // before that state
	numbers int64      // before that state
	since   [][]uint64 // the sums after it
}

// run is order, fusion, deletions, and the state at θ.
func (c *coordinator) run(ctx context.Context) (*Result, error) {
	r := &c.result
	if c.Vote != nil {
		if err := c.vote(ctx); err != nil {
			return nil, err
		}
		return r, nil
	}
	d := c.resumed
	if d == nil {
		if c.Unlike {
			if err := c.askSeen(ctx); err != nil {
				return nil, err
			}
		}
		fusion, order, err := c.fuse(ctx, c.Order, &Question{})
		if err != nil {
			return nil, err
		}
		r.Order = order
		if d, err = c.begin(ctx, fusion); err != nil {
			return nil, err
		}
	}
	var err error
	if r.Trajectory, err = d.run(ctx); err != nil {
		return nil, err
	}
	if err = c.chooseTheta(ctx); err != nil {
		return nil, err
	}
	if r.DAG, err = c.output(ctx); err != nil {
		return nil, err
	}
	if c.Unlike && r.Theta != nil {
		if err = c.unsure(ctx); err != nil {
			return nil, err
		}
	}
	if c.Unlike && r.Seen.Lacking == 0 {
		t := *r.Trajectory // a state of the deletions has the other
		t.Steps = alike(t.Steps)
		r.Trajectory = &t
	}
	return r, nil
}

// fuse is the union of the sites' I-maps and of the required pairs, along the order or the greedy
// one. The question has what is left of the sites' DAGs.
func (c *coordinator) fuse(ctx context.Context, order []int32, at *Question) (*graph.DAG, []int32, error) {
	var err error
	if order == nil {
		if order, err = c.order(ctx, at); err != nil {
			return nil, nil, err
		}
	}
	union, err := c.union(ctx, order, at)
	if err != nil {
		return nil, nil, err
	}
	c.Run.Constraints.Require(union, order)
	return union, order, nil
}

// union is the union of the minimal I-maps along the order of what is left of the sites' DAGs.
func (c *coordinator) union(ctx context.Context, order []int32, at *Question) (*graph.DAG, error) {
	q := &Question{Kind: IMaps, Order: order, Fusion: at.Fusion, Steps: at.Steps}
	sum, err := c.ask(ctx, q, pairs(c.N))
	if err != nil {
		return nil, err
	}
	out := graph.NewDAG(c.N)
	for i, v := range order {
		for _, u := range order[:i] {
			if sum[0] != 0 {
				out.Add(int(u), int(v))
			}
			sum = sum[1:]
		}
	}
	return out, nil
}

// chooseTheta takes the steps up to the threshold.
func (c *coordinator) chooseTheta(ctx context.Context) error {
	t := c.result.Trajectory
	if !c.Auto {
		c.result.Theta = c.Run.Until
		return nil
	}
	chosen, err := c.leastDistance(ctx)
	if err != nil {
		return err
	}
	upTo := *t // the whole trajectory stays what it is
	upTo.Final, upTo.Steps = engine.StateOf(t, chosen.Steps), t.Steps[:chosen.Steps]
	c.result.Trajectory, c.result.Theta = &upTo, &chosen.Theta
	return nil
}

// leastDistance is the θ of least mean SMHD to the DAGs.
func (c *coordinator) leastDistance(ctx context.Context) (chosen consensus.Breakpoint, err error) {
	t := c.result.Trajectory
	if c.Unlike {
		states := engine.ThetaStates(t)
		sums, err := c.distances(ctx, states)
		if err != nil {
			return chosen, err
		}
		return engine.NearestState(states, sums), nil
	}
	sum, err := c.ask(ctx, &Question{Kind: Morals}, pairs(c.N))
	if err != nil {
		return chosen, err
	}
	morals := metrics.NewWeightedMorals(c.N)
	morals.AddSums(c.Total(), func(x, y int) int64 { return int64(sum[pairs(y)+x]) })
	return engine.SelectTheta(t, morals), nil
}

// output is the DAG of the last state.
func (c *coordinator) output(ctx context.Context) (*graph.DAG, error) {
	t := c.result.Trajectory
	at := &Question{Fusion: t.Fusion, Steps: engine.Deletions(t.Steps)}
	if c.Refusion {
		union, _, err := c.fuse(ctx, nil, at)
		return union, err
	}
	votes, err := c.votes(ctx, at)
	if err != nil {
		return nil, err
	}
	return engine.Extension(t.Final, c.Run.Constraints, votes)
}

// votes are the weights of the sites' DAGs that have an arc, for the edges that the state leaves
// undirected; others are not asked for. They are nil if no votes are needed.
func (c *coordinator) votes(ctx context.Context, at *Question) (equiv.Votes, error) {
	if c.Lowest {
		return nil, nil
	}
	edges := undirected(c.result.Trajectory.Final)
	at.Kind = Arrows
	sum, err := c.ask(ctx, at, 2*len(edges))
	if err != nil {
		return nil, err
	}
	arcs := make(map[[2]int]int64, 2*len(edges))
	for k, p := range edges {
		u, v := int(p.U), int(p.V)
		arcs[[2]int{u, v}], arcs[[2]int{v, u}] = int64(sum[2*k]), int64(sum[2*k+1])
	}
	return func(x, y int) int64 { return arcs[[2]int{x, y}] }, nil
}

// ask asks all sites for a number of integers. It does not ask for none.
func (c *coordinator) ask(ctx context.Context, q *Question, count int) ([]uint64, error) {
	if count == 0 {
		return nil, nil
	}
	c.length = count
	sum, err := c.put(ctx, q)
	if err != nil {
		return nil, err
	}
	c.result.Rounds++
	c.result.Numbers += int64(count)
	if len(sum) != count {
		return nil, c.badSum(fmt.Sprintf("it has %d numbers where the question asks for %d", len(sum), count))
	}
	if q.Kind != IMaps || c.Counts {
		most := c.bound(q.Kind).Sum()
		for _, x := range sum {
			if x > uint64(most) {
				return nil, c.badSum(fmt.Sprintf("it has %d, and no sum is above %d", x, most))
			}
		}
	}
	return sum, nil
}

// badSum is the error that the sum of the last round is invalid.
func (c *coordinator) badSum(why string) error { return &BadSumError{c.result.Rounds - 1, why} }

// BadSumError is the error that the sum of a round is invalid: a site is out of step, or lies, or a mask is missing.
type BadSumError struct {
	Round int
	why   string
}

func (e *BadSumError) Error() string {
	return fmt.Sprintf("the sum of round %d is no sum of the sites' answers: %s", e.Round, e.why)
}
