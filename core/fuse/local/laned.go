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

// laned are very many DAGs of up to 64 nodes each. The questions to all of them are asked of one block of lanes at a time.
type laned struct {
	base
	graphs *lanes.Graphs
	spaces []*lanes.Workspace
	apart  []*flow.Graph // of each worker: a DAG of which it asks what blocks cannot answer
	sinks  []*lanes.Sinks
}

func newLaned(n int, dags []*graph.DAG, times []int64, team *parallel.Team) *laned {
	return lanedOf(lanes.New(n, dags, team), times, team)
}

func lanedOf(graphs *lanes.Graphs, times []int64, team *parallel.Team) *laned {
	in := &laned{graphs: graphs, apart: make([]*flow.Graph, team.Workers())}
	in.init(graphs.N, graphs.Count, times, team)
	in.graph = in.copied
	for range team.Workers() {
		in.spaces = append(in.spaces, lanes.NewWorkspace(graphs))
	}
	return in
}

func (in *laned) Subset(which []int32, times []int64) Inputs {
	if len(which) >= lanesFrom {
		return lanedOf(in.graphs.Subset(which), times, nil)
	}
	dags := make([]*graph.DAG, len(which))
	for k, i := range which {
		dags[k] = graph.NewDAG(in.n)
		in.graphs.Extract(int(i), dags[k])
	}
	return newSingle(in.n, dags, times, nil)
}

// each calls f for the blocks that have a lane among dags, with these lanes. It shares them out over the team if the worker
// is consensus.Alone.
func (in *laned) each(worker int, dags bitset.Set, f func(worker, b int, asked uint64)) {
	if worker == consensus.Alone {
		in.team.Do(len(dags), lanes.Width*in.cutCost()/cheaper, func(worker, b int) {
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

// copied is a copy of a DAG, for a question that blocks cannot answer.
func (in *laned) copied(worker, dag int) *flow.Graph {
	g := in.apart[worker]
	if g == nil {
		g = flow.NewGraph(graph.NewDAG(in.n))
		in.apart[worker] = g
	}
	in.graphs.Extract(dag, g.DAG())
	g.Prepare()
	return g
}

func (in *laned) DAGs() iter.Seq2[int, *graph.DAG] {
	return func(yield func(int, *graph.DAG) bool) {
		dag := graph.NewDAG(in.n)
		for i := range in.graphs.Count {
			in.graphs.Extract(i, dag)
			if !yield(i, dag) {
				return
			}
		}
	}
}

func (in *laned) EachArc(weights []int64, f func(u, v int, weight int64)) {
	in.graphs.EachArc(weights, f)
}

func (in *laned) SinkCosts(ctx context.Context, total []int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	in.left = in.n
	in.sinks = make([]*lanes.Sinks, in.graphs.Blocks())
	in.sum(total, func(_, b int, total []int64) {
		in.sinks[b] = in.graphs.NewSinks(b, in.times[b*lanes.Width:min((b+1)*lanes.Width, in.graphs.Count)], total)
	})
	return nil
}

func (in *laned) MakeSink(ctx context.Context, x int, total []int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	in.sum(total, func(worker, b int, total []int64) { in.sinks[b].MakeSink(x, in.spaces[worker], total) })
	if in.left--; in.left == 0 {
		in.sinks = nil
	}
	return nil
}

// sum lets f add to total for every block.
func (in *laned) sum(total []int64, f func(worker, b int, total []int64)) {
	totals := make([][]int64, len(in.spaces)) // of each worker
	for k := range totals {
		totals[k] = make([]int64, len(total))
	}
	in.team.Do(in.graphs.Blocks(), lanes.Width*in.cutCost()/cheaper, func(worker, b int) { f(worker, b, totals[worker]) })
	for _, own := range totals {
		for x, part := range own {
			total[x] += part
		}
	}
}

func (in *laned) MinimalIMaps(ctx context.Context, order []int32, union *graph.DAG, each []*graph.DAG) error {
	in.sinks = nil
	for i := range each {
		each[i] = graph.NewDAG(in.n)
	}
	cost := lanes.Width * in.nodesCost() / cheaper
	return in.unite(ctx, union, in.graphs.Blocks(), cost, func(worker, b int, union *graph.DAG) {
		in.spaces[worker].IMaps(b, order, func(p, v int, having uint64) {
			union.Add(p, v)
			for ; each != nil && having != 0; having &= having - 1 {
				each[b*lanes.Width+bits.TrailingZeros64(having)].Add(p, v)
			}
		})
	})
}

func (in *laned) Reach(ctx context.Context, worker int, q *consensus.ReachQuery) error {
	given, family := q.Given[0], q.Family[0]
	in.each(worker, q.Dags, func(worker, b int, asked uint64) {
		reached := in.spaces[worker].Search(b, q.V, given, family, asked)
		for ; asked != 0; asked &= asked - 1 {
			i := bits.TrailingZeros64(asked)
			q.Reached.Row(b*lanes.Width + i)[0] = reached[i]
		}
	})
	return ctx.Err()
}

func (in *laned) MinCuts(ctx context.Context, worker int, q *consensus.CutQuery) error {
	if q.Proofs != nil {
		return in.base.MinCuts(ctx, worker, q)
	}
	members, removed, limit := uint64(1)<<q.U|1<<q.V, uint64(0), q.Limit
	if limit == 0 {
		limit = flow.NoLimit
	}
	if q.Family == nil {
		members, removed = members|q.Given[0], q.Removed[0]
	} else {
		members, removed = members|q.Family[0], q.Family[0]
	}
	in.each(worker, q.Dags, func(worker, b int, asked uint64) {
		sizes := q.Sizes[b*lanes.Width : min((b+1)*lanes.Width, len(q.Sizes))]
		above := in.spaces[worker].Cuts(b, q.U, q.V, members, removed, asked, limit)
		for ; asked != 0; asked &= asked - 1 {
			sizes[bits.TrailingZeros64(asked)] = 0
		}
		for k, larger := range above {
			for ; larger != 0; larger &= larger - 1 {
				sizes[bits.TrailingZeros64(larger)] = uint16(k + 1)
			}
		}
	})
	return ctx.Err()
}

func (in *laned) Ancestral(ctx context.Context, u, v int, given, probe, dags, set bitset.Set) error {
	members := uint64(1)<<u | 1<<v | given[0]
	for b, asked := range dags {
		set[b] = 0
		if asked != 0 {
			set[b] = in.graphs.Ancestral(b, members, probe[0], asked)
		}
	}
	return ctx.Err()
}

func (in *laned) Adjacent(ctx context.Context, v int, among bitset.Set, sets []bitset.Set) error {
	for k, u := range among.Append(nil) {
		in.graphs.AddJoined(int(u), v, sets[k])
	}
	return ctx.Err()
}

// Prune carries out in full what it has begun, whatever becomes of ctx. The arcs are removed at the end: until then meanwhile
// may ask about other lanes of the same words.
func (in *laned) Prune(
	ctx context.Context, u, v int, s bitset.Set, dags []int32, marks consensus.Marks, meanwhile func(),
) ([]consensus.CutEdge, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	parts := blocksOf(dags)
	in.reserveCuts(len(dags))
	removals := make([][]lanes.Removal, len(in.spaces)) // of each worker
	in.team.Do(1+len(parts), pruneCost*lanes.Width*in.cutCost()/cheaper, func(worker, turn int) {
		if turn == 0 {
			meanwhile()
			return
		}
		p, w := parts[turn-1], in.spaces[worker]
		edges := w.CutNearest(p.block, u, v, s[0], p.asked)
		p.fill(marks.Disturbed, w.Disturbed(p.block, edges, p.asked))
		p.fill(marks.Touched, w.Touched(p.block, edges, p.asked))
		p.list(edges, in.cuts)
		removals[worker] = in.graphs.AppendRemovals(p.block, edges, removals[worker])
	})
	for _, list := range removals {
		in.graphs.Remove(list)
	}
	return in.kept.Join(in.cuts[:len(dags)]), nil
}

// blockPart are the lanes of a block that are among some DAGs, which begin with the first-th of these.
type blockPart struct {
	block, first int
	asked        uint64
}

func blocksOf(dags []int32) (parts []blockPart) {
	for k, dag := range dags {
		b, lane := int(dag)/lanes.Width, dag%lanes.Width
		if last := len(parts) - 1; last < 0 || parts[last].block != b {
			parts = append(parts, blockPart{b, k, 0})
		}
		parts[len(parts)-1].asked |= 1 << lane
	}
	return parts
}

// fill gives the row of each DAG the nodes of its lane.
func (p *blockPart) fill(rows bitset.Matrix, nodes *[lanes.Width]uint64) {
	k := p.first
	for left := p.asked; left != 0; left &= left - 1 {
		rows.Row(k)[0] = nodes[bits.TrailingZeros64(left)]
		k++
	}
}

// list tells each DAG, in its place among cuts, which of the edges it removes.
func (p *blockPart) list(edges []lanes.Edge, cuts [][]consensus.CutEdge) {
	for k := range bits.OnesCount64(p.asked) {
		cuts[p.first+k] = cuts[p.first+k][:0]
	}
	for _, e := range edges {
		for in := e.Lanes; in != 0; in &= in - 1 {
			lane := bits.TrailingZeros64(in)
			k := p.first + bits.OnesCount64(p.asked&(1<<lane-1))
			cuts[k] = append(cuts[k], consensus.CutEdge{
				Dag: int32(p.block*lanes.Width + lane), From: int32(e.From), To: int32(e.To), Arc: e.Arc,
			})
		}
	}
}
