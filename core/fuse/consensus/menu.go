package consensus

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// Menu is what one edge of a class offers to a run: all its deletions, in the order in which
// ties go. It is for those who cannot search, since they see no cuts of single DAGs.
type Menu struct {
	U, V       int32
	Undirected bool
	NA         bitset.Set   // NA(v, u)
	Kept       []bitset.Set // of each deletion NA \ H, by |H| and then by H
	Closed     bool         // there are more deletions than were to be listed; Kept is empty
}

// Menus lists what a run with these options chooses from at a class: the menus of the edges, by
// (u, v). So of the deletions with the lowest score the run takes the first one. An edge that
// offers nothing has no menu. As long as forbidden edges offer something, only these have menus,
// and forced is true. The menu of u and v lists at most most(u, v) deletions.
func Menus(class *equiv.Class, opt Options, most func(u, v int32) int) (menus []Menu, forced bool) {
	forced = EachMenu(class, opt, most, func(m *Menu) bool {
		menus = append(menus, *m)
		return true
	})
	return menus, forced
}

// EachMenu is Menus for who needs one menu at a time: visit gets each of them, until it returns
// false.
func EachMenu(class *equiv.Class, opt Options, most func(u, v int32) int, visit func(*Menu) bool) (forced bool) {
	l := newMenuLister(class, opt, most)
	return l.list(func(e *edge) (offers, more bool) {
		menu := l.menuOf(e)
		offers = menu.Closed || len(menu.Kept) > 0
		return offers, !offers || visit(&menu)
	})
}

// CountMenus is EachMenu for who needs no more than the number of deletions of each menu, which is
// above most(u, v) if the menu is closed. Nothing is kept.
func CountMenus(class *equiv.Class, opt Options, most func(u, v int32) int, visit func(u, v int32, count int) bool) (forced bool) {
	l := newMenuLister(class, opt, most)
	return l.list(func(e *edge) (offers, more bool) {
		count := 0
		l.each(e, l.na(e), func(bitset.Set) { count++ })
		return count > 0, count == 0 || visit(e.u, e.v, count)
	})
}

type menuLister struct {
	class      *equiv.Class
	opt        Options
	most       func(u, v int32) int
	directions *directionFilter
}

func newMenuLister(class *equiv.Class, opt Options, most func(u, v int32) int) *menuLister {
	return &menuLister{class, opt, most, newDirectionFilter(class, opt.Constraints)}
}

// list visits the forbidden edges, which makes it true if they offer anything, or else the free
// ones. A visit reports whether the edge offers anything, and whether to go on.
func (l *menuLister) list(visit func(*edge) (offers, more bool)) (forced bool) {
	if l.opt.Constraints != nil && l.listKind(forbidden, visit) {
		return true
	}
	l.listKind(free, visit)
	return false
}

// listKind visits the edges of one kind. It reports whether one offers anything.
func (l *menuLister) listKind(kind rule, visit func(*edge) (offers, more bool)) (found bool) {
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

func (l *menuLister) menuOf(e *edge) Menu {
	m := Menu{U: e.u, V: e.v, Undirected: e.undirected, NA: l.na(e)}
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
func (l *menuLister) na(e *edge) bitset.Set {
	na := bitset.New(l.class.N)
	l.class.NA(int(e.v), int(e.u), na)
	return na
}

// each calls f with what each deletion of an edge keeps of NA. It reports whether there are at most
// as many as are to be listed. If there are more, f is called for one more than these. k_max does
// not bind a forbidden edge, as in a run.
func (l *menuLister) each(e *edge, na bitset.Set, f func(kept bitset.Set)) bool {
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
func (l *menuLister) admits(e *edge, na, kept bitset.Set) bool {
	return l.directions == nil || !na.Any() || l.directions.hasMember(e, na, kept, kept)
}

// S fills set with the S of the deletion that keeps a part of NA, at the class of the menu.
func (m *Menu) S(class *equiv.Class, kept, set bitset.Set) {
	hsearch.Outer(class, int(m.U), int(m.V), kept, set)
}

// Step is the step that carries such a deletion out, with its score out of a total weight.
func (m *Menu) Step(class *equiv.Class, kept bitset.Set, score, total int64) Step {
	h, s := m.NA.Clone(), bitset.New(class.N)
	h.AndNot(kept)
	m.S(class, kept, s)
	return Step{
		U: m.U, V: m.V, Undirected: m.Undirected, H: h.Append(nil), S: s.Append(nil),
		Score: score, Psi: Psi(score, total),
	}
}
