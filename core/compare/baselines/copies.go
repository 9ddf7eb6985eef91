package baselines

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/treewidth"
)

// copies are copies of the inputs that have only some of their arcs, and are fused again and again.
type copies struct {
	p       *Problem
	dags    []*graph.DAG
	costs   []fusion.SinkCosts // of each copy as it is
	working []fusion.SinkCosts // of each copy, while an order is being made
	scratch *fusion.Scratch
	place   []int32 // of each node in the last order
	mapper  *fusion.Mapper
	widths  *treewidth.Widths
	pa      bitset.Matrix // of the last fusion
	moral   bitset.Matrix
}

// newCopies returns copies without arcs.
func newCopies(p *Problem) *copies {
	n := p.N
	c := &copies{
		p: p, scratch: fusion.NewScratch(n), place: make([]int32, n),
		mapper: fusion.NewMapper(n), widths: treewidth.NewWidths(n),
		pa: bitset.NewMatrix(n, n), moral: bitset.NewMatrix(n, n),
	}
	for range p.Inputs {
		g := graph.NewDAG(n)
		c.dags = append(c.dags, g)
		c.costs = append(c.costs, c.costsOf(g))
		c.working = append(c.working, c.costsOf(g))
	}
	return c
}

// change applies do to the copies of some inputs: it adds an arc or removes it.
func (c *copies) change(do func(g *graph.DAG, u, v int), a arc, inputs []int32) {
	for _, i := range inputs {
		do(c.dags[i], int(a.u), int(a.v))
		c.costs[i] = c.costsOf(c.dags[i])
	}
}

func (c *copies) costsOf(g *graph.DAG) fusion.SinkCosts {
	return fusion.NewSinkCosts(g.Clone(), make([]int32, g.N), c.scratch)
}

// fuseWithin reports whether the min-fill width of the copies' fusion, with an order of its own, is within
// the bound. After an error it returns false.
func (c *copies) fuseWithin(ctx context.Context, bound int) (bool, error) {
	order, err := fusion.Order(ctx, c.p.N, c, nil)
	if err != nil {
		return false, err
	}
	for k, x := range order {
		c.place[x] = int32(k)
	}
	c.pa.Clear()
	for _, g := range c.dags {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		c.unite(g, order)
	}
	for v := range c.p.N {
		if c.pa.Row(v).Count() > bound { // a node and its parents are a clique
			return false, nil
		}
	}
	moralize(c.pa, c.moral)
	return c.widths.MinFill(c.moral, bound) <= bound, nil
}

// unite adds the minimal I-map of a copy to the fusion. A DAG that agrees with the order is its own one.
func (c *copies) unite(g *graph.DAG, order []int32) {
	if follows(g, c.place) {
		for v := range g.N {
			c.pa.Row(v).Or(g.Pa(v))
		}
		return
	}
	c.mapper.EachArc(g, order, func(u, v int) { c.pa.Row(v).Add(u) })
}

// follows reports whether all arcs go from an earlier place to a later one.
func follows(g *graph.DAG, place []int32) bool {
	for u, v := range g.All() {
		if place[u] > place[v] {
			return false
		}
	}
	return true
}

// SinkCosts begins an order: see fusion.Inputs.
func (c *copies) SinkCosts(ctx context.Context, total []int64) error {
	for i := range c.costs {
		s := &c.costs[i]
		c.working[i].CopyFrom(s)
		s.AddCosts(c.p.Times[i], total)
	}
	return ctx.Err()
}

// MakeSink goes on with an order: see fusion.Inputs.
func (c *copies) MakeSink(ctx context.Context, x int, total []int64) error {
	for i := range c.working {
		c.working[i].MakeSink(x, c.p.Times[i], c.scratch)
	}
	c.scratch.AddChanges(total)
	return ctx.Err()
}

// MinimalIMaps is not asked for by an order.
func (c *copies) MinimalIMaps(context.Context, []int32, *graph.DAG, []*graph.DAG) error { return nil }
