// Package local keeps the input DAGs in this process. It is what stands behind
// the seam that fusion and consensus see their inputs through.
package local

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/flow"
	"github.com/mcbnc/mcbnc/core/fusion"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/parallel"
)

// Inputs are the DAGs of a consensus, held in memory.
type Inputs struct {
	n       int
	workers int
	graphs  []*flow.Graph
	sinkers []*fusion.Sinker // of the order being made
	spaces  []*flow.Workspace
	within  bitset.Set
	regions bitset.Matrix // row i*n+v: what the last search from v in DAG i visited
}

var (
	_ consensus.Inputs = (*Inputs)(nil)
	_ fusion.Inputs    = (*Inputs)(nil)
)

// New returns the inputs for acyclic DAGs of n nodes each, which are copied.
func New(n int, dags []*graph.DAG, workers int) *Inputs {
	in := &Inputs{n: n, workers: max(workers, 1), within: bitset.New(n)}
	for range in.workers {
		in.spaces = append(in.spaces, flow.NewWorkspace(n))
	}
	for _, g := range dags {
		in.graphs = append(in.graphs, flow.NewGraph(g))
	}
	in.regions = bitset.NewMatrix(n*len(dags), n)
	return in
}

// Count is the number of DAGs.
func (in *Inputs) Count() int { return len(in.graphs) }

// SinkCosts begins an order: see fusion.Inputs.
func (in *Inputs) SinkCosts(ctx context.Context, total []int64) error {
	in.sinkers = in.sinkers[:0]
	for _, g := range in.graphs {
		if err := ctx.Err(); err != nil {
			return err
		}
		s := fusion.NewSinker(g.DAG())
		s.AddCosts(1, total)
		in.sinkers = append(in.sinkers, s)
	}
	return nil
}

// MakeSink goes on with an order: see fusion.Inputs.
func (in *Inputs) MakeSink(ctx context.Context, x int, total []int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, s := range in.sinkers {
		s.MakeSink(x, 1, total)
	}
	return nil
}

// MinimalIMaps returns each DAG's minimal I-map along order.
func (in *Inputs) MinimalIMaps(ctx context.Context, order []int32) ([]*graph.DAG, error) {
	out := make([]*graph.DAG, len(in.graphs))
	err := parallel.For(ctx, len(in.graphs), in.workers, func(worker, i int) error {
		out[i] = graph.NewDAG(in.n)
		fusion.MinimalIMap(in.graphs[i], order, in.spaces[worker], out[i])
		return nil
	})
	return out, err
}

// Adjacent tells in which DAGs u and v are: see consensus.Inputs.
func (in *Inputs) Adjacent(u, v int, set bitset.Set) {
	set.Clear()
	for i, g := range in.graphs {
		if g.DAG().Adjacent(u, v) {
			set.Add(i)
		}
	}
}

// Ancestral tells where probe meets an ancestral set: see consensus.Inputs.
func (in *Inputs) Ancestral(u, v int, given, probe, set bitset.Set) {
	set.Clear()
	for i, g := range in.graphs {
		g.Ancestral(u, v, given, in.within)
		if in.within.Intersects(probe) {
			set.Add(i)
		}
	}
}

// Cuts answers every query: see consensus.Inputs.
func (in *Inputs) Cuts(ctx context.Context, queries []consensus.Query) error {
	for k := range queries {
		q := &queries[k]
		for j, i := range q.Dags {
			q.Sizes[j] = in.cut(in.spaces[0], q, i)
		}
	}
	return ctx.Err()
}

func (in *Inputs) cut(ws *flow.Workspace, q *consensus.Query, dag int32) uint16 {
	if q.Family != nil {
		return uint16(ws.CutInFamily(in.graphs[dag], q.U, q.V, q.Family, in.region(dag, q.V)))
	}
	return uint16(ws.MinCut(in.graphs[dag], q.U, q.V, q.Given, q.Removed))
}

// Search finds dependences within a family: see consensus.Inputs.
func (in *Inputs) Search(ctx context.Context, v int, family bitset.Set, dags []int32, reached []bitset.Set) error {
	for k, i := range dags {
		in.spaces[0].Search(in.graphs[i], v, family, in.region(i, v), reached[k])
	}
	return ctx.Err()
}

func (in *Inputs) region(dag int32, v int) bitset.Set { return in.regions.Row(int(dag)*in.n + v) }

// Rests explains a greater cut: see consensus.Inputs.
func (in *Inputs) Rests(ctx context.Context, dag, u, v int, less, more bitset.Set) (node, edges int, err error) {
	node, edges = in.spaces[0].Rests(in.graphs[dag], u, v, less, more)
	return node, edges, ctx.Err()
}

// Prune makes DAGs remove their cuts: see consensus.Inputs.
func (in *Inputs) Prune(
	_ context.Context, u, v int, s bitset.Set, dags []int32, dst []consensus.Pruned,
) ([]consensus.Pruned, error) {
	for _, i := range dags {
		g := in.graphs[i]
		p := consensus.Pruned{Dag: i, Cut: in.spaces[0].CutNearest(g, u, v, s), Touched: bitset.New(in.n)}
		p.Arcs = arcsOf(g.DAG(), p.Cut)
		g.Remove(p.Arcs, p.Touched)
		dst = append(dst, p)
	}
	return dst, nil
}

// arcsOf lists, in order, the arcs of g that the edges of a cut stand for; an edge that is
// there by moralisation alone stands for none.
func arcsOf(g *graph.DAG, cut []flow.Arc) []flow.Arc {
	var arcs []flow.Arc
	for _, e := range cut {
		switch {
		case g.Has(int(e.From), int(e.To)):
			arcs = append(arcs, e)
		case g.Has(int(e.To), int(e.From)):
			arcs = append(arcs, flow.Arc{From: e.To, To: e.From})
		}
	}
	flow.SortArcs(arcs)
	return arcs
}
