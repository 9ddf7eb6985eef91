package local

import (
	"context"
	"iter"
	"math/bits"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/fuse/lanes"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// manyFrom is the number of DAGs from which on they are lanes, if that pays.
const manyFrom = 512

// many are very many DAGs of up to 64 nodes each. The questions to all of them are asked of one block of lanes at a time.
type many struct {
	in     *Inputs
	graphs *lanes.Graphs
	spaces []*lanes.Workspace
	apart  []*flow.Graph // of each worker: a DAG for the questions that blocks cannot answer
	sinks  []*lanes.Sinks
}

// newMany is New for DAGs of up to 64 nodes, however many.
func newMany(n int, dags []*graph.DAG, times []int64, team *parallel.Team) *Inputs {
	in := newInputs(n, len(dags), times, team)
	in.useLanes(lanes.New(n, dags, team))
	return in
}

func (in *Inputs) useLanes(graphs *lanes.Graphs) {
	in.many = &many{in: in, graphs: graphs, apart: make([]*flow.Graph, len(in.scratch))}
	for range in.scratch {
		in.many.spaces = append(in.many.spaces, lanes.NewWorkspace(graphs))
	}
}

// subset is Inputs.Subset.
func (m *many) subset(which []int32, times []int64) *Inputs {
	if len(which) < manyFrom {
		dags := make([]*graph.DAG, len(which))
		for k, i := range which {
			dags[k] = graph.NewDAG(m.graphs.N)
			m.graphs.Extract(int(i), dags[k])
		}
		return New(m.graphs.N, dags, times, nil)
	}
	out := newInputs(m.graphs.N, len(which), times, nil)
	out.useLanes(m.graphs.Subset(which))
	return out
}

// each calls f for the blocks that have a lane among dags, with these lanes. It shares them out over the team if the worker
// is consensus.Alone.
func (m *many) each(worker int, dags bitset.Set, f func(worker, b int, asked uint64)) {
	if worker == consensus.Alone {
		m.in.team.Do(len(dags), lanes.Width*m.in.cutCost()/cheaper, func(worker, b int) {
			if dags[b] != 0 {
				f(worker, b, dags[b])
			}
		})
		return
	}
	for b, asked := range dags {
		if asked != 0 {
			f(worker, b, asked)
		}
	}
}

// cheaper is how many times less it takes to ask a lane than a DAG of its own, roughly.
const cheaper = 8

// graph is Inputs.graph. It is a copy.
func (m *many) graph(worker, dag int) *flow.Graph {
	g := m.apart[worker]
	if g == nil {
		g = flow.NewGraph(graph.NewDAG(m.graphs.N))
		m.apart[worker] = g
	}
	m.graphs.Extract(dag, g.DAG())
	g.Prepare()
	return g
}

func (m *many) dags() iter.Seq2[int, *graph.DAG] {
	return func(yield func(int, *graph.DAG) bool) {
		dag := graph.NewDAG(m.graphs.N)
		for i := range m.graphs.Count {
			m.graphs.Extract(i, dag)
			if !yield(i, dag) {
				return
			}
		}
	}
}

func (m *many) sinkCosts(total []int64) {
	m.sinks = make([]*lanes.Sinks, m.graphs.Blocks())
	m.sum(total, func(_, b int, total []int64) {
		m.sinks[b] = m.graphs.NewSinks(b, m.in.times[b*lanes.Width:min((b+1)*lanes.Width, m.graphs.Count)], total)
	})
}

func (m *many) makeSink(x int, total []int64) {
	m.sum(total, func(worker, b int, total []int64) { m.sinks[b].MakeSink(x, m.spaces[worker], total) })
}

// sum lets f add to total for every block.
func (m *many) sum(total []int64, f func(worker, b int, total []int64)) {
	totals := make([][]int64, len(m.spaces)) // of each worker
	for k := range totals {
		totals[k] = make([]int64, len(total))
	}
	m.in.team.Do(m.graphs.Blocks(), lanes.Width*m.in.cutCost()/cheaper, func(worker, b int) { f(worker, b, totals[worker]) })
	for _, own := range totals {
		for x, part := range own {
			total[x] += part
		}
	}
}

func (m *many) minimalIMaps(ctx context.Context, order []int32, union *graph.DAG, each []*graph.DAG) {
	for i := range each {
		each[i] = graph.NewDAG(m.graphs.N)
	}
	m.in.team.Do(m.graphs.Blocks(), lanes.Width*m.in.nodesCost()/cheaper, func(worker, b int) {
		if ctx.Err() != nil {
			return
		}
		own := m.in.scratch[worker].union
		m.spaces[worker].IMaps(b, order, func(p, v int, in uint64) {
			own.Add(p, v)
			for ; each != nil && in != 0; in &= in - 1 {
				each[b*lanes.Width+bits.TrailingZeros64(in)].Add(p, v)
			}
		})
	})
}

func (m *many) reach(worker int, q *consensus.ReachQuery) {
	given, family := q.Given[0], q.Family[0]
	m.each(worker, q.Dags, func(worker, b int, asked uint64) {
		reached := m.spaces[worker].Search(b, q.V, given, family, asked)
		for ; asked != 0; asked &= asked - 1 {
			i := bits.TrailingZeros64(asked)
			q.Reached.Row(b*lanes.Width + i)[0] = reached[i]
		}
	})
}

func (m *many) minCuts(worker int, q *consensus.CutQuery) {
	members, removed, limit := uint64(1)<<q.U|1<<q.V, uint64(0), q.Limit
	if limit == 0 {
		limit = flow.NoLimit
	}
	if q.Family == nil {
		members, removed = members|q.Given[0], q.Removed[0]
	} else {
		members, removed = members|q.Family[0], q.Family[0]
	}
	m.each(worker, q.Dags, func(worker, b int, asked uint64) {
		sizes := q.Sizes[b*lanes.Width : min((b+1)*lanes.Width, len(q.Sizes))]
		above := m.spaces[worker].Cuts(b, q.U, q.V, members, removed, asked, limit)
		for ; asked != 0; asked &= asked - 1 {
			sizes[bits.TrailingZeros64(asked)] = 0
		}
		for k, in := range above {
			for ; in != 0; in &= in - 1 {
				sizes[bits.TrailingZeros64(in)] = uint16(k + 1)
			}
		}
	})
}

func (m *many) ancestral(u, v int, given, probe, dags, set bitset.Set) {
	members := uint64(1)<<u | 1<<v | given[0]
	for b, asked := range dags {
		set[b] = 0
		if asked != 0 {
			set[b] = m.graphs.Ancestral(b, members, probe[0], asked)
		}
	}
}

func (m *many) adjacent(v int, among bitset.Set, sets []bitset.Set) {
	for k, u := range among.Append(nil) {
		m.graphs.AddJoined(int(u), v, sets[k])
	}
}
