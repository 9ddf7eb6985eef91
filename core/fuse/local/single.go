package local

import (
	"cmp"
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

// single are DAGs that are asked one at a time.
type single struct {
	base
	graphs   flow.Graphs
	prepared atomic.Bool // the graphs: see prepare
	prepares sync.Mutex
	sinks    []fusion.SinkCosts // of each DAG, while an order is being made
	bodies   bodies
}

// bodies are to a single what loops are to both forms.
type bodies struct {
	reachQuery *consensus.ReachQuery
	reach      func(worker, k int)
	marks      consensus.Marks
	meanwhile  func()
	prune      func(worker, k int) // turn 0 calls meanwhile, turn k+1 is about the k-th DAG
	sink       int
	makeSink   func(worker, i int) // is about DAG i
}

func newSingle(n int, dags []*graph.DAG, times []int64, team *parallel.Team) *single {
	in := singleOf(n, len(dags), times, team)
	team.Do(len(dags), in.cutCost(), func(_, i int) { in.graphs.Fill(i, dags[i]) })
	return in
}

// singleOf has room for so many graphs of n nodes.
func singleOf(n, count int, times []int64, team *parallel.Team) *single {
	in := &single{graphs: *flow.NewGraphs(count, n)}
	in.init(n, count, times, team)
	in.graph = func(_, dag int) *flow.Graph {
		in.prepare(nil)
		return in.graphs.At(dag)
	}
	b := &in.bodies
	b.reach = func(worker, k int) { in.reach(worker, b.reachQuery, int(in.loops.dags[k])) }
	b.prune = func(worker, turn int) {
		if turn == 0 {
			b.meanwhile()
		} else {
			in.pruneOne(worker, turn-1)
		}
	}
	b.makeSink = func(worker, i int) { in.sinks[i].MakeSink(b.sink, in.times[i], in.scratch[worker].fusion) }
	return in
}

func (in *single) Subset(which []int32, times []int64) Inputs {
	in.prepare(nil)
	out := singleOf(in.n, len(which), times, nil)
	out.graphs.MakeRoom()
	for k, i := range which {
		out.graphs.At(k).CopyFrom(in.graphs.At(int(i)))
	}
	out.prepared.Store(true)
	return out
}

// prepare finds what searches read of the graphs, at the first question about it. The order comes before, and is made in
// the memory of that. The team is nil within a loop of the team.
func (in *single) prepare(team *parallel.Team) {
	if !in.prepared.Load() {
		in.prepareAll(team)
	}
}

func (in *single) prepareAll(team *parallel.Team) {
	in.prepares.Lock()
	defer in.prepares.Unlock()
	if in.prepared.Load() {
		return
	}
	in.sinks = nil
	in.graphs.TakeBack()
	in.graphs.MakeRoom()
	team.Do(in.Count(), in.nodesCost(), func(_, i int) { in.graphs.At(i).Prepare() })
	in.prepared.Store(true)
}

func (in *single) DAGs() iter.Seq2[int, *graph.DAG] {
	return func(yield func(int, *graph.DAG) bool) {
		for i := range in.Count() {
			if !yield(i, in.graphs.At(i).DAG()) {
				return
			}
		}
	}
}

func (in *single) EachArc(weights []int64, f func(u, v int, weight int64)) {
	EachArc(in.DAGs(), weights, f)
}

func (in *single) Adjacent(ctx context.Context, v int, among bitset.Set, sets []bitset.Set) error {
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

func (in *single) Ancestral(ctx context.Context, u, v int, given, probe, dags, set bitset.Set) error {
	in.prepare(nil)
	set.Clear()
	for i := dags.Next(0); i >= 0; i = dags.Next(i + 1) { // too little to be shared
		if in.graphs.At(i).AncestralHas(u, v, given, probe) {
			set.Add(i)
		}
	}
	return ctx.Err()
}

func (in *single) Reach(ctx context.Context, worker int, q *consensus.ReachQuery) error {
	in.prepare(nil)
	if worker == consensus.Alone {
		l := &in.loops
		in.bodies.reachQuery, l.dags = q, q.Dags.Append(l.dags[:0])
		in.team.Do(len(l.dags), in.cutCost(), in.bodies.reach)
		return ctx.Err()
	}
	for dag := q.Dags.Next(0); dag >= 0; dag = q.Dags.Next(dag + 1) {
		in.reach(worker, q, dag)
	}
	return ctx.Err()
}

func (in *single) reach(worker int, q *consensus.ReachQuery, dag int) {
	in.scratch[worker].Search(in.graphs.At(dag), q.V, q.Given, q.Family, q.Reached.Row(dag))
}

// Prune carries out in full what it has begun, whatever becomes of ctx.
func (in *single) Prune(
	ctx context.Context, u, v int, s bitset.Set, dags []int32, marks consensus.Marks, meanwhile func(),
) ([]consensus.CutEdge, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	in.prepare(in.team)
	l, b := &in.loops, &in.bodies
	l.u, l.v, l.less, l.dags = u, v, s, append(l.dags[:0], dags...)
	b.marks, b.meanwhile = marks, meanwhile
	in.reserveCuts(len(dags))
	in.team.Do(1+len(dags), pruneCost*in.cutCost(), b.prune)
	return in.kept.Join(in.cuts[:len(dags)]), nil
}

// pruneOne makes the k-th of the DAGs remove its cut.
func (in *single) pruneOne(worker, k int) {
	l, ws := &in.loops, in.scratch[worker]
	dag := l.dags[k]
	g := in.graphs.At(int(dag))
	cut, arcs := in.cuts[k][:0], ws.arcs[:0]
	for _, e := range ws.CutNearest(g, l.u, l.v, l.less) {
		if g.Has(int(e.To), int(e.From)) {
			e.From, e.To = e.To, e.From
		}
		edge := consensus.CutEdge{Dag: dag, From: e.From, To: e.To, Arc: g.Has(int(e.From), int(e.To))}
		if cut = append(cut, edge); edge.Arc {
			arcs = append(arcs, e)
		}
	}
	slices.SortFunc(cut, func(a, b consensus.CutEdge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	g.Disturbed(arcs, in.bodies.marks.Disturbed.Row(k))
	ws.Remove(g, arcs, in.bodies.marks.Touched.Row(k))
	in.cuts[k], ws.arcs = cut, arcs
}
