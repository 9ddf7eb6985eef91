package ges

import (
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// inserting is the forward phase.
type inserting struct{}

// enumerate lists the Inserts at y. Insert(x, y, T) gains what x adds as a parent of y
// besides pa(y) ∪ C, where C = NA(y, x) ∪ T is a clique of y's neighbours (corollary 16).
func (inserting) enumerate(s *search, o *nodeOperators) error {
	return s.enumerateInserts(o, s.nonAdjacent(o.y), s.opt.MaxParents)
}

// enumerateInserts lists the Inserts of x → y, for x in from, that make at most maxParents
// parents. A negative maxParents is no limit.
//
// A clique C is valid with x if C contains all of NA(y, x), that is, if no neighbour of y
// outside of C is adjacent to x. T is then the part of C that is not adjacent to x.
func (s *search) enumerateInserts(o *nodeOperators, from bitset.Set, maxParents int) error {
	y, ne := o.y, s.class.Ne(o.y)
	o.families = o.families[:0]
	size := s.room(y, maxParents)
	if size < 0 || !from.Any() {
		return nil
	}
	return cliques(s.class, y, ne, size, func(clique bitset.Set) {
		with := s.with
		with.Copy(from)
		for w, word := range ne {
			for word &^= clique[w]; word != 0; word &= word - 1 {
				with.AndNot(s.class.Adj(bitset.Lowest(w, word)))
			}
		}
		if with.Any() {
			s.addFamily(o, clique, with, s.class.Pa(y))
		}
	})
}

// room is how many neighbours of y may become its parents, so that it has at most maxParents with one more.
func (s *search) room(y, maxParents int) int {
	if maxParents < 0 {
		return s.n
	}
	return maxParents - s.class.Pa(y).Count() - 1
}

// nonAdjacent are the nodes that are not adjacent to y and are not forbidden to be. They are
// in scratch memory.
func (s *search) nonAdjacent(y int) bitset.Set {
	nodes := s.from
	nodes.Fill(s.n)
	nodes.AndNot(s.class.Adj(y))
	nodes.Remove(y)
	if s.opt.Constraints != nil {
		nodes.AndNot(s.opt.Constraints.Forbidden.Row(y))
	}
	return nodes
}

func (inserting) gain(f *family, x int) int64 { return f.gains(x) }
func (inserting) kept() int64                 { return 0 }
func (inserting) least() int64                { return 0 }
func (inserting) step() Step                  { return Step{Insert: true} }

// set is T.
func (inserting) set(s *search, o *nodeOperators, op *operator) bitset.Set {
	t := o.families[op.family].clique.Clone()
	t.AndNot(s.class.Adj(int(op.x)))
	return t
}

// valid: every semi-directed path from y to x has a node of the clique on it (theorem 15). Any step anywhere may change
// that, so it is checked when an operator comes up. Most often, the path that made the operator invalid before is still
// there.
func (inserting) valid(s *search, o *nodeOperators, op *operator) bool {
	f := &o.families[op.family]
	if op.path >= 0 && s.class.IsPath(f.blocker(op)) {
		return false
	}
	path := s.class.Path(o.y, int(op.x), f.clique, f.blocker(op)[:0])
	if path == nil {
		return true
	}
	f.blockedBy(op, path)
	return false
}

func (inserting) apply(class *equiv.Class, x, y int, set bitset.Set) { class.Insert(x, y, set) }

func (inserting) spoil(class *equiv.Class, x, y int, stale bitset.Set) { spoiled(class, x, y, stale) }
