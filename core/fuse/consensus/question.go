package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// subject is what a question is about.
type subject int

const (
	aboutFamily subject = iota // which cuts of the edge's family are 0: a search
	aboutRoots                 // which bounds of the roots of the edges into its head are 0: a search
	aboutEdge                  // the cuts of an edge that has one S
	aboutSearch                // the question that the solver has made about the edge's search
)

// question is one query, and what the answer is for. The cuts of tied deletions are asked
// for as those of an edge, but not recorded.
type question struct {
	about subject
	edge  int
	reach ReachQuery // of a search
	cut   CutQuery   // else
}

// next finds what sharpens edge e's key, and makes the question if that is an answer.
// If nothing does, the key is the score of the edge's best deletion.
func (w *worker) next(e int) hsearch.Need {
	search := w.table.list[e].search
	if search == nil {
		return w.nextOfOneS(e)
	}
	need := w.solver.Next(search)
	if need == hsearch.Answer && (w.solver.Question.AboutLeaf || !w.askAboutRoots(e)) {
		w.askAboutSearch(e)
	}
	return need
}

// nextOfOneS is next for an edge with an empty NA, so with one S.
func (w *worker) nextOfOneS(e int) hsearch.Need {
	w.families.known(e, w.known)
	w.asked.Fill(w.table.dags)
	w.asked.AndNot(w.known)
	if !w.asked.Any() {
		return hsearch.Exact
	}
	edge := &w.table.list[e]
	if edge.inFamily && w.askAboutFamily(e) {
		return hsearch.Answer
	}
	w.problem.AskFew(w.asked)
	w.table.outer(e, w.table.none, w.given)
	w.askCut(aboutEdge, e, w.given, w.given, w.asked)
	if edge.inFamily {
		v := int(edge.v)
		w.question.cut.Family = w.families.members.Row(v)
		w.question.cut.Reached = w.families.allReachedFrom(v, w.asked, w.reached)
	}
	return hsearch.Answer
}

// askAboutFamily asks for searches from the head of e, in the DAGs whose search does not
// stand. It reports whether there are any; if not, asked is what it was.
func (w *worker) askAboutFamily(e int) bool {
	v := int(w.table.list[e].v)
	searched := w.families.searched.Row(v)
	if w.asked.SubsetOf(searched) {
		return false
	}
	w.asked.AndNot(searched)
	w.problem.AskFew(w.asked)
	f, q := w.families, &w.question
	q.about, q.edge = aboutFamily, e
	q.reach = ReachQuery{
		V: v, Given: f.members.Row(v), Family: f.members.Row(v), Dags: w.asked, Reached: f.placeFor(v, w.reached),
	}
	return true
}

func (w *worker) askAboutSearch(e int) {
	q := &w.solver.Question
	w.askCut(aboutSearch, e, q.Given, q.Removed, q.Dags)
	if !q.AboutLeaf {
		w.question.cut.Proofs = w.proofs
	}
}

func (w *worker) askCut(about subject, e int, given, removed, dags bitset.Set) {
	edge, q := &w.table.list[e], &w.question
	q.about, q.edge = about, e
	q.cut = CutQuery{
		U: int(edge.u), V: int(edge.v), Given: given, Removed: removed, Limit: int(w.problem.Cap),
		Dags: dags, Sizes: w.sizes,
	}
}

func (w *worker) answer(ctx context.Context) error {
	if err := w.ask(ctx); err != nil {
		return err
	}
	w.record()
	return nil
}

func (w *worker) ask(ctx context.Context) error {
	q := &w.question
	if q.about == aboutFamily || q.about == aboutRoots {
		w.counts.Searches += int64(q.reach.Dags.Count())
		return w.in.Reach(ctx, w.number, &q.reach)
	}
	w.counts.Evaluations++
	w.counts.Cuts += int64(q.cut.Dags.Count())
	return w.in.MinCuts(ctx, w.number, &q.cut)
}

func (w *worker) record() {
	q := &w.question
	switch q.about {
	case aboutFamily:
		w.families.record(&q.reach, w.base)
	case aboutRoots:
		w.recordRoots(&q.reach)
	case aboutEdge:
		w.recordEdge(q.edge, &q.cut)
	case aboutSearch:
		w.recordSearch(q.edge, &q.cut)
	}
	if group := int(w.table.group[q.edge]); group < w.table.n {
		w.queue.findBest(group)
	}
}

// recordEdge takes over cuts of an edge that has one S.
func (w *worker) recordEdge(e int, q *CutQuery) {
	for i := q.Dags.Next(0); i >= 0; i = q.Dags.Next(i + 1) {
		w.table.setCut(e, i, q.Sizes[i])
		w.table.raise(e, i, q.Sizes[i])
	}
	w.table.known.Row(e).Or(q.Dags)
}

// recordSearch stores the answers to the solver's question about e's search. The cuts for the S
// that has all of NA are worth keeping beside it: the next search of this edge may begin
// with them.
func (w *worker) recordSearch(e int, q *CutQuery) {
	for i := q.Dags.Next(0); i >= 0; i = q.Dags.Next(i + 1) {
		w.table.raise(e, i, q.Sizes[i])
	}
	w.solver.Record(w.table.list[e].search, q.Sizes, q.Proofs)
	if !w.solver.Question.AboutLeaf {
		return
	}
	if cuts, known := w.solver.LargestS(); known != nil {
		row := w.table.known.Row(e) // what it has stands, and the search has taken it over: row is within known
		for k, word := range known {
			for word &^= row[k]; word != 0; word &= word - 1 {
				i := bitset.Lowest(k, word)
				w.table.setCut(e, i, cuts[i]) // in the other DAGs, cuts has what another S had
			}
		}
		row.Copy(known)
	}
}
