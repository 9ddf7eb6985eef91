package hsearch

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Change is what a step of the run has changed about an edge. The span of an edge is
// {u, v} ∪ P ∪ NA, with P = pa(v) \ {u}.
type Change struct {
	A, B     int        // the edge that the step has deleted
	NA, Span bitset.Set // the edge's before the step
	SpanNow  bitset.Set // the edge's after it
	Pruned   bitset.Set // the DAGs that are being pruned; they cannot be asked
}

// Adapt brings a search in line with the class after a step. It reports whether it could:
// every S that the edge offers now must be one that it offered before, when it had the NA
// and the span of ch, whichever way it pointed. Then what is known of the subproblems that
// are left need not be asked for again. now is what the edge is after the step; its NA is
// not empty. If Adapt could not, the search is what it was.
//
// The edge offers P ∪ C for the cliques C of NA. All S that it offers now were offered
// before if
//   - P only grew, by nodes of NA (must). In every CPDAG these are adjacent to all of NA. If
//     they are adjacent to each other too, must ∪ C was a clique for every clique C of the
//     NA of now,
//   - and nothing else came to P ∪ NA. What has left it (gone) is in no S any more.
//
// A search that is cropped cannot be adapted: with a smaller NA, an H that was too large may
// no longer be.
func (sv *Solver) Adapt(ctx context.Context, s *Search, now Edge, ch *Change) (could bool, err error) {
	if s.cropped || !ch.SpanNow.SubsetOf(ch.Span) {
		return false, nil
	}
	for w := range sv.must {
		before, after := ch.Span[w]&^ch.NA[w], ch.SpanNow[w]&^now.NA[w] // {u, v} ∪ P
		if before&^after != 0 {
			return false, nil
		}
		sv.must[w], sv.gone[w] = after&^before, ch.Span[w]&^ch.SpanNow[w]
	}
	if !sv.Class.IsClique(sv.must) {
		return false, nil
	}
	s.Edge = now
	kept := s.subs[:0]
	for _, sub := range s.subs {
		left, err := sv.restrict(ctx, s, sub, ch)
		if err != nil {
			return false, err
		}
		if left {
			kept = append(kept, sub)
		} else {
			sv.release(sub)
		}
	}
	clear(s.subs[len(kept):])
	s.subs = kept
	s.FindBest()
	return true, nil
}

// restrict leaves sub those of its S that hold all of must, none of gone, and not both a and
// b, which are no longer adjacent. The edge offers no others: see Adapt. It reports whether
// there may be any. The bounds stay bounds. Where they stay exact is as in inherit, except for the
// DAGs that are being pruned, which cannot be asked.
func (sv *Solver) restrict(ctx context.Context, s *Search, sub *subproblem, ch *Change) (left bool, err error) {
	a, b := ch.A, ch.B
	if !sv.must.SubsetOf(sub.hi) || sv.gone.Intersects(sub.lo) || sub.lo.Has(a) && sub.lo.Has(b) {
		return false, nil
	}
	if err := sv.require(ctx, s, sub, ch); err != nil {
		return false, err
	}
	if err := sv.exclude(ctx, s, sub, ch); err != nil {
		return false, err
	}
	if sub.hSize = s.NA.Count() - sub.hi.Count(); !s.allows(sub.hSize) { // hi may have lost a or b, which stay in NA
		s.cropped = true
		return false, nil
	}
	if !sub.clique || sub.hi.Has(a) && sub.hi.Has(b) {
		sub.clique = sv.Class.IsClique(sub.hi)
	}
	sv.settleAll(sub)
	sv.tally(s, sub)
	return true, nil
}

// require moves must from lo and hi to P, where the class has it already. So lo ∪ P may have
// grown.
func (sv *Solver) require(ctx context.Context, s *Search, sub *subproblem, ch *Change) error {
	added := sv.added
	added.Copy(sv.must)
	added.AndNot(sub.lo)
	sub.lo.AndNot(sv.must)
	sub.hi.AndNot(sv.must)
	if !added.Any() {
		return nil
	}
	sub.exact.AndNot(ch.Pruned)
	sv.outer(s, sub.lo, sv.given)
	sv.given.AndNot(added)
	for y := added.Next(0); y >= 0; y = added.Next(y + 1) {
		sv.probe.Clear()
		sv.probe.Add(y)
		if err := sv.Inputs.Ancestral(ctx, s.U, s.V, sv.given, sv.probe, sub.exact, sv.meets); err != nil {
			return err
		}
		sub.exact.Copy(sv.meets)
	}
	return nil
}

// exclude takes out of hi what no S holds any more: what is gone, and the one of a and b
// whose other is in lo.
func (sv *Solver) exclude(ctx context.Context, s *Search, sub *subproblem, ch *Change) error {
	out := sv.probe
	out.Copy(sv.gone)
	if sub.lo.Has(ch.A) {
		out.Add(ch.B)
	}
	if sub.lo.Has(ch.B) {
		out.Add(ch.A)
	}
	out.And(sub.hi)
	if !out.Any() {
		return nil
	}
	sub.hi.AndNot(out)
	sub.known.AndNot(ch.Pruned)
	sub.exact.AndNot(ch.Pruned)
	sv.outer(s, sub.lo, sv.given)
	if err := sv.keepOutside(ctx, s, sub); err != nil {
		return err
	}
	return sv.keepLeaves(ctx, s, sub, out)
}
