package consensus

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// heldPruned is how far a shard has pruned its DAGs: along a fusion and some steps, which a question
// has called made. Steps that were drafted are not among them.
type heldPruned struct {
	fusion *graph.DAG
	steps  []engine.Deletion
	graphs []*flow.Graph
	sums   map[string]int64 // what is known of the sums of cuts there, by cutKey
	ahead  *aheadSums       // what the last draft has told of the states after more steps; nil: nothing
}

// aheadSums are what is known after steps that were drafted.
type aheadSums struct {
	steps []engine.Deletion // all, with those that are made
	cuts  []*cutOf
	sums  [][]int64 // by level and the cut's number
}

// prune is what a step makes each DAG do: it removes its own minimum cut of u and v given s, the one
// nearest v (MCBNC, Algorithm 1).
type prune struct {
	u, v int
	s    bitset.Set
}

// pruneOf is the prune of a step that is a valid deletion of the class.
func pruneOf(class *equiv.Class, step *engine.Deletion) prune {
	s := bitset.New(class.N)
	step.Given(class, s)
	return prune{step.U, step.V, s}
}

// advance prunes the DAGs along the first count steps of a route. It begins anew if they have been
// pruned otherwise.
func (s *Shard) advance(ctx context.Context, r *route, count int) error {
	p := s.pruned
	if p != nil && len(p.steps) == 0 && !p.fusion.Equal(r.fusion) { // DAGs that are not pruned are those of any fusion
		p.fusion, p.ahead = r.fusion, nil
	}
	if p == nil || !p.leadsTo(r, count) {
		p = &heldPruned{fusion: r.fusion, graphs: make([]*flow.Graph, len(s.dags)), sums: map[string]int64{}}
		s.pruned = nil
		if _, err := s.each(ctx, 0, func(_ *shardWorker, i int) { p.graphs[i] = flow.NewGraph(s.dags[i]) }); err != nil {
			return err
		}
		s.pruned = p
	}
	if count == len(p.steps) {
		return nil
	}
	s.pruned = nil // a walk that breaks off leaves some of the DAGs behind
	if _, err := s.each(ctx, 0, func(w *shardWorker, i int) {
		touched := bitset.New(s.terms.N)
		for k := len(p.steps); k < count; k++ {
			w.prune(p.graphs[i], &r.prunes[k], touched)
		}
	}); err != nil {
		return err
	}
	p.arrive(slices.Clone(r.steps[:count]))
	s.pruned = p
	return nil
}

// leadsTo reports whether the first count steps of a route go on from the held ones.
func (p *heldPruned) leadsTo(r *route, count int) bool {
	return len(p.steps) <= count && sameSteps(p.steps, r.steps[:len(p.steps)]) && p.fusion.Equal(r.fusion)
}

// arrive notes that the DAGs are pruned along these steps. If they were drafted, sums are known.
func (p *heldPruned) arrive(steps []engine.Deletion) {
	l, ahead := len(steps)-len(p.steps), p.ahead
	p.steps, p.sums, p.ahead = steps, map[string]int64{}, nil
	if ahead == nil || l >= len(ahead.sums) || !sameSteps(steps, ahead.steps[:len(steps)]) {
		return
	}
	for _, c := range ahead.cuts {
		if c.last >= l {
			p.sums[c.key] = ahead.sums[l][c.number]
		}
	}
}

// learn keeps sums for the next question.
func (p *heldPruned) learn(t *tally, r *route, sums [][]int64) {
	for _, c := range t.cuts {
		p.sums[c.key] = sums[0][c.number]
	}
	p.ahead = &aheadSums{r.steps, t.cuts, sums}
}

func sameSteps(a, b []engine.Deletion) bool {
	return slices.EqualFunc(a, b, func(x, y engine.Deletion) bool {
		return x.U == y.U && x.V == y.V && slices.Equal(x.H, y.H)
	})
}

// prune prunes a graph. It fills touched as flow.Cutter.Remove does, and reports whether there was
// anything to remove.
func (w *shardWorker) prune(g *flow.Graph, p *prune, touched bitset.Set) bool {
	w.findArcs(g, p)
	if len(w.arcs) > 0 {
		w.ws.Remove(g, w.arcs, touched)
	}
	return len(w.arcs) > 0
}

// findArcs finds the arcs that a prune removes. Edges of the cut that are there by moralisation alone
// are none.
func (w *shardWorker) findArcs(g *flow.Graph, p *prune) {
	w.arcs = w.arcs[:0]
	for _, e := range w.ws.CutNearest(g, p.u, p.v, p.s) {
		switch {
		case g.DAG().Has(int(e.From), int(e.To)):
			w.arcs = append(w.arcs, e)
		case g.DAG().Has(int(e.To), int(e.From)):
			w.arcs = append(w.arcs, flow.Arc{From: e.To, To: e.From})
		}
	}
}
