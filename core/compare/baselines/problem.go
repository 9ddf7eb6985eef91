package baselines

import (
	"cmp"
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Problem is all that a search for a DAG of bounded treewidth uses of the inputs. It never changes.
//
// Inputs are distinct DAGs of positive weight, in an order that does not depend on the caller's: the
// heaviest first (ties: the lowest list of arcs).
type Problem struct {
	N       int
	Inputs  []*graph.DAG
	Times   []int64 // of each input: how many DAGs of the caller's it stands for
	Weights []int64 // of each input: the sum of their weights
	Of      []int32 // of each DAG of the caller's: the input that stands for it; -1 if its weight is 0
	Order   []int32 // of the fusion of the inputs; it never changes
	IMaps   []*graph.DAG
	Fusion  *graph.DAG

	place  []int32 // place[Order[k]] = k
	morals *metrics.WeightedMorals
	team   *parallel.Team
}

// NewProblem fuses the DAGs of positive weight. It fails if ctx ends. The team stays the caller's.
func NewProblem(ctx context.Context, dags []*graph.DAG, weights []int64, team *parallel.Team) (*Problem, error) {
	p := &Problem{N: dags[0].N, team: team}
	p.setInputs(dags, weights)
	f, err := engine.FuseKept(ctx, p.N, local.New(p.N, p.Inputs, p.Times, team), nil)
	if err != nil {
		return nil, err
	}
	p.Order, p.IMaps, p.Fusion = f.Order, f.IMaps, f.Union
	p.place = make([]int32, p.N)
	for k, x := range p.Order {
		p.place[x] = int32(k)
	}
	p.morals = engine.WeightedMorals(p.Inputs, p.Weights)
	return p, ctx.Err()
}

// setInputs sets Inputs, Times, Weights and Of.
func (p *Problem) setInputs(dags []*graph.DAG, weights []int64) {
	var used []*graph.DAG
	var positive []int64
	var callers []int // of used
	for i, g := range dags {
		if weights[i] > 0 {
			used, positive, callers = append(used, g), append(positive, weights[i]), append(callers, i)
		}
	}
	distinct := engine.FindDistinct(used, positive)
	order, arcs := make([]int, len(distinct.DAGs)), make([][]arc, len(distinct.DAGs))
	for k, g := range distinct.DAGs {
		order[k], arcs[k] = k, arcsOf(g)
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(distinct.Weights[b], distinct.Weights[a]), slices.CompareFunc(arcs[a], arcs[b], byEnds))
	})
	p.Of = slices.Repeat([]int32{-1}, len(dags))
	for at, k := range order {
		p.Inputs = append(p.Inputs, distinct.DAGs[k])
		p.Times = append(p.Times, distinct.Times[k])
		p.Weights = append(p.Weights, distinct.Weights[k])
		for _, copied := range distinct.Copies[k] {
			p.Of[callers[copied]] = int32(at)
		}
	}
}

// arcsOf lists the arcs of a DAG, the lowest (u, v) first.
func arcsOf(g *graph.DAG) (arcs []arc) {
	for u, v := range g.All() {
		arcs = append(arcs, arc{u: int32(u), v: int32(v)})
	}
	return arcs
}

// weigh sets the weight of each arc to the weight of the DAGs that have it. DAG i stands for input i.
func (p *Problem) weigh(arcs []arc, dags []*graph.DAG) {
	for k := range arcs {
		a := &arcs[k]
		for i, g := range dags {
			if g.Has(int(a.u), int(a.v)) {
				a.weight += p.Weights[i]
			}
		}
	}
}
