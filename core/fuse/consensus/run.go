package consensus

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/arena"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Options are the options of a run.
type Options struct {
	Weights []int64      // one for each DAG, with a positive sum; nil means all 1
	Seen    []bitset.Set // the nodes that each DAG has; the others are isolated in it; nil: each has all. See hsearch.Unlike
	Cap     int          // the largest cut that counts in a score; a larger one counts as Cap; 0 means no cap
	KMax    int          // the largest |H| allowed; negative means any
	Start   equiv.Start  // the CPDAG of the fusion, or the fusion itself

	// Unpruned inputs stay as they are: no step removes its cuts from them.
	Unpruned bool

	// Constraints, if not nil, have been kept by the fusion: the required pairs are joined in
	// it, along the directions. Constraints with directions exclude Seed.
	Constraints *graph.Constraints

	Until *float64 // stop before the first step with Ψ > *Until that is not forced; nil: when no deletion is left

	// Share, if not nil, stops the run before the first step with 1 − Ψ < *Share that is not
	// forced. With a Cap of 1, 1 − Ψ is the share of the weight in which S separates u and v.
	// It is a quotient of its own: as a float64, the θ that belongs to a share may miss a tie.
	Share *float64

	Team *parallel.Team // shares out the work; nil: one goroutine does it all
	Seed *int64         // draw ties at random from this seed; nil: take the lowest (u, v), |H|, H

	// ShareFrom is the size of a run from which the team is used. The size is the number of
	// edges, times the words of a set of nodes, times 25 more than the number of DAGs. 0
	// means 2,000,000. Steps of smaller runs are too short to be shared. With 256 DAGs or
	// more, any run uses the team.
	ShareFrom int

	// FrugalFrom is the number of nodes from which a run asks for as few cuts as it can, and for proofs of them. 0 means
	// 449. Cuts of smaller DAGs take no longer than what would spare them. It changes no step. A run with a Seed is never
	// frugal, since what it draws depends on how the searches went.
	FrugalFrom int

	// FewFrom is the number of DAGs from which a run asks an eighth of them at a time. 0 means 2,048. It changes no step.
	// A run with a Seed asks all of them, for the same reason.
	FewFrom int
	// WideFrom is the number of nodes from which a run keeps lists in the place of most rows of nodes. 0 means 2,000. It
	// changes nothing else.
	WideFrom int

	Progress func(edgesLeft int, psi float64) // if not nil, is called after each step

	// Enough, if not nil, is asked after each step. If it returns true, the run is complete there.
	Enough func(*Trajectory) bool

	// Pause, if not nil, is asked after each step. If it returns true, the run ends there as if the
	// context had ended. So a run that pauses takes one step at least, or is complete.
	Pause func() bool
}

const (
	shareFrom = 2_000_000 // the default of ShareFrom: there, steps last about 10 µs
	classDAGs = 25        // the DAGs' part of a step takes as long as the class's and the edges' with this number of DAGs

	frugalFrom = 449                    // the default of FrugalFrom: a set takes 8 words or more
	wideFrom   = 64*(bitset.Long-1) + 1 // the default of WideFrom: sets are long

	fewFrom  = 2048 // the default of FewFrom: a question to an eighth of them takes ten times as long as what is around it
	fewParts = 8
)

// Run deletes edges from the class of the fusion, the least critical first, and makes the
// inputs remove what was cut (MCBNC, Algorithm 1). If ctx ends first, the steps so far are
// the result. Any other error of the inputs is Run's.
func Run(ctx context.Context, fusion *graph.DAG, in Inputs, opt Options) (*Trajectory, error) {
	return Continue(ctx, Begin(fusion, opt.Start), in, opt)
}

// Begin is a run before its first step.
func Begin(fusion *graph.DAG, start equiv.Start) *Trajectory {
	return &Trajectory{Fusion: fusion, Start: start, Final: equiv.FromDAG(fusion, start)}
}

// Continue goes on with a run after its steps so far, which it takes over. The inputs are as those
// steps left them, and t.Final is the class that they lead to. The steps are then those of a run
// without the interruption: each depends on the class, the inputs and the options alone. Only
// draws of ties depend on what was drawn before. So a run with a Seed cannot be continued.
func Continue(ctx context.Context, t *Trajectory, in Inputs, opt Options) (*Trajectory, error) {
	if opt.Seed != nil && len(t.Steps) > 0 {
		return nil, errors.New("consensus: a run that draws ties cannot be continued")
	}
	err := t.run(ctx, in, opt)
	switch t.Interrupted = err != nil; {
	case err == nil, errors.Is(err, errPaused):
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		t.Final = t.stateAfterSteps() // a step that was not finished may have changed it
	default:
		return nil, err
	}
	return t, nil
}

// errPaused ends a run between two steps.
var errPaused = errors.New("the run pauses")

// run is Algorithm 1 from the last step on: P is t.Final, θ is opt.Until.
func (t *Trajectory) run(ctx context.Context, in Inputs, opt Options) error {
	begin := time.Now()
	if k := len(t.Steps); k > 0 { // the steps so far took that long
		begin = begin.Add(-time.Duration(t.Steps[k-1].Seconds * float64(time.Second)))
	}
	r, err := newRun(ctx, t.Final, in, opt) // P ← CPDAG(G⁺)
	if err != nil {
		return err
	}
	if !r.shared {
		r.team.Pause()
		defer r.team.Resume()
	}
	defer r.addCounts(&t.Counts)
	if opt.Until == nil && opt.Share == nil {
		t.Steps = slices.Grow(t.Steps, len(r.table.list))
	}
	edges := len(t.Steps) + len(r.table.list) // of the fusion
	for {
		best, found, err := r.best(ctx) // (u, v, H) with the least Ψ, of all valid deletions of P
		if err != nil || !found {
			return err
		}
		step, forced := r.describe(best), r.table.list[best.edge].rule == forbidden
		if !forced && r.stopsBefore(&step) { // until Ψ > θ
			return nil
		}
		if err := r.apply(ctx, best, &step); err != nil { // P ← Delete(u, v, H); each G_i removes its cut
			return err
		}
		step.Seconds = time.Since(begin).Seconds()
		if t.Steps = append(t.Steps, step); forced {
			t.Forced++
		}
		if opt.Progress != nil {
			opt.Progress(edges-len(t.Steps), step.Psi)
		}
		if opt.Enough != nil && opt.Enough(t) {
			return nil
		}
		if opt.Pause != nil && opt.Pause() {
			return errPaused
		}
	}
}

func (r *run) stopsBefore(step *Step) bool {
	return r.opt.Until != nil && step.Psi > *r.opt.Until ||
		r.opt.Share != nil && Psi(r.total-step.Score, r.total) < *r.opt.Share
}

// run is the state of one run. Each part has a file of its own.
type run struct {
	opt     Options
	problem hsearch.Problem
	in      Inputs
	class   *equiv.Class
	weights hsearch.Weights
	total   int64 // of the weights

	table      *edges
	queue      *queue
	families   *families
	alone      *worker   // does what is not shared by slots
	workers    []*worker // of the team, or one where the run is not shared
	team       *parallel.Team
	shared     bool // the team's goroutines are used
	lookahead  *lookahead
	looksAhead bool             // the lowest slots are made sharper in parallel
	ties       *tieSampler      // nil: ties go to the lowest (u, v), |H|, H
	directions *directionFilter // nil: there are no directions to keep
	pruning    *pruning
	deletion   *deletion

	given, h bitset.Set         // of nodes, of a step
	cuts     []uint16           // of each DAG, of a choice
	lists    arena.Arena[int32] // H and S of the steps
}

// newRun begins a run from a class, which it takes over.
func newRun(ctx context.Context, class *equiv.Class, in Inputs, opt Options) (*run, error) {
	dags := in.Count()
	nodes := bitset.NewMatrix(2, class.N)
	r := &run{
		opt: opt, in: in, class: class, weights: opt.Weights, team: opt.Team,
		given: nodes.Row(0), h: nodes.Row(1), cuts: make([]uint16, dags),
	}
	if r.weights == nil {
		r.weights = slices.Repeat(hsearch.Weights{1}, dags)
	}
	for _, w := range r.weights {
		r.total += w
	}
	limit := uint16(min(cmp.Or(opt.Cap, hsearch.NoCap), hsearch.NoCap))
	var err error
	wide := class.N >= cmp.Or(opt.WideFrom, wideFrom)
	if r.table, err = newEdges(ctx, class, in, r.weights, opt.Seen, limit, opt.Constraints, wide); err != nil {
		return nil, err
	}
	r.queue = newQueue(r.table, r.team)
	r.families = newFamilies(r.table, r.queue)
	if opt.Seed != nil {
		r.ties = newTieSampler(*opt.Seed)
	}
	r.directions = newDirectionFilter(class, opt.Constraints)
	r.problem = hsearch.Problem{Class: class, Inputs: in, Weights: r.weights, Cap: limit, Unlike: r.table.unlike}
	if opt.Seed == nil && r.table.unlike == nil && dags >= cmp.Or(opt.FewFrom, fewFrom) {
		r.problem.Few = (dags + fewParts - 1) / fewParts
	}
	r.problem.Frugal = opt.Seed == nil && class.N >= cmp.Or(opt.FrugalFrom, frugalFrom)
	r.makeWorkers()
	for e := range r.table.list {
		r.table.orient(e)
		r.alone.newSearch(e)
		r.queue.update(e)
	}
	return r, nil
}

func (r *run) addCounts(sum *Counts) {
	r.alone.addCounts(sum)
	for _, w := range r.workers {
		w.addCounts(sum)
	}
}

// best is the best deletion at this point. Every edge's key is a lower bound on the score of
// all that it offers. The edge with the lowest key is made sharper until the lowest key is
// exact. Equal keys go by (u, v), so the first of equals wins although it may be found last.
func (r *run) best(ctx context.Context) (c choice, found bool, err error) {
	for e := r.queue.lowest(); e >= 0; e = r.queue.lowest() {
		settled, err := r.resolve(ctx, e)
		if err != nil {
			return choice{}, false, err
		}
		if settled {
			c, err = r.choose(ctx, e)
			return c, err == nil, err
		}
	}
	return choice{}, false, nil
}

// resolve makes the key of edge e sharper. It reports whether nothing is left to do: the key
// is exact, and the best deletion keeps the directions.
func (r *run) resolve(ctx context.Context, e int) (settled bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	need := r.alone.next(e)
	switch {
	case need == hsearch.Exact:
		return r.directions.admits(ctx, r.alone, e)
	case r.looksAhead:
		return false, r.lookahead.sharpenLowest(ctx)
	}
	err = r.alone.sharpen(ctx, e, need)
	r.alone.note(r.queue.of(e))
	r.alone.publish()
	return false, err
}

// choose is the best deletion of edge e, whose key is exact and the lowest, or a deletion
// that ties with it.
func (r *run) choose(ctx context.Context, e int) (choice, error) {
	if r.ties != nil {
		return r.ties.draw(ctx, r.alone, r.queue.key(e))
	}
	if search := r.table.list[e].search; search != nil {
		inS, cuts := search.Leaf()
		return choice{edge: e, inS: inS, cuts: cuts}, nil
	}
	r.table.copyCuts(e, r.cuts)
	return choice{edge: e, inS: r.table.none, cuts: r.cuts}, nil
}
