package consensus

import (
	"cmp"
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/tournament"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// worker makes keys sharper, with scratch of its own. What it writes of the run is one edge's
// or one family's. So workers may work at once on different slots.
type worker struct {
	*run
	number   int // towards the inputs
	solver   *hsearch.Solver
	question question
	counts   Counts // without the solver's
	err      error  // the first one in a loop of the team

	given, removed bitset.Set         // of nodes, of a question
	base           bitset.Set         // of nodes: scratch
	asked, known   bitset.Set         // of DAGs, of a question
	zeros          bitset.Set         // of DAGs: see askAboutRoots
	sizes          []uint16           // of each DAG: the answer to a question
	proofs         []Proof            // of each DAG: what the answer rests on
	reached        bitset.Matrix      // row i, of nodes: DAG i's answer about roots, and in wide runs about families
	changed        []tournament.Entry // slots that are to get another key
}

// makeWorkers makes the workers, and the parts of the run that use them.
func (r *run) makeWorkers() {
	dags, workers := r.table.dags, r.team.Workers()
	size := len(r.table.list) * bitset.Words(r.table.n) * (dags + classDAGs)
	r.shared = workers > 1 && (dags >= aheadDAGs || size >= cmp.Or(r.opt.ShareFrom, shareFrom))
	if !r.shared {
		workers = 1
	}
	r.alone = newWorker(r, Alone)
	for number := range workers {
		r.workers = append(r.workers, newWorker(r, number))
	}
	r.lookahead = newLookahead(r)
	r.looksAhead = r.shared && r.ties == nil && r.lookahead.pays()
	r.pruning = newPruning(r)
	r.deletion = newDeletion(r)
}

func newWorker(r *run, number int) *worker {
	nodes, dags := bitset.NewMatrix(3, r.table.n), bitset.NewMatrix(3, r.table.dags)
	w := &worker{
		run: r, number: number, solver: hsearch.NewSolver(&r.problem, number),
		given: nodes.Row(0), removed: nodes.Row(1), base: nodes.Row(2),
		asked: dags.Row(0), known: dags.Row(1), zeros: dags.Row(2),
		sizes: make([]uint16, r.table.dags), reached: bitset.NewMatrix(r.table.dags, r.table.n),
	}
	if r.problem.Frugal {
		w.proofs = make([]Proof, r.table.dags)
	}
	return w
}

// sharpen sharpens the key of edge e, by what next has found.
func (w *worker) sharpen(ctx context.Context, e int, need hsearch.Need) error {
	if need == hsearch.Branch {
		return w.solver.Split(ctx, w.table.list[e].search)
	}
	return w.answer(ctx)
}

// newSearch begins a search over H for edge e, unless its NA is empty. All that the search
// takes over are the edge's cuts.
func (w *worker) newSearch(e int) {
	t := w.table
	known, cuts := t.known.Row(e), []uint16(nil)
	t.raised.Row(e).Copy(known) // an unknown cut of an ungrouped edge is at the bound by adjacency
	w.solver.Release(t.list[e].search)
	t.list[e].search = nil
	if !t.naOf(e).Any() {
		return
	}
	if known.Any() {
		cuts = w.sizes
		t.copyCuts(e, cuts)
	}
	t.list[e].search = w.solver.New(w.searchEdge(e), t.joined.Row(e), known, cuts)
}

// searchEdge is what the search of edge e is about. k_max does not bind a forbidden edge,
// which has to go.
func (w *worker) searchEdge(e int) hsearch.Edge {
	edge, kMax := &w.table.list[e], w.opt.KMax
	if edge.rule == forbidden {
		kMax = -1
	}
	return hsearch.Edge{U: int(edge.u), V: int(edge.v), NA: w.table.naOf(e), KMax: kMax}
}

// note keeps the key that a slot should have until publish. So whoever publishes need not
// fetch what the worker has written elsewhere.
func (w *worker) note(slot int) { w.changed = append(w.changed, w.queue.entry(slot)) }

// publish gives the slots that were noted their keys, in the order in which they were noted.
func (w *worker) publish() {
	for _, entry := range w.changed {
		w.queue.tree.Set(entry)
	}
	w.changed = w.changed[:0]
}

func (w *worker) addCounts(sum *Counts) {
	sum.Evaluations += w.counts.Evaluations
	sum.Cuts += w.counts.Cuts + w.solver.Explained
	sum.Searches += w.counts.Searches
	sum.Branches += w.solver.Branches
}
