package consensus

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// Operators are the Delete operators of one edge that a run may choose from at a class, in the order in which
// ties go. They are for callers that cannot search, since they see no cuts of single DAGs.
type Operators struct {
	U, V       int32
	Undirected bool
	NA         bitset.Set   // NA(v, u)
	Kept       []bitset.Set // of each deletion NA \ H, by |H| and then by H
	Closed     bool         // there are more operators than are to be listed; Kept is empty
}

// ListOperators lists what a run with these options chooses from at a class: the operators of the edges, by
// (u, v). So of the deletions with the lowest score the run takes the first one. An edge that
// offers nothing is left out. As long as forbidden edges offer something, only these are listed,
// and forced is true. Of u and v at most most(u, v) operators are listed.
func ListOperators(class *equiv.Class, opt Options, most func(u, v int32) int) (edges []Operators, forced bool) {
	forced = EachEdge(class, opt, most, func(m *Operators) bool {
		edges = append(edges, *m)
		return true
	})
	return edges, forced
}

// EachEdge is ListOperators for one edge at a time: visit gets each of them, until it returns false.
func EachEdge(class *equiv.Class, opt Options, most func(u, v int32) int, visit func(*Operators) bool) (forced bool) {
	l := newOperatorLister(class, opt, most)
	return l.list(func(e *edge) (offers, more bool) {
		operators := l.operatorsOf(e)
		offers = operators.Closed || len(operators.Kept) > 0
		return offers, !offers || visit(&operators)
	})
}

// CountOperators is EachEdge for the number of operators of each edge alone, which is above most(u, v) if
// the edge is closed. Nothing is kept.
func CountOperators(class *equiv.Class, opt Options, most func(u, v int32) int, visit func(u, v int32, count int) bool) (forced bool) {
	l := newOperatorLister(class, opt, most)
	return l.list(func(e *edge) (offers, more bool) {
		count := 0
		l.each(e, l.na(e), func(bitset.Set) { count++ })
		return count > 0, count == 0 || visit(e.u, e.v, count)
	})
}

type operatorLister struct {
	class      *equiv.Class
	opt        Options
	most       func(u, v int32) int
	directions *directionFilter
}

func newOperatorLister(class *equiv.Class, opt Options, most func(u, v int32) int) *operatorLister {
	return &operatorLister{class, opt, most, newDirectionFilter(class, opt.Constraints)}
}

// list visits the forbidden edges, which makes it true if they offer anything, or else the free
// ones. A visit reports whether the edge offers anything, and whether to go on.
func (l *operatorLister) list(visit func(*edge) (offers, more bool)) (forced bool) {
	if l.opt.Constraints != nil && l.listKind(forbidden, visit) {
		return true
	}
	l.listKind(free, visit)
	return false
}

// listKind visits the edges of one kind. It reports whether one offers anything.
func (l *operatorLister) listKind(kind rule, visit func(*edge) (offers, more bool)) (found bool) {
	for u := range l.class.N {
		adjacent := l.class.Adj(u)
		for v := adjacent.Next(0); v >= 0; v = adjacent.Next(v + 1) {
			e := edge{u: int32(u), v: int32(v), rule: ruleOf(l.opt.Constraints, u, v)}
			if e.direct(l.class); int(e.u) != u || e.rule != kind { // it has the other direction, or u > v
				continue
			}
			offers, more := visit(&e)
			if found = found || offers; !more {
				return found
			}
		}
	}
	return found
}

func (l *operatorLister) operatorsOf(e *edge) Operators {
	m := Operators{U: e.u, V: e.v, Undirected: e.undirected, NA: l.na(e)}
	if !l.each(e, m.NA, func(kept bitset.Set) { m.Kept = append(m.Kept, kept.Clone()) }) {
		m.Kept, m.Closed = nil, true
	}
	slices.SortFunc(m.Kept, func(a, b bitset.Set) int {
		switch {
		case a.Count() != b.Count():
			return b.Count() - a.Count() // the smaller H first
		case hsearch.HBefore(a, b):
			return -1
		}
		return 1 // no two are equal
	})
	return m
}

// na is NA(v, u) of an edge.
func (l *operatorLister) na(e *edge) bitset.Set {
	na := bitset.New(l.class.N)
	l.class.NA(int(e.v), int(e.u), na)
	return na
}

// each calls f with what each deletion of an edge keeps of NA. It reports whether there are at most
// as many as are to be listed. If there are more, f is called for one more than these. k_max does
// not bind a forbidden edge, as in a run.
func (l *operatorLister) each(e *edge, na bitset.Set, f func(kept bitset.Set)) bool {
	size, least, left := na.Count(), 0, l.most(e.u, e.v)
	if l.opt.KMax >= 0 && e.rule != forbidden {
		least = size - l.opt.KMax
	}
	return l.class.EachClique(na, least, size, func(kept bitset.Set) bool {
		if l.admits(e, na, kept) {
			f(kept)
			left--
		}
		return left >= 0
	})
}

// admits reports whether the deletion of e that keeps a part of NA in S keeps the directions.
func (l *operatorLister) admits(e *edge, na, kept bitset.Set) bool {
	return l.directions == nil || !na.Any() || l.directions.hasMember(e, na, kept, kept)
}

// S fills set with the S of the deletion that keeps a part of NA, at the class of the operators.
func (m *Operators) S(class *equiv.Class, kept, set bitset.Set) {
	hsearch.Outer(class, int(m.U), int(m.V), kept, set)
}

// Step is the step that carries such a deletion out, with its score out of a total weight.
func (m *Operators) Step(class *equiv.Class, kept bitset.Set, score, total int64) Step {
	h, s := m.NA.Clone(), bitset.New(class.N)
	h.AndNot(kept)
	m.S(class, kept, s)
	return Step{
		U: m.U, V: m.V, Undirected: m.Undirected, H: h.Append(nil), S: s.Append(nil),
		Score: score, Weight: total, Psi: Psi(score, total),
	}
}
