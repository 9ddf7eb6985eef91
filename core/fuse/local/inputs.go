// Package local keeps the input DAGs in this process. It implements the interfaces through
// which fusion and consensus see their inputs.
//
// inputs.go answers the questions. loops.go has the loops over DAGs that a team shares.
package local

import (
	"context"
	"iter"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Inputs are the DAGs of a consensus, held in memory. Questions to many DAGs are shared out
// over a team, one DAG at a time. The answers do not depend on the team.
type Inputs struct {
	n        int
	team     *parallel.Team
	graphs   flow.Graphs
	prepared atomic.Bool // the graphs: see prepare
	prepares sync.Mutex
	times    []int64            // how often each DAG counts in the order
	sinks    []fusion.SinkCosts // of each DAG, while an order is being made
	left     int                // how many nodes are not sinks yet
	scratch  []*scratch         // of each worker
	loops    loops
}

// scratch is the memory that one worker has to itself.
type scratch struct {
	*flow.Workspace
	fusion *fusion.Scratch
	graph  flow.Graph // that is asked
	whole  flow.Graph // that is asked for a proof
	union  *graph.DAG // of the I-maps that the worker makes
	arcs   []flow.Arc // of prune
}

// The two interfaces say what the methods do.
var (
	_ consensus.Inputs = (*Inputs)(nil)
	_ fusion.Inputs    = (*Inputs)(nil)
)

// New returns the inputs for acyclic DAGs of n nodes each, which are copied. DAG i counts
// times[i] times in the order. If times is nil, every DAG counts once. The team, which may
// be nil, stays the caller's.
func New(n int, dags []*graph.DAG, times []int64, team *parallel.Team) *Inputs {
	in := newInputs(n, len(dags), times, team)
	team.Do(len(dags), in.cutCost(), func(_, i int) { in.graphs.Fill(i, dags[i]) })
	return in
}

// Subset returns inputs of their own for some of the DAGs. DAG which[k] counts times[k]
// times in the order. Any number of goroutines may call Subset at once.
func (in *Inputs) Subset(which []int32, times []int64) *Inputs {
	in.prepare(nil)
	out := newInputs(in.n, len(which), times, nil)
	out.graphs.MakeRoom()
	var view flow.Graph
	for k, i := range which {
		out.graphs.Keep(k, in.graphs.Whole(int(i), &view))
	}
	out.prepared.Store(true)
	return out
}

// newInputs has room for so many graphs of n nodes.
func newInputs(n, count int, times []int64, team *parallel.Team) *Inputs {
	if times == nil {
		times = slices.Repeat([]int64{1}, count)
	}
	in := &Inputs{n: n, team: team, times: times, graphs: *flow.NewGraphs(count, n)}
	for range team.Workers() {
		in.scratch = append(in.scratch, &scratch{Workspace: flow.NewWorkspace(n), fusion: fusion.NewScratch(n)})
	}
	in.loops.bind(in)
	return in
}

// prepare finds what searches read of the graphs, at the first question about it. The order comes before, and is made in
// the memory of that. The team is nil within a loop of the team.
func (in *Inputs) prepare(team *parallel.Team) {
	if in.prepared.Load() {
		return
	}
	in.prepares.Lock()
	defer in.prepares.Unlock()
	if in.prepared.Load() {
		return
	}
	in.sinks = nil // the order is made
	in.graphs.TakeBack()
	in.graphs.MakeRoom()
	team.Do(in.graphs.Count(), in.nodesCost(), func(worker, i int) { in.graph(worker, i).Prepare() })
	in.prepared.Store(true)
}

// working has room for the DAGs as an order changes them.
func (in *Inputs) working() []graph.DAG {
	if !in.prepared.Load() {
		return in.graphs.Spares()
	}
	out := make([]graph.DAG, in.graphs.Count())
	for i := range out {
		out[i] = *graph.NewDAG(in.n)
	}
	return out
}

// DAGs are the DAGs as they are now, with their numbers. Each lasts until the next one. Callers must not change it.
func (in *Inputs) DAGs() iter.Seq2[int, *graph.DAG] { return in.graphs.DAGs() }

// graph is the graph of a DAG, until the worker asks for another one. See flow.Graphs.At.
func (in *Inputs) graph(worker, dag int) *flow.Graph {
	return in.graphs.At(dag, &in.scratch[worker].graph)
}

func (in *Inputs) Count() int { return in.graphs.Count() }

func (in *Inputs) SinkCosts(ctx context.Context, total []int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	working := in.working()
	in.sinks, in.left = make([]fusion.SinkCosts, in.graphs.Count()), in.n
	costs := make([]int32, in.n*in.graphs.Count())
	in.team.Do(in.graphs.Count(), in.nodesCost(), func(worker, i int) {
		in.graphs.Lend(i, &working[i])
		in.sinks[i] = fusion.NewSinkCosts(&working[i], costs[i*in.n:(i+1)*in.n], in.scratch[worker].fusion)
	})
	for i, s := range in.sinks {
		s.AddCosts(in.times[i], total)
	}
	return nil
}

func (in *Inputs) MakeSink(ctx context.Context, x int, total []int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	in.loops.sink = x
	in.team.Do(len(in.sinks), in.cutCost(), in.loops.makeSink)
	for _, worker := range in.scratch {
		worker.fusion.AddChanges(total)
	}
	if in.left--; in.left == 0 {
		in.sinks = nil // the order is made
	}
	return nil
}

func (in *Inputs) MinimalIMaps(ctx context.Context, order []int32, union *graph.DAG, each []*graph.DAG) error {
	in.sinks = nil // the order is made
	in.prepare(in.team)
	for k, worker := range in.scratch {
		if worker.union = union; k > 0 {
			worker.union = graph.NewDAG(in.n)
		}
	}
	in.team.Do(in.graphs.Count(), in.nodesCost(), func(worker, i int) {
		if ctx.Err() != nil {
			return
		}
		w := in.scratch[worker]
		if each == nil {
			fusion.MinimalIMap(in.graph(worker, i), order, w.Workspace, w.union)
			return
		}
		each[i] = graph.NewDAG(in.n)
		fusion.MinimalIMap(in.graph(worker, i), order, w.Workspace, each[i])
		w.union.Unite(each[i])
	})
	for _, worker := range in.scratch[1:] {
		union.Unite(worker.union)
		worker.union = nil
	}
	return ctx.Err()
}

func (in *Inputs) Adjacent(ctx context.Context, v int, among bitset.Set, sets []bitset.Set) error {
	in.prepare(in.team) // a run begins with this question
	for i := range in.graphs.Count() {
		g := in.graph(0, i)
		before := 0
		for w, word := range among {
			for joined := g.Joined(v, w) & word; joined != 0; joined &= joined - 1 {
				k := bits.OnesCount64(word & (joined&-joined - 1))
				sets[before+k].Add(i)
			}
			before += bits.OnesCount64(word)
		}
	}
	return ctx.Err()
}

func (in *Inputs) Ancestral(ctx context.Context, u, v int, given, probe, dags, set bitset.Set) error {
	in.prepare(nil)
	set.Clear()
	var view flow.Graph
	for i := dags.Next(0); i >= 0; i = dags.Next(i + 1) { // too little to be shared
		if in.graphs.At(i, &view).AncestralHas(u, v, given, probe) {
			set.Add(i)
		}
	}
	return ctx.Err()
}

func (in *Inputs) Reach(ctx context.Context, worker int, q *consensus.ReachQuery) error {
	in.prepare(nil)
	if worker == consensus.Alone {
		l := &in.loops
		l.reachQuery, l.dags = q, q.Dags.Append(l.dags[:0])
		in.team.Do(len(l.dags), in.cutCost(), l.reach)
		return ctx.Err()
	}
	for dag := q.Dags.Next(0); dag >= 0; dag = q.Dags.Next(dag + 1) {
		in.reach(worker, q, dag)
	}
	return ctx.Err()
}

func (in *Inputs) MinCuts(ctx context.Context, worker int, q *consensus.CutQuery) error {
	in.prepare(nil)
	if worker == consensus.Alone {
		l := &in.loops
		l.cutQuery, l.dags = q, q.Dags.Append(l.dags[:0])
		in.team.Do(len(l.dags), in.cutCost(), l.minCut)
		return ctx.Err()
	}
	for dag := q.Dags.Next(0); dag >= 0; dag = q.Dags.Next(dag + 1) {
		in.minCut(worker, q, dag)
	}
	return ctx.Err()
}

func (in *Inputs) Explain(
	ctx context.Context, worker, u, v int, less, more bitset.Set, prove bool, dags []int32, causes []consensus.Cause,
) error {
	in.prepare(nil)
	if worker == consensus.Alone {
		l := &in.loops
		l.u, l.v, l.less, l.more, l.prove, l.dags, l.causes = u, v, less, more, prove, append(l.dags[:0], dags...), causes
		in.team.Do(len(dags), explainCost*in.cutCost(), l.explain)
		return ctx.Err()
	}
	for k, dag := range dags {
		causes[k] = in.explain(worker, int(dag), u, v, less, more, prove)
	}
	return ctx.Err()
}

// Prune carries out in full what it has begun, whatever becomes of ctx.
func (in *Inputs) Prune(
	ctx context.Context, u, v int, s bitset.Set, dags []int32, marks consensus.Marks, meanwhile func(),
) ([]consensus.CutEdge, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(dags) == 0 {
		meanwhile()
		return nil, nil
	}
	in.prepare(in.team)
	l := &in.loops
	l.meanwhile = meanwhile
	l.u, l.v, l.less, l.dags = u, v, s, append(l.dags[:0], dags...)
	l.marks = marks
	l.reserveCuts(len(dags))
	in.team.Do(1+len(dags), pruneCost*in.cutCost(), l.prune)
	return l.kept.Join(l.cuts[:len(dags)]), nil
}
