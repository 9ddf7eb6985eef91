package consensus

import (
	"cmp"
	"context"
	"errors"
	"github.com/mcbnc/mcbnc/core/consensus/internal/tournament"
	"math"
	"time"

	"github.com/mcbnc/mcbnc/core/arena"
	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/parallel"
)

// Options says how to run.
type Options struct {
	Weights []int64     // one for each DAG, with a positive sum; nil means all 1
	Cap     int         // a DAG's cut counts at most so much in a score; 0 means as much as it is
	KMax    int         // the largest |H| allowed; negative means any
	Start   equiv.Start // the CPDAG of the fusion, or the fusion itself
	// Constraints, if not nil, are kept by the fusion too: the required pairs are joined
	// in it, along its directions. With directions there is no Seed.
	Constraints *graph.Constraints
	Until       *float64       // stop before the first step with Ψ > *Until that is not forced; nil: when no deletion is left
	Team        *parallel.Team // shares out the work; nil: one goroutine does it all
	Seed        *int64         // draw ties at random from this seed; nil: the lowest (u, v), |H|, H
	// ShareFrom is the number of edges times words of a set of nodes times DAGs, 25 more of
	// these for the class, from which the team is used; 0 means 2,000,000. The steps of a
	// smaller run are too short to be shared, unless it has 256 DAGs or more.
	ShareFrom int
	// Progress, if not nil, is told after each step.
	Progress func(edgesLeft int, psi float64)
}

const (
	shareFrom = 2_000_000 // what ShareFrom is by default: about where steps last 10 µs
	classDAGs = 25        // of so many DAGs a step's part takes as long as the class's and the candidates'
)

// run is the state of one run.
type run struct {
	n       int
	in      Inputs
	class   *equiv.Class
	weights []int64
	total   int64
	cap     uint16 // all cuts and bounds are clipped to it; noCap where there is none
	kMax    int
	c       *candidates
	f       *families
	keys    *tournament.Tree
	team    *parallel.Team
	shared  bool     // the team's members are to work, and the run looks ahead
	lottery *lottery // nil: ties go to the lowest (u, v), |H|, H
	guide   *guide   // nil: no directions to keep

	// Scratch, so that the steady state allocates nothing.
	alone  *desk   // what is not shared by seats is done at it
	desks  []*desk // one for each worker, or one where the run is not shared
	ahead  ahead
	none   bitset.Set // stays empty
	given  bitset.Set // S of a step
	na     bitset.Set // and H
	heads  bitset.Set // of refresh
	others bitset.Set // of refresh
	cuts   []uint16   // of each DAG
	pruned struct {   // what update is about
		dags    []int32
		in      bitset.Set    // over DAGs: those of dags, set before they are pruned
		Marks                 // what changed in them
		members bitset.Matrix // row k: the v whose family was touched in the k-th of them
		heads   bitset.Set    // of the loose edges that may have been touched, in any of them
	}
	deleted struct { // by this step
		edge, group, u, v int // its group before that
		ctx               context.Context
		err               error // of what is done beside the pruning
	}
	lapsed bitset.Set // over DAGs: of refreshFamily
	left   []int32    // edges that the last step took out of their family
	loops  loops
	lists  arena.Arena[int32] // H and S of the steps
}

// loops are the bodies of loops over parts of the work, bound once.
type loops struct {
	update, find, ahead func(worker, part int)
	delete              func()
}

// Run deletes edges from the fusion's class, the least critical first, and makes the inputs
// remove what was cut (MCBNC, Algorithm 1). If ctx ends first, the steps so far are the
// result. Any other error of the inputs is Run's.
func Run(ctx context.Context, fusion *graph.DAG, in Inputs, opt Options) (*Trajectory, error) {
	t := &Trajectory{Fusion: fusion, Start: opt.Start, Final: equiv.FromDAG(fusion, opt.Start)}
	err := t.run(ctx, in, opt)
	if err != nil && ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		t.Status = Interrupted
		t.Final = t.stateAfterSteps() // a step that was not finished may have changed it
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// run takes steps until none is left that Run should take.
func (t *Trajectory) run(ctx context.Context, in Inputs, opt Options) error {
	begin := time.Now()
	r, err := newRun(ctx, t.Final, in, opt)
	if err != nil {
		return err
	}
	if !r.shared {
		r.team.Pause()
		defer r.team.Resume()
	}
	if opt.Until == nil {
		t.Steps = make([]Step, 0, r.class.Edges())
	}
	defer func() { t.Counts = r.counts() }()
	for more := true; more && err == nil; {
		more, err = r.advance(ctx, t, opt, begin)
	}
	return err
}

// stateAfterSteps is the class that the steps lead to from the fusion.
func (t *Trajectory) stateAfterSteps() *equiv.Class {
	class := equiv.FromDAG(t.Fusion, t.Start)
	h := bitset.New(class.N)
	for k := range t.Steps {
		step := &t.Steps[k]
		setOf(step.H, h)
		class.Delete(int(step.U), int(step.V), h)
	}
	return class
}

// advance takes the next step, unless there is none, or none with Ψ ≤ θ.
func (r *run) advance(ctx context.Context, t *Trajectory, opt Options, begin time.Time) (more bool, err error) {
	c, found, err := r.next(ctx)
	if err != nil || !found {
		return false, err
	}
	step := r.describe(c)
	forced := r.c.list[c.edge].rule == forbidden
	if opt.Until != nil && step.Psi > *opt.Until && !forced {
		return false, nil
	}
	if err := r.apply(ctx, c, &step); err != nil {
		return false, err
	}
	step.Seconds = time.Since(begin).Seconds()
	t.Steps = append(t.Steps, step)
	if forced {
		t.Forced++
	}
	if opt.Progress != nil {
		opt.Progress(len(r.c.list)-len(t.Steps), step.Psi)
	}
	return true, nil
}

// newRun begins a run from a class, which it takes over.
func newRun(ctx context.Context, class *equiv.Class, in Inputs, opt Options) (*run, error) {
	n, dags := class.N, in.Count()
	sets := bitset.NewMatrix(6, n)
	r := &run{
		n: n, in: in, class: class, weights: opt.Weights, cap: capOf(opt.Cap), kMax: opt.KMax,
		team: opt.Team,
		none: sets.Row(0), given: sets.Row(1), na: sets.Row(2), heads: sets.Row(3), others: sets.Row(4),
		lapsed: bitset.New(dags),
	}
	r.cuts = make([]uint16, dags)
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
	var err error
	if r.c, err = newCandidates(ctx, r.class, in, r.weights, r.cap, opt.Constraints); err != nil {
		return nil, err
	}
	r.f = newFamilies(r)
	r.pruned.in, r.pruned.Marks = bitset.New(dags), NewMarks(dags, n)
	r.pruned.members, r.pruned.heads = bitset.NewMatrix(dags, n), sets.Row(5)
	r.guide = newGuide(opt.Constraints)
	workers := r.team.Workers()
	work := len(r.c.list) * bitset.Words(n) * (dags + classDAGs)
	r.shared = workers > 1 && (dags >= aheadDAGs || work >= cmp.Or(opt.ShareFrom, shareFrom))
	if !r.shared {
		workers = 1
	}
	r.alone = newDesk(r, Alone)
	for w := range workers {
		r.desks = append(r.desks, newDesk(r, w))
	}
	r.loops = loops{
		update: r.updatePart,
		find:   func(_, k int) { r.findBest(int(r.f.toFind[k])) },
		ahead:  func(worker, k int) { r.desks[worker].lookAhead(k) },
		delete: r.delete,
	}
	r.keys = tournament.New(n + len(r.c.list))
	for e := range r.c.list {
		r.c.orient(e)
		r.c.list[e].h = r.root(e)
		r.rekey(e)
	}
	return r, nil
}

// MaxNodes is how many nodes a run can have: cuts are kept in 16 bits each. A minimum
// cut of u and v has no more edges than v has in the moral graph, and these go to the
// other nodes: at most MaxNodes - 1 = 65,535. So no cut is ever clipped by its width.
const MaxNodes = math.MaxUint16 + 1

// noCap is the largest cut there can be: a bound which is the cap is the cut, without a
// cap too.
const noCap = MaxNodes - 1

func capOf(limit int) uint16 {
	if limit == 0 {
		return noCap
	}
	return uint16(min(limit, noCap))
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
	for e := r.lowest(); e >= 0; e = r.lowest() {
		done, err := r.resolve(ctx, e)
		if err != nil {
			return choice{}, false, err
		}
		if done {
			c, err = r.choose(ctx, e)
			return c, err == nil, err
		}
	}
	return choice{}, false, nil
}

// resolve makes the key of edge e sharper, or says that it is exact, and its best
// deletion one that is allowed.
func (r *run) resolve(ctx context.Context, e int) (done bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	if how := r.alone.pose(e); how != exact {
		return false, r.refine(ctx, e, how)
	}
	return r.keepsDirections(ctx, e)
}

// counts is the work of all desks.
func (r *run) counts() Counts {
	sum := r.alone.counts
	for _, d := range r.desks {
		sum.Evaluations += d.counts.Evaluations
		sum.Cuts += d.counts.Cuts
		sum.Searches += d.counts.Searches
		sum.Branches += d.counts.Branches
	}
	return sum
}

// choose is the best deletion of edge e, whose key is exact and the lowest, or one
// of those that tie with it.
func (r *run) choose(ctx context.Context, e int) (choice, error) {
	if r.lottery != nil {
		return r.alone.drawTie(ctx, r.key(e))
	}
	if f := r.c.list[e].h; f != nil {
		nd := f.nodes[f.best]
		return choice{edge: e, inS: nd.hi, cuts: nd.leaf}, nil
	}
	r.c.copyCuts(e, r.cuts)
	return choice{edge: e, inS: r.none, cuts: r.cuts}, nil
}
