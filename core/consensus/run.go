package consensus

import (
	"context"
	"errors"
	"time"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/parallel"
)

// Options says how to run.
type Options struct {
	Weights []int64        // one for each DAG, with a positive sum; nil means all 1
	KMax    int            // the largest |H| allowed; negative means no cap
	Start   equiv.Start    // the CPDAG of the fusion, or the fusion itself
	Until   *float64       // stop before the first step with Ψ > *Until; nil: when no edge is left
	Team    *parallel.Team // shares out the work; nil: one goroutine does it all
	Seed    *int64         // draw ties at random from this seed; nil: the lowest (u, v), |H|, H
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
	f       *families
	keys    *keys
	counts  Counts
	team    *parallel.Team
	lottery *lottery // nil: ties go to the lowest (u, v), |H|, H

	// Scratch, so that the steady state allocates nothing.
	query                      Query
	given, removed, probe, hit bitset.Set
	none                       bitset.Set // stays empty
	dags                       []int32
	na, heads                  bitset.Set
}

// Run deletes edges from the fusion's class, the least critical first, and makes
// the inputs remove what was cut (MCBNC, Algorithm 1). When the context ends
// first, the steps so far are the result.
func Run(ctx context.Context, fusion *graph.DAG, in Inputs, opt Options) (*Trajectory, error) {
	begin := time.Now()
	r := newRun(fusion, in, opt)
	t := &Trajectory{Fusion: fusion, Start: opt.Start, Final: r.class}
	for {
		more, err := r.advance(ctx, t, opt, begin)
		if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
			t.Status = Interrupted
			break
		}
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
	}
	t.Counts = r.counts
	return t, nil
}

// advance takes the next step, unless there is none, or none with Ψ ≤ θ.
func (r *run) advance(ctx context.Context, t *Trajectory, opt Options, begin time.Time) (more bool, err error) {
	c, found, err := r.next(ctx)
	if err != nil || !found {
		return false, err
	}
	step := r.describe(c)
	if opt.Until != nil && step.Psi > *opt.Until {
		return false, nil
	}
	if err := r.apply(ctx, c, &step); err != nil {
		return false, err
	}
	step.Seconds = time.Since(begin).Seconds()
	t.Steps = append(t.Steps, step)
	if opt.Progress != nil {
		opt.Progress(r.class.Edges(), step.Psi)
	}
	return true, nil
}

func newRun(fusion *graph.DAG, in Inputs, opt Options) *run {
	n, dags := fusion.N, in.Count()
	r := &run{
		n: n, in: in, class: equiv.FromDAG(fusion, opt.Start), weights: opt.Weights, kMax: opt.KMax,
		team:  opt.Team,
		given: bitset.New(n), removed: bitset.New(n), probe: bitset.New(n), none: bitset.New(n), na: bitset.New(n),
		hit: bitset.New(dags), heads: bitset.New(n),
	}
	if opt.Seed != nil {
		r.lottery = newLottery(*opt.Seed)
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
	r.query.Dags = make([]int32, 0, dags)
	r.query.Sizes = make([]uint16, 0, dags)
	r.c = newCandidates(fusion, r.class, in, r.weights)
	r.f = newFamilies(r)
	r.keys = newKeys(len(r.c.list))
	for e := range r.c.list {
		r.c.orient(e)
		r.c.list[e].h = r.root(e)
		r.rekey(e)
	}
	return r
}

// choice is a deletion that next has settled on.
type choice struct {
	edge int
	inS  bitset.Set // the part of NA(v, u) that stays in S
	cuts []uint16   // of each DAG
}

// next is the best deletion at this point. Every edge's key is a lower bound on
// the score of all it offers; the edge with the lowest key is made sharper until
// the lowest one is exact. Equal keys go by (u, v), so that the first of equals
// wins although it may be the last to be found.
func (r *run) next(ctx context.Context) (c choice, found bool, err error) {
	for e := r.keys.min(); e >= 0; e = r.keys.min() {
		if err := ctx.Err(); err != nil {
			return choice{}, false, err
		}
		exact, err := r.refine(ctx, e)
		if err != nil {
			return choice{}, false, err
		}
		if !exact {
			continue
		}
		if r.lottery != nil {
			c, err := r.drawTie(ctx, r.keys.score[e])
			return c, err == nil, err
		}
		if f := r.c.list[e].h; f != nil {
			nd := f.nodes[f.best]
			return choice{edge: e, inS: nd.hi, cuts: nd.leaf}, true, nil
		}
		return choice{edge: e, inS: r.none, cuts: r.c.row(e)}, true, nil
	}
	return choice{}, false, nil
}

// describe is the step that carries a choice out.
func (r *run) describe(c choice) Step {
	cand := &r.c.list[c.edge]
	r.outer(c.edge, c.inS, r.given)
	r.na.Copy(r.c.na.Row(c.edge))
	r.na.AndNot(c.inS)
	step := Step{
		U: cand.u, V: cand.v, Undirected: cand.undirected,
		H: r.na.Append(nil), S: r.given.Append(nil),
	}
	for i, cut := range c.cuts {
		step.Score += r.weights[i] * int64(cut)
	}
	step.Psi = Psi(step.Score, r.total)
	return step
}

// apply carries a step out: on the inputs, on the class, on the candidates.
func (r *run) apply(ctx context.Context, c choice, step *Step) error {
	u, v := int(step.U), int(step.V)
	r.dags = r.dags[:0]
	for i, cut := range c.cuts {
		if cut > 0 {
			r.dags = append(r.dags, int32(i))
		}
	}
	setOf(step.S, r.given)
	var err error
	step.Pruned, err = r.in.Prune(ctx, u, v, r.given, r.dags)
	if err != nil {
		return err
	}
	setOf(step.H, r.na)
	r.class.Delete(u, v, r.na)
	r.c.drop(c.edge)
	r.rekey(c.edge)
	r.invalidate(step.Pruned)
	for k := range step.Pruned {
		step.Pruned[k].Touched = nil // a run keeps its steps, not this
	}
	r.refresh(c.edge)
	return nil
}

func setOf(members []int32, set bitset.Set) {
	set.Clear()
	for _, x := range members {
		set.Add(int(x))
	}
}
