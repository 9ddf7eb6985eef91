package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// walk is a site's DAG and the class along the steps of a question.
type walk struct {
	inputs local.Inputs
	replay *engine.Replay
	class  *equiv.Class // after the steps so far
	steps  []engine.Deletion
	done   int
	marks  consensus.Marks
	s      bitset.Set
	query  consensus.CutQuery // about the site's DAG
}

func newWalk(g *graph.DAG, start equiv.Start, q *Question) *walk {
	w := &walk{
		inputs: local.New(g.N, []*graph.DAG{g}, nil, nil), steps: q.Steps,
		marks: consensus.NewMarks(1, g.N), s: bitset.New(g.N),
		query: consensus.CutQuery{Dags: bitset.New(1), Sizes: make([]uint16, 1)},
	}
	w.query.Dags.Add(0)
	fusion := q.Fusion
	if fusion == nil {
		fusion = graph.NewDAG(g.N)
	}
	w.replay = engine.NewReplay(fusion, start, q.Steps)
	return w
}

// advance goes on to the state after k steps. The DAG removes its own minimum cut of each step, the
// one nearest v (MCBNC, Algorithm 1).
func (w *walk) advance(ctx context.Context, k int) (err error) {
	for ; ; w.done++ {
		if w.class, err = w.replay.Advance(w.done); err != nil || w.done == k {
			return err
		}
		step := &w.steps[w.done]
		step.Given(w.class, w.s)
		if _, err = w.inputs.Prune(ctx, step.U, step.V, w.s, []int32{0}, w.marks, func() {}); err != nil {
			return err
		}
	}
}

// cut is the size of the minimum cut of u and v given s, or the limit.
func (w *walk) cut(ctx context.Context, u, v int32, s bitset.Set, limit int) (int64, error) {
	q := &w.query
	q.U, q.V, q.Given, q.Removed, q.Limit = int(u), int(v), s, s, limit
	err := w.inputs.MinCuts(ctx, 0, q)
	return int64(q.Sizes[0]), err
}

// cuts returns the weighted cut of every deletion that a state offers, in the order of its edges.
// For a closed edge it returns the least of its deletions: the sum of these is at most the least of
// the sums (MCBNC, section 4).
func (a *plainly) cuts(ctx context.Context) error {
	k := len(a.q.Steps)
	for done := a.q.first(k); done <= k; done++ {
		if err := a.advance(ctx, done); err != nil {
			return err
		}
		if err := a.cutsHere(ctx); err != nil {
			return err
		}
	}
	return nil
}

// cutsHere is the part of cuts for the state at which the walk is.
func (a *plainly) cutsHere(ctx context.Context) error {
	var deletions *consensus.Deletions
	var err error
	consensus.EachEdge(a.class, a.Terms.Run, a.q.listed(a.Terms), func(edge *consensus.Operators) bool {
		switch {
		case !a.q.asks(PairOf(edge.U, edge.V)):
		case edge.Closed:
			if deletions == nil {
				deletions, err = consensus.NewDeletions(ctx, a.class, a.inputs, consensus.Options{
					KMax: a.Terms.Run.KMax, Cap: a.Terms.Run.Cap, Start: a.Terms.Run.Start, Constraints: a.Terms.Run.Constraints,
				})
			}
			if err == nil {
				err = a.bound(ctx, deletions, edge)
			}
		default:
			err = a.edge(ctx, edge)
		}
		return err == nil
	})
	return err
}

// bound returns the least cut of a closed edge.
func (a *plainly) bound(ctx context.Context, deletions *consensus.Deletions, edge *consensus.Operators) error {
	best, _, err := deletions.Best(ctx, int(edge.U), int(edge.V))
	if err != nil {
		return err
	}
	a.add(a.weight * best.Score)
	return nil
}

// edge returns the cuts of an open edge.
func (a *plainly) edge(ctx context.Context, edge *consensus.Operators) error {
	for _, kept := range edge.Kept {
		edge.S(a.class, kept, a.s)
		size, err := a.cut(ctx, edge.U, edge.V, a.s, a.Terms.Run.Cap)
		if err != nil {
			return err
		}
		a.add(a.weight * size)
	}
	return nil
}
