package consensus

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// A question about cuts has levels. Level 0 is the state after all steps that are made. Each step that
// is drafted leads to another level. Every cut of the question is summed at level 0, unless its sum
// there is known from an earlier question. From level to level sums change by differences: a cut
// changes only in DAGs that the step prunes, and there only if a touched node is in {u, v} ∪ S. Proof:
// a cut stands if no node of its ancestral set is touched (see consensus.Marks), and all descendants of
// a touched node are touched.

// cutOf is the cut of u and v given s, which is asked for at some level.
type cutOf struct {
	u, v   int
	s, all bitset.Set // all is s with u and v
	key    string
	last   int   // the last level that asks for it
	number int   // among the cuts of the question, edge by edge
	known  int64 // its sum at level 0
}

// edgeCuts are the cuts of one edge that a level, or one after it, asks for.
type edgeCuts struct {
	all   bitset.Set // of all the cuts
	cuts  []*cutOf
	first int // where the worker's sums of their differences begin
}

// level is a state that a question is about, or level 0.
type level struct {
	prune  *prune     // what leads here from the level before
	edges  []edgeCuts // whose differences are summed
	asked  []*cutOf   // the cuts that are asked for, in order; nil stands for a closed edge
	closed []Pair
}

// tally is a question about cuts that is being answered.
type tally struct {
	shard  *Shard
	levels []level
	cuts   []*cutOf
	fresh  []*cutOf // those without a known sum
	sums   int      // of each worker: first those of fresh
}

// newTally lists the cuts of a question, level by level.
func (s *Shard) newTally(q *Question, r *route) *tally {
	t := &tally{shard: s, levels: make([]level, q.Drafted+1)}
	byKey := map[string]*cutOf{}
	for l := range t.levels {
		if l > 0 {
			t.levels[l].prune = &r.prunes[len(q.Steps)-q.Drafted+l-1]
		}
		if l > 0 || q.Drafted == 0 {
			t.list(l, q, r.states[max(l-1, 0)], byKey)
		}
	}
	slices.SortFunc(t.cuts, func(a, b *cutOf) int {
		return cmp.Or(PairOf(int32(a.u), int32(a.v)).compare(PairOf(int32(b.u), int32(b.v))), cmp.Compare(a.key, b.key))
	})
	for number, c := range t.cuts {
		c.number = number
		var known bool
		if c.known, known = s.pruned.sums[c.key]; !known {
			t.fresh = append(t.fresh, c)
		}
	}
	t.sums = len(t.fresh)
	for l := 1; l < len(t.levels); l++ {
		t.group(l)
	}
	return t
}

// list lists the cuts that a level asks for.
func (t *tally) list(l int, q *Question, class *equiv.Class, byKey map[string]*cutOf) {
	at := &t.levels[l]
	terms := t.shard.terms
	consensus.EachEdge(class, terms.Run, q.listed(terms), func(edge *consensus.Operators) bool {
		switch {
		case !q.asks(PairOf(edge.U, edge.V)):
		case edge.Closed:
			at.asked, at.closed = append(at.asked, nil), append(at.closed, Pair{edge.U, edge.V})
		default:
			for _, kept := range edge.Kept {
				s := bitset.New(class.N)
				edge.S(class, kept, s)
				at.asked = append(at.asked, t.find(l, int(edge.U), int(edge.V), s, byKey))
			}
		}
		return true
	})
}

// find is the cut of u and v given s, which a level asks for.
func (t *tally) find(l, u, v int, s bitset.Set, byKey map[string]*cutOf) *cutOf {
	key := cutKey(u, v, s)
	c := byKey[key]
	if c == nil {
		c = &cutOf{u: u, v: v, s: s, all: s.Clone(), key: key}
		c.all.Add(u)
		c.all.Add(v)
		byKey[key], t.cuts = c, append(t.cuts, c)
	}
	c.last = l
	return c
}

// cutKey is the cut of u and v given s as a key.
func cutKey(u, v int, s bitset.Set) string {
	key := binary.LittleEndian.AppendUint32(nil, uint32(u))
	key = binary.LittleEndian.AppendUint32(key, uint32(v))
	return string(appendSet(key, s))
}

// group finds the cuts whose differences are summed at a level, edge by edge.
func (t *tally) group(l int) {
	at := &t.levels[l]
	var pair Pair
	for _, c := range t.cuts {
		if c.last < l {
			continue
		}
		if p := PairOf(int32(c.u), int32(c.v)); len(at.edges) == 0 || p != pair {
			pair, at.edges = p, append(at.edges, edgeCuts{all: bitset.New(t.shard.terms.N), first: t.sums})
		}
		edge := &at.edges[len(at.edges)-1]
		edge.all.Or(c.all)
		edge.cuts = append(edge.cuts, c)
		t.sums++
	}
}

// sum is the sum of every cut over the DAGs, by level and number. A cut has none after its last level.
func (t *tally) sum(ctx context.Context) ([][]int64, error) {
	s := t.shard
	told := make([]int64, t.sums)
	if t.sums > 0 {
		for _, w := range s.workers {
			w.virtual = newVirtual(s.terms.N, len(t.cuts))
		}
		var err error
		if told, err = s.each(ctx, t.sums, t.walk); err != nil {
			return nil, err
		}
	}
	for k, c := range t.fresh {
		c.known = told[k]
	}
	out := make([][]int64, len(t.levels))
	for l := range out {
		out[l] = make([]int64, len(t.cuts))
	}
	for _, c := range t.cuts {
		out[0][c.number] = c.known
	}
	for l := 1; l < len(out); l++ {
		for _, edge := range t.levels[l].edges {
			for k, c := range edge.cuts {
				out[l][c.number] = out[l-1][c.number] + told[edge.first+k]
			}
		}
	}
	return out, nil
}

// virtual is where a worker carries drafted steps out, for one DAG after the other. The shard's own
// graphs stay what they are.
type virtual struct {
	graph, spare *flow.Graph
	touched      bitset.Set
	dag          int     // a number for the DAG
	seen         []int   // by cut: the last DAG for which the size is known, at its present level
	sizes        []int64 // by cut
}

func newVirtual(n, cuts int) *virtual {
	empty := graph.NewDAG(n)
	return &virtual{
		graph: flow.NewGraph(empty), spare: flow.NewGraph(empty), touched: bitset.New(n),
		seen: make([]int, cuts), sizes: make([]int64, cuts),
	}
}

// walk adds what one DAG contributes, along all levels.
func (t *tally) walk(w *shardWorker, i int) {
	g, times := t.shard.pruned.graphs[i], t.shard.times[i]
	w.virtual.dag++
	for k, c := range t.fresh {
		w.sums[k] += times * t.size(w, g, c)
	}
	for l := 1; l < len(t.levels); l++ {
		at := &t.levels[l]
		if w.findArcs(g, at.prune); len(w.arcs) > 0 {
			g = t.step(w, g, at, times)
		}
	}
}

// step carries the step to a level out in one DAG that loses arcs, and returns what it becomes.
func (t *tally) step(w *shardWorker, g *flow.Graph, at *level, times int64) *flow.Graph {
	v := w.virtual
	v.spare.CopyFrom(g)
	w.ws.Remove(v.spare, w.arcs, v.touched)
	for e := range at.edges {
		edge := &at.edges[e]
		if !edge.all.Intersects(v.touched) {
			continue
		}
		for k, c := range edge.cuts {
			if !c.all.Intersects(v.touched) {
				continue
			}
			was := v.sizes[c.number]
			if v.seen[c.number] != v.dag {
				was = t.size(w, g, c)
			}
			w.sums[edge.first+k] += times * (t.size(w, v.spare, c) - was)
		}
	}
	v.graph, v.spare = v.spare, v.graph
	return v.graph
}

// size is the size of a cut in a graph, or the cap.
func (t *tally) size(w *shardWorker, g *flow.Graph, c *cutOf) int64 {
	size := t.shard.terms.cut(w, g, c.u, c.v, c.s)
	w.virtual.seen[c.number], w.virtual.sizes[c.number] = w.virtual.dag, size
	return size
}

// cut is the size of the minimum cut of u and v given s, or the cap.
func (t *Terms) cut(w *shardWorker, g *flow.Graph, u, v int, s bitset.Set) int64 {
	return int64(w.ws.MinCut(g, u, v, s, s, cmp.Or(t.Run.Cap, flow.NoLimit)))
}
