package hsearch

import (
	"cmp"
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Split replaces the best subproblem by two: the S that hold some node x of hi \ lo, and those
// that do not. While hi is no clique, x is the node with most non-neighbours in hi. Afterwards
// it is a node whose ancestors decide whether a DAG's cut can be as low as its bound.
func (sv *Solver) Split(ctx context.Context, s *Search) error {
	sub := s.subs[s.best]
	if !sub.clique {
		return sv.splitOn(ctx, s, sv.leastAdjacent(sub))
	}
	cause, dag, err := sv.decisive(ctx, s, sub)
	if err != nil {
		return err
	}
	return sv.splitBy(ctx, s, &cause, dag)
}

// SplitLowest is Split with the lowest node that is not decided on. There must be one.
func (sv *Solver) SplitLowest(ctx context.Context, s *Search) error {
	return sv.splitOn(ctx, s, s.subs[s.best].undecided())
}

func (sv *Solver) splitOn(ctx context.Context, s *Search, x int) error {
	return sv.splitBy(ctx, s, &Cause{Node: x}, 0)
}

// splitBy replaces the best subproblem by its parts with x and without x. A part whose H are
// all too large is left out. The cause that x is of may raise the bound of the part with x in a DAG.
func (sv *Solver) splitBy(ctx context.Context, s *Search, cause *Cause, dag int) error {
	sub, x := s.subs[s.best], cause.Node
	sv.Branches++
	if err := sv.findMeets(ctx, s, sub, x); err != nil {
		return err
	}
	with, err := sv.partWith(ctx, s, sub, x)
	if err != nil {
		return err
	}
	sv.raise(with, cause, dag)
	sv.tally(s, with)
	if s.allows(sub.hSize + 1) {
		without, err := sv.partWithout(ctx, s, sub, x)
		if err != nil {
			return err
		}
		sv.tally(s, without)
		s.subs = append(s.subs, without)
	} else {
		s.cropped = true
	}
	if s.subs[s.best] = with; !s.allows(with.hSize) {
		last := len(s.subs) - 1
		s.subs[s.best] = s.subs[last]
		s.subs = s.subs[:last]
		s.cropped = true
		sv.release(with)
	}
	sv.release(sub)
	s.FindBest()
	return nil
}

// findMeets finds the DAGs with an exact bound in which x is in the ancestral set of the
// smallest S of sub. Both parts rest on it.
func (sv *Solver) findMeets(ctx context.Context, s *Search, sub *subproblem, x int) error {
	sv.outer(s, sub.lo, sv.given)
	sv.probe.Clear()
	sv.probe.Add(x)
	return sv.Inputs.Ancestral(ctx, s.U, s.V, sv.given, sv.probe, sub.exact, sv.meets)
}

// partWith is the part of sub whose S hold x. What is not adjacent to x goes out of hi, since
// S ∩ NA must be a clique.
func (sv *Solver) partWith(ctx context.Context, s *Search, sub *subproblem, x int) (*subproblem, error) {
	part := sv.newSubproblem()
	part.lo.Copy(sub.lo)
	part.lo.Add(x)
	part.hi.Copy(sub.hi)
	part.hi.And(sv.Class.Adj(x))
	part.hi.Add(x)
	sv.inherit(s, sub, part)
	part.exact.And(sv.meets)
	sv.probe.Copy(sub.hi)
	sv.probe.AndNot(part.hi)
	if sv.probe.Any() { // hi has lost nodes besides
		sv.outer(s, sub.lo, sv.given)
		if err := sv.keepOutside(ctx, s, part); err != nil {
			return nil, err
		}
	}
	sv.settleAll(part)
	return part, nil
}

// partWithout is the part of sub whose S do not hold x.
func (sv *Solver) partWithout(ctx context.Context, s *Search, sub *subproblem, x int) (*subproblem, error) {
	part := sv.newSubproblem()
	part.lo.Copy(sub.lo)
	part.hi.Copy(sub.hi)
	part.hi.Remove(x)
	sv.inherit(s, sub, part)
	sv.probe.Clear()
	sv.probe.Add(x)
	sv.loseExact(part, sv.meets)
	part.known.Copy(sub.known)
	copy(part.leaf, sub.leaf)
	if err := sv.keepLeaves(ctx, s, part, sv.probe); err != nil {
		return nil, err
	}
	sv.settleAll(part)
	return part, nil
}

// inherit gives part what it may take over from sub.
//
// The leaf is the same if hi is. A bound stays a bound, since part has no S that sub has
// not. The cut behind an exact bound[i] is that of the same graph in two cases: where lo has
// grown, if all that it gained was in the ancestral set of lo already; where hi has shrunk,
// if nothing that it lost is in that ancestral set. Elsewhere the bound is no longer exact:
// the caller takes these DAGs out of exact.
func (sv *Solver) inherit(s *Search, sub, part *subproblem) {
	part.hSize = s.NA.Count() - part.hi.Count()
	part.clique = sub.clique || sv.Class.IsClique(part.hi)
	copy(part.bound, sub.bound)
	copy(part.proofs, sub.proofs)
	part.sum = sub.sum
	part.exact.Copy(sub.exact)
	part.above.Copy(sub.above)
	if part.hi.Equal(sub.hi) {
		copy(part.leaf, sub.leaf)
		part.known.Copy(sub.known)
	}
}

// keepOutside keeps bounds exact in the DAGs in which no node of probe, which hi has lost, is in
// the ancestral set of {u, v} ∪ given, the smallest S: see inherit.
func (sv *Solver) keepOutside(ctx context.Context, s *Search, sub *subproblem) error {
	if err := sv.Inputs.Ancestral(ctx, s.U, s.V, sv.given, sv.probe, sub.exact, sv.meetsBeyond); err != nil {
		return err
	}
	sv.loseExact(sub, sv.meetsBeyond)
	return nil
}

// keepLeaves keeps the leaves of sub, whose hi has lost out, where they are still known: in
// the DAGs in which the leaf was the bound, and the ancestral set of the new S has no node of
// out. In such a DAG the graph of the leaf's cut is part of what it was, so the cut is no
// larger. It is no smaller, since the bound is one for all S of the subproblem.
func (sv *Solver) keepLeaves(ctx context.Context, s *Search, sub *subproblem, out bitset.Set) error {
	for i := sub.known.Next(0); i >= 0; i = sub.known.Next(i + 1) {
		if sub.leaf[i] != sub.bound[i] {
			sub.known.Remove(i)
			sub.above.Add(i)
		}
	}
	if !sub.known.Any() {
		return nil
	}
	sv.outer(s, sub.hi, sv.given)
	if err := sv.Inputs.Ancestral(ctx, s.U, s.V, sv.given, out, sub.known, sv.meetsBeyond); err != nil {
		return err
	}
	sub.known.AndNot(sv.meetsBeyond)
	return nil
}

// leastAdjacent is the node of hi with most non-neighbours in hi. If hi is no clique, this
// node is not in lo, since hi holds only nodes that are adjacent to all of lo.
func (sv *Solver) leastAdjacent(sub *subproblem) int {
	x, most := -1, -1
	for y := sub.hi.Next(0); y >= 0; y = sub.hi.Next(y + 1) {
		if others := sub.hi.Count() - sub.hi.CountAnd(sv.Class.Adj(y)); others > most {
			x, most = y, others
		}
	}
	return x
}

// decisive is the node of hi \ lo that the cheapest way to raise a bound rests on. It is the
// node that explains a larger cut, in one of the DAGs whose leaf is above their bound: in
// the DAG whose cut needs the fewest edges that are not there yet, then the one of the
// largest weight, then the one with the lowest node. So the order of the DAGs does not
// matter.
func (sv *Solver) decisive(ctx context.Context, s *Search, sub *subproblem) (cause Cause, dag int, err error) {
	sv.outer(s, sub.lo, sv.given)
	sv.outer(s, sub.hi, sv.removed)
	sv.larger = sv.larger[:0]
	for i, w := range sv.Weights {
		if w > 0 && sub.known.Has(i) && sub.leaf[i] != sub.bound[i] {
			sv.larger = append(sv.larger, int32(i))
		}
	}
	if len(sv.larger) == 0 { // unlike DAGs: no cut decides, but what some of them lack does
		return Cause{Node: sv.unsure(s, sub)}, 0, nil
	}
	sv.Explained += int64(len(sv.larger))
	sv.causes = slices.Grow(sv.causes[:0], len(sv.larger))[:len(sv.larger)]
	err = sv.Inputs.Explain(ctx, sv.worker, s.U, s.V, sv.given, sv.removed, sv.Frugal, sv.larger, sv.causes)
	if err != nil {
		return Cause{}, -1, err
	}
	best, heaviest := Cause{Node: -1}, int64(0)
	for k, cause := range sv.causes {
		w := sv.Weights[sv.larger[k]]
		better := cmp.Or(
			cmp.Compare(cause.Edges, best.Edges), cmp.Compare(heaviest, w), cmp.Compare(cause.Node, best.Node),
		) < 0
		if best.Node < 0 || better {
			best, heaviest, dag = cause, w, int(sv.larger[k])
		}
	}
	return best, dag, nil
}
