package hsearch

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Split replaces the best subproblem by two: the S that hold some node x of NA, and those
// that do not.
func (sv *Solver) Split(ctx context.Context, s *Search) error {
	x, err := sv.branchingNode(ctx, s, s.subs[s.best])
	if err != nil {
		return err
	}
	return sv.splitOn(ctx, s, x)
}

// SplitLowest is Split with the lowest node that is not decided on. There must be one.
func (sv *Solver) SplitLowest(ctx context.Context, s *Search) error {
	return sv.splitOn(ctx, s, s.subs[s.best].undecided())
}

// splitOn replaces the best subproblem by its parts with x and without x. A part whose H are
// all too large is left out.
func (sv *Solver) splitOn(ctx context.Context, s *Search, x int) error {
	sub := s.subs[s.best]
	sv.Branches++
	with, without, err := sv.parts(ctx, s, sub, x)
	if err != nil {
		return err
	}
	s.subs[s.best] = with
	if without != nil {
		s.subs = append(s.subs, without)
	}
	if !s.allows(with.hSize) {
		last := len(s.subs) - 1
		s.subs[s.best] = s.subs[last]
		s.subs = s.subs[:last]
	}
	s.cropped = s.cropped || without == nil || !s.allows(with.hSize)
	s.FindBest()
	return nil
}

// parts makes the part of sub with x and the part without x. The latter is nil if its H are
// all larger than allowed.
func (sv *Solver) parts(ctx context.Context, s *Search, sub *subproblem, x int) (with, without *subproblem, err error) {
	if err = sv.findMeets(ctx, s, sub, x); err != nil {
		return nil, nil, err
	}
	if with, err = sv.partWith(ctx, s, sub, x); err != nil {
		return nil, nil, err
	}
	if s.allows(sub.hSize + 1) {
		without, err = sv.partWithout(ctx, s, sub, x)
	}
	return with, without, err
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
	part := newSubproblem(sv.Class.N, len(sv.Weights))
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
	part := newSubproblem(sv.Class.N, len(sv.Weights))
	part.lo.Copy(sub.lo)
	part.hi.Copy(sub.hi)
	part.hi.Remove(x)
	sv.inherit(s, sub, part)
	part.exact.AndNot(sv.meets)
	part.known.Copy(sub.known)
	copy(part.leaf, sub.leaf)
	sv.probe.Clear()
	sv.probe.Add(x)
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
	part.sum = sub.sum
	part.exact.Copy(sub.exact)
	part.above.Copy(sub.above)
	if part.hi.Equal(sub.hi) {
		copy(part.leaf, sub.leaf)
		part.known.Copy(sub.known)
	}
}

// keepOutside keeps bounds exact in the DAGs in which nothing of probe, which hi has lost, is
// in the ancestral set of {u, v} ∪ given, the smallest S: see inherit.
func (sv *Solver) keepOutside(ctx context.Context, s *Search, sub *subproblem) error {
	if err := sv.Inputs.Ancestral(ctx, s.U, s.V, sv.given, sv.probe, sub.exact, sv.meetsBeyond); err != nil {
		return err
	}
	sub.exact.AndNot(sv.meetsBeyond)
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
