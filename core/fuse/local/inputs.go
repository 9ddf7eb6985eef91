// Package local keeps the input DAGs in this process. It implements the interfaces through
// which fusion and consensus see their inputs.
//
//	inputs.go  the answers to a run, one DAG at a time
//	order.go   those to an order, and I-maps
//	loops.go   the loops over DAGs that a team shares
//	many.go    the answers of very many DAGs, which are lanes
//	prune.go   what these remove
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
	"github.com/mcbnc/mcbnc/core/fuse/lanes"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Inputs are the DAGs of a consensus, held in memory. Questions to many DAGs are shared out
// over a team. The answers do not depend on the team.
type Inputs struct {
	n        int
	team     *parallel.Team
	many     *many // not nil: the DAGs are there, and not in graphs
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
	union  *graph.DAG // of the I-maps that the worker makes
	arcs   []flow.Arc // of prune
}

// The two interfaces document the methods.
var (
	_ consensus.Inputs = (*Inputs)(nil)
	_ fusion.Inputs    = (*Inputs)(nil)
)

// New returns the inputs for acyclic DAGs of n nodes each, which are copied. DAG i counts
// times[i] times in the order. If times is nil, every DAG counts once. The team, which may
// be nil, stays the caller's.
func New(n int, dags []*graph.DAG, times []int64, team *parallel.Team) *Inputs {
	if len(dags) >= manyFrom && lanes.Pay(n, dags) {
		return newMany(n, dags, times, team)
	}
	in := newInputs(n, len(dags), times, team)
	in.graphs = *flow.NewGraphs(len(dags), n)
	team.Do(len(dags), in.cutCost(), func(_, i int) { in.graphs.Fill(i, dags[i]) })
	return in
}

// Subset returns inputs of their own for some of the DAGs. DAG which[k] counts times[k]
// times in the order. Any number of goroutines may call Subset at once.
func (in *Inputs) Subset(which []int32, times []int64) *Inputs {
	if in.many != nil {
		return in.many.subset(which, times)
	}
	in.prepare(nil)
	out := newInputs(in.n, len(which), times, nil)
	out.graphs = *flow.NewGraphs(len(which), in.n)
	out.graphs.MakeRoom()
	for k, i := range which {
		out.graphs.At(k).CopyFrom(in.graphs.At(int(i)))
	}
	out.prepared.Store(true)
	return out
}

// newInputs has room for the given number of graphs of n nodes.
func newInputs(n, count int, times []int64, team *parallel.Team) *Inputs {
	if times == nil {
		times = slices.Repeat([]int64{1}, count)
	}
	in := &Inputs{n: n, team: team, times: times}
	for range team.Workers() {
		in.scratch = append(in.scratch, &scratch{Workspace: flow.NewWorkspace(n), fusion: fusion.NewScratch(n)})
	}
	in.loops.bind(in)
	return in
}

// prepare finds what searches read of the graphs, at the first question about it. The order comes before, and is made in
// the memory of that. The team is nil within a loop of the team.
func (in *Inputs) prepare(team *parallel.Team) {
	if in.many != nil || in.prepared.Load() {
		return
	}
	in.prepares.Lock()
	defer in.prepares.Unlock()
	if in.prepared.Load() {
		return
	}
	in.endOrder()
	in.graphs.TakeBack()
	in.graphs.MakeRoom()
	team.Do(in.Count(), in.nodesCost(), func(_, i int) { in.graphs.At(i).Prepare() })
	in.prepared.Store(true)
}

// DAGs are the DAGs as they are now, with their numbers. Each lasts until the next one. Callers must not change it.
func (in *Inputs) DAGs() iter.Seq2[int, *graph.DAG] {
	if in.many != nil {
		return in.many.dags()
	}
	return func(yield func(int, *graph.DAG) bool) {
		for i := range in.Count() {
			if !yield(i, in.graphs.At(i).DAG()) {
				return
			}
		}
	}
}

// EachArc calls f for the arcs of the DAGs. An arc that several DAGs have may come several times: the weights that it comes with
// sum up to those of the DAGs.
func (in *Inputs) EachArc(weights []int64, f func(u, v int, weight int64)) {
	if in.many != nil {
		in.many.graphs.EachArc(weights, f)
		return
	}
	EachArc(in.DAGs(), weights, f)
}

// EachArc calls f for each arc of each DAG, with the weight of the DAG.
func EachArc(dags iter.Seq2[int, *graph.DAG], weights []int64, f func(u, v int, weight int64)) {
	for i, g := range dags {
		for v := range g.N {
			for w, word := range g.Pa(v) {
				for ; word != 0; word &= word - 1 {
					f(bitset.Lowest(w, word), v, weights[i])
				}
			}
		}
	}
}

// graph is the graph of a DAG, until the worker asks for another one.
func (in *Inputs) graph(worker, dag int) *flow.Graph {
	if in.many != nil {
		return in.many.graph(worker, dag)
	}
	return in.graphs.At(dag)
}

func (in *Inputs) Count() int { return len(in.times) }

func (in *Inputs) Adjacent(ctx context.Context, v int, among bitset.Set, sets []bitset.Set) error {
	if in.many != nil {
		in.many.adjacent(v, among, sets)
		return ctx.Err()
	}
	in.prepare(in.team) // a run begins with this question
	for i := range in.Count() {
		g := in.graphs.At(i)
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
	if in.many != nil {
		in.many.ancestral(u, v, given, probe, dags, set)
		return ctx.Err()
	}
	in.prepare(nil)
	set.Clear()
	for i := dags.Next(0); i >= 0; i = dags.Next(i + 1) { // too little to be shared
		if in.graphs.At(i).AncestralHas(u, v, given, probe) {
			set.Add(i)
		}
	}
	return ctx.Err()
}

func (in *Inputs) Reach(ctx context.Context, worker int, q *consensus.ReachQuery) error {
	if in.many != nil {
		in.many.reach(worker, q)
		return ctx.Err()
	}
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
	if in.many != nil && q.Proofs == nil {
		in.many.minCuts(worker, q)
		return ctx.Err()
	}
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
	if in.many != nil {
		return in.many.prune(u, v, s, dags, marks, meanwhile), nil
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
