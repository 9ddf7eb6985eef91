package consensus

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
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
	l := &menuLister{
		class: class, kMax: opt.KMax, most: most, directions: newDirectionFilter(class, opt.Constraints), visit: visit,
	}
	if opt.Constraints != nil && l.list(opt.Constraints, forbidden) {
		return true
	}
	l.list(opt.Constraints, free)
	return false
}

// menuLister lists menus of one class.
type menuLister struct {
	class      *equiv.Class
	kMax       int
	most       func(u, v int32) int
	directions *directionFilter
	visit      func(*Menu) bool
}

// list visits the menus of the edges of one kind. It reports whether there are any.
func (l *menuLister) list(c *graph.Constraints, kind rule) (found bool) {
	for u := range l.class.N {
		adjacent := l.class.Adj(u)
		for v := adjacent.Next(0); v >= 0; v = adjacent.Next(v + 1) {
			e := edge{u: int32(u), v: int32(v), rule: ruleOf(c, u, v)}
			if e.direct(l.class); int(e.u) != u || e.rule != kind { // it has the other direction, or u > v
				continue
			}
			menu := l.menuOf(&e)
			if !menu.Closed && len(menu.Kept) == 0 {
				continue
			}
			if found = true; !l.visit(&menu) {
				return true
			}
		}
	}
	return found
}

// menuOf is the menu of an edge. k_max does not bind a forbidden edge, as in a run.
func (l *menuLister) menuOf(e *edge) Menu {
	m := Menu{U: e.u, V: e.v, Undirected: e.undirected, NA: bitset.New(l.class.N)}
	l.class.NA(int(e.v), int(e.u), m.NA)
	size, least, most := m.NA.Count(), 0, l.most(e.u, e.v)
	if l.kMax >= 0 && e.rule != forbidden {
		least = size - l.kMax
	}
	all := l.class.EachClique(m.NA, least, size, func(kept bitset.Set) bool {
		if !l.admits(e, m.NA, kept) {
			return true
		}
		if len(m.Kept) == most {
			return false
		}
		m.Kept = append(m.Kept, kept.Clone())
		return true
	})
	if !all {
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

// admits reports whether the deletion of e that keeps a part of NA in S keeps the directions.
func (l *menuLister) admits(e *edge, na, kept bitset.Set) bool {
	return l.directions == nil || !na.Any() || l.directions.hasMember(e, na, kept, kept)
}

// S fills set with the S of the deletion that keeps a part of NA, at the class of the menu.
func (m *Menu) S(class *equiv.Class, kept, set bitset.Set) {
	outer(class, int(m.U), int(m.V), kept, set)
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
