package consensus

import (
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

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
	limit := t.shard.terms.Run.Cap
	if limit == 0 {
		limit = flow.NoLimit
	}
	size := int64(w.ws.MinCut(g, c.u, c.v, c.s, c.s, limit))
	w.virtual.seen[c.number], w.virtual.sizes[c.number] = w.virtual.dag, size
	return size
}
