package consensus

import (
	"context"
	"errors"
	"time"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
)

// Options says how to run.
type Options struct {
	Weights []int64     // one for each DAG, with a positive sum; nil means all 1
	KMax    int         // the largest |H| allowed; negative means no cap
	Start   equiv.Start // the CPDAG of the fusion, or the fusion itself
	Until   *float64    // stop before the first step with Ψ > *Until; nil: when no edge is left
	Seed    *int64      // draw ties at random from this seed; nil: the lowest (u, v), |H|, H
	// Progress, if not nil, is told after each step.
	Progress func(edgesLeft int, psi float64)
}

// run is the state of one run.
type run struct {
	n       int
	in      Inputs
	class   *equiv.Class
	weights []int64
	total   int64
	kMax    int
	c       *candidates
	keys    *keys
	counts  Counts

	// Scratch, so that the steady state allocates nothing.
	query                      [1]Query
	given, removed, probe, hit bitset.Set
	none                       bitset.Set // stays empty
	dags                       []int32
	na                         bitset.Set
}

// Run deletes edges from the fusion's class, the least critical first, and makes
// the inputs remove what was cut (MCBNC, Algorithm 1). When the context ends
// first, the steps so far are the result.
func Run(ctx context.Context, fusion *graph.DAG, in Inputs, opt Options) (*Trajectory, error) {
	begin := time.Now()
	r := newRun(fusion, in, opt)
	t := &Trajectory{Fusion: fusion, Start: opt.Start, Final: r.class}
	for {
		step, found, err := r.next(ctx)
		if err == nil && found && (opt.Until == nil || step.Psi <= *opt.Until) {
			err = r.apply(ctx, &step)
		} else if err == nil {
			break
		}
		if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			t.Status = Interrupted
			break
		}
		if err != nil {
			return nil, err
		}
		step.Seconds = time.Since(begin).Seconds()
		t.Steps = append(t.Steps, step)
		if opt.Progress != nil {
			opt.Progress(r.class.Edges(), step.Psi)
		}
	}
	t.Counts = r.counts
	return t, nil
}

func newRun(fusion *graph.DAG, in Inputs, opt Options) *run {
	n, dags := fusion.N, in.Count()
	r := &run{
		n: n, in: in, class: equiv.FromDAG(fusion, opt.Start), weights: opt.Weights, kMax: opt.KMax,
		given: bitset.New(n), removed: bitset.New(n), probe: bitset.New(n), none: bitset.New(n), na: bitset.New(n),
		hit: bitset.New(dags),
	}
	if r.weights == nil {
		r.weights = make([]int64, dags)
		for i := range r.weights {
			r.weights[i] = 1
		}
	}
	for _, w := range r.weights {
		r.total += w
	}
	r.query[0].Dags = make([]int32, 0, dags)
	r.query[0].Sizes = make([]uint16, 0, dags)
	r.c = newCandidates(fusion, r.class, in)
	r.keys = newKeys(len(r.c.list))
	for e := range r.c.list {
		r.c.orient(e)
		r.c.list[e].h = r.root(e)
		r.rekey(e)
	}
	return r
}

// next is the best deletion at this point. Every edge's key is a lower bound on
// the score of all it offers; the edge with the lowest key is made sharper until
// the lowest one is exact. Equal keys go by (u, v), so that the first of equals
// wins although it may be the last to be found.
func (r *run) next(ctx context.Context) (step Step, found bool, err error) {
	for e := r.keys.min(); e >= 0; e = r.keys.min() {
		if err := ctx.Err(); err != nil {
			return Step{}, false, err
		}
		exact, err := r.refine(ctx, e)
		if err != nil {
			return Step{}, false, err
		}
		if exact {
			return r.step(e), true, nil
		}
	}
	return Step{}, false, nil
}

// step describes the best deletion of edge e, whose key is exact.
func (r *run) step(e int) Step {
	cand := &r.c.list[e]
	inS := r.none // the part of NA that stays in S
	if cand.h != nil {
		inS = cand.h.nodes[cand.h.best].hi
	}
	r.outer(e, inS, r.given)
	r.na.Copy(r.c.na.Row(e))
	r.na.AndNot(inS)
	score := r.keys.score[e]
	return Step{
		U: cand.u, V: cand.v, Undirected: cand.undirected,
		H: r.na.Append(nil), S: r.given.Append(nil),
		Score: score, Psi: Psi(score, r.total),
	}
}

// apply carries a step out: on the inputs, on the class, on the candidates.
func (r *run) apply(ctx context.Context, step *Step) error {
	u, v := int(step.U), int(step.V)
	e := r.c.edgeBetween(step.U, step.V)
	setOf(step.S, r.given)
	var err error
	step.Pruned, err = r.in.Prune(ctx, u, v, r.given, r.cutIn(e), nil)
	if err != nil {
		return err
	}
	setOf(step.H, r.na)
	r.class.Delete(u, v, r.na)
	r.c.drop(e)
	r.rekey(e)
	for i := range step.Pruned {
		r.invalidate(&step.Pruned[i])
		step.Pruned[i].Touched = nil
	}
	r.refresh(step.U, step.V)
	return nil
}

// cutIn lists the DAGs in which the best deletion of e cuts anything.
func (r *run) cutIn(e int) []int32 {
	cuts := r.c.row(e)
	if f := r.c.list[e].h; f != nil {
		cuts = f.nodes[f.best].leaf
	}
	r.dags = r.dags[:0]
	for i, cut := range cuts {
		if cut > 0 {
			r.dags = append(r.dags, int32(i))
		}
	}
	return r.dags
}

func setOf(members []int32, set bitset.Set) {
	set.Clear()
	for _, x := range members {
		set.Add(int(x))
	}
}

// cutOf asks one DAG for one cut.
func (r *run) cutOf(e, dag int, given, removed bitset.Set) uint16 {
	cand := &r.c.list[e]
	q := Query{
		U: int(cand.u), V: int(cand.v), Given: given, Removed: removed,
		Dags: []int32{int32(dag)}, Sizes: make([]uint16, 1),
	}
	r.counts.Cuts++
	_ = r.in.Cuts(context.Background(), []Query{q})
	return q.Sizes[0]
}
