// Package local keeps the input DAGs in this process. It is what stands behind
// the seam that fusion and consensus see their inputs through.
package local

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/flow"
	"github.com/mcbnc/mcbnc/core/fusion"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/parallel"
)

// Inputs are the DAGs of a consensus, held in memory. What is asked of many DAGs
// is shared out over a team, one DAG at a time; the answers do not depend on it.
type Inputs struct {
	n       int
	team    *parallel.Team
	graphs  []*flow.Graph
	times   []int64             // how often each counts in the order; nil: once
	sinkers []*fusion.SinkCosts // of the order being made
	spaces  []*space            // one for each worker
	loops   loops
}

// space is what a worker has to itself.
type space struct {
	*flow.Workspace
	room *fusion.Scratch
	arcs []flow.Arc // scratch of prune
}

func newSpace(n int) *space {
	return &space{Workspace: flow.NewWorkspace(n), room: fusion.NewScratch(n)}
}

var (
	_ consensus.Inputs = (*Inputs)(nil)
	_ fusion.Inputs    = (*Inputs)(nil)
)

// New returns the inputs for acyclic DAGs of n nodes each, which are copied. The
// order counts DAG i times[i] times, or every DAG once if times is nil. The team,
// which may be nil, stays the caller's.
func New(n int, dags []*graph.DAG, times []int64, team *parallel.Team) *Inputs {
	in := &Inputs{
		n: n, team: team, times: times,
		graphs: make([]*flow.Graph, len(dags)),
	}
	for range team.Workers() {
		in.spaces = append(in.spaces, newSpace(n))
	}
	in.loops.bind(in)
	rooms := flow.NewRows(len(dags), n)
	team.Do(len(dags), in.nodesCost(), func(_, i int) { in.graphs[i] = flow.NewGraphIn(dags[i], rooms[i]) })
	return in
}

// Subset returns inputs of their own for some of the DAGs, DAG which[k] counted
// times[k] times in the order. It may be called by many goroutines at once.
func (in *Inputs) Subset(which []int32, times []int64) *Inputs {
	out := &Inputs{
		n: in.n, times: times,
		graphs: make([]*flow.Graph, len(which)),
		spaces: []*space{newSpace(in.n)},
	}
	out.loops.bind(out)
	rooms := flow.NewRows(len(which), in.n)
	for k, i := range which {
		out.graphs[k] = in.graphs[i].CloneIn(rooms[k])
	}
	return out
}

// Count is the number of DAGs.
func (in *Inputs) Count() int { return len(in.graphs) }

// SinkCosts begins an order: see fusion.Inputs.
func (in *Inputs) SinkCosts(ctx context.Context, total []int64) error {
	in.sinkers = make([]*fusion.SinkCosts, len(in.graphs))
	in.team.Do(len(in.graphs), in.nodesCost(), func(worker, i int) {
		in.sinkers[i] = fusion.NewSinkCosts(in.graphs[i].DAG(), in.spaces[worker].room)
	})
	for i, s := range in.sinkers {
		s.AddCosts(in.timesOf(i), total)
	}
	return ctx.Err()
}

// MakeSink goes on with an order: see fusion.Inputs.
func (in *Inputs) MakeSink(ctx context.Context, x int, total []int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	in.loops.sink = x
	in.team.Do(len(in.sinkers), in.cutCost(), in.loops.makeSink)
	for i, s := range in.sinkers {
		s.AddChanges(in.timesOf(i), total)
	}
	return nil
}

func (in *Inputs) timesOf(i int) int64 {
	if in.times == nil {
		return 1
	}
	return in.times[i]
}

// MinimalIMaps returns each DAG's minimal I-map along order.
func (in *Inputs) MinimalIMaps(ctx context.Context, order []int32) ([]*graph.DAG, error) {
	in.sinkers = nil // what they hold is not needed any more
	out := make([]*graph.DAG, len(in.graphs))
	in.team.Do(len(in.graphs), in.nodesCost(), func(worker, i int) {
		if ctx.Err() == nil {
			out[i] = graph.NewDAG(in.n)
			fusion.MinimalIMap(in.graphs[i], order, in.spaces[worker].Workspace, out[i])
		}
	})
	return out, ctx.Err()
}

// Adjacent tells in which DAGs v and others are: see consensus.Inputs.
func (in *Inputs) Adjacent(v int, among bitset.Set, sets []bitset.Set) {
	for i, g := range in.graphs {
		pa, ch, before := g.DAG().Pa(v), g.DAG().Ch(v), 0
		for w, word := range among {
			for joined := (pa[w] | ch[w]) & word; joined != 0; joined &= joined - 1 {
				k := bits.OnesCount64(word & (joined&-joined - 1))
				sets[before+k].Add(i)
			}
			before += bits.OnesCount64(word)
		}
	}
}

// Ancestral tells where probe meets an ancestral set: see consensus.Inputs.
func (in *Inputs) Ancestral(u, v int, given, probe, among, set bitset.Set) {
	set.Clear()
	for i := among.Next(0); i >= 0; i = among.Next(i + 1) { // too little to be shared
		if in.graphs[i].AncestralHas(u, v, given, probe) {
			set.Add(i)
		}
	}
}

// Answer answers a query: see consensus.Inputs.
func (in *Inputs) Answer(ctx context.Context, desk int, q *consensus.Query) error {
	if desk != consensus.Alone {
		for dag := q.Dags.Next(0); dag >= 0; dag = q.Dags.Next(dag + 1) {
			in.answer(desk, q, dag)
		}
		return nil
	}
	l := &in.loops
	l.query, l.dags = q, q.Dags.Append(l.dags[:0])
	in.team.Do(len(l.dags), in.cutCost(), l.answer)
	return ctx.Err()
}

// Rests explains a greater cut: see consensus.Inputs.
func (in *Inputs) Rests(
	ctx context.Context, desk, u, v int, less, more bitset.Set, dags []int32, found []consensus.Rest,
) error {
	if desk != consensus.Alone {
		for k, dag := range dags {
			found[k] = in.rest(desk, int(dag), u, v, less, more)
		}
		return nil
	}
	l := &in.loops
	l.u, l.v, l.s, l.more, l.dags, l.found = u, v, less, more, append(l.dags[:0], dags...), found
	in.team.Do(len(dags), restsCost*in.cutCost(), l.rests)
	return ctx.Err()
}

// Prune makes DAGs remove their cuts: see consensus.Inputs.
func (in *Inputs) Prune(
	_ context.Context, u, v int, s bitset.Set, dags []int32, marks consensus.Marks, meanwhile func(),
) ([]consensus.CutEdge, error) {
	l := &in.loops
	if len(dags) == 0 {
		meanwhile()
		return nil, nil
	}
	l.meanwhile = meanwhile
	l.u, l.v, l.s, l.dags = u, v, s, append(l.dags[:0], dags...)
	l.marks = marks
	l.makeRoom(len(dags))
	in.team.Do(1+len(dags), pruneCost*in.cutCost(), l.prune)
	return l.kept.Join(l.cuts[:len(dags)]), nil
}

// prune makes the k-th of the DAGs remove its cut.
func (in *Inputs) prune(worker, k int) {
	l, ws := &in.loops, in.spaces[worker]
	dag := l.dags[k]
	g := in.graphs[dag]
	cut, arcs := l.cuts[k][:0], ws.arcs[:0]
	for _, e := range ws.CutNearest(g, l.u, l.v, l.s) {
		if g.DAG().Has(int(e.To), int(e.From)) {
			e.From, e.To = e.To, e.From
		}
		edge := consensus.CutEdge{Dag: dag, From: e.From, To: e.To, Arc: g.DAG().Has(int(e.From), int(e.To))}
		if cut = append(cut, edge); edge.Arc {
			arcs = append(arcs, e)
		}
	}
	slices.SortFunc(cut, func(a, b consensus.CutEdge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	g.Disturbed(arcs, l.marks.Disturbed.Row(k))
	ws.Remove(g, arcs, l.marks.Touched.Row(k))
	l.cuts[k], ws.arcs = cut, arcs
}
