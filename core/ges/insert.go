package ges

import (
	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
)

// inserting is the forward phase.
type inserting struct{}

// ask: Insert(x, y, T) gains what x adds as a parent of y beside pa(y) ∪ C, where
// C = NA(y, x) ∪ T is a clique of y's neighbours (Chickering 2002, corollary 16). So a
// clique C goes with every x that is not adjacent to y, nor to any neighbour of y
// outside of C; then T is what of C is not adjacent to x.
func (inserting) ask(s *search, y int) error {
	h, ne := &s.heads[y], s.class.Ne(y)
	h.bases = h.bases[:0]
	most := s.n
	if s.opt.MaxParents >= 0 {
		most = s.opt.MaxParents - s.class.Pa(y).Count() - 1
	}
	if most < 0 {
		return nil
	}
	free := s.strangers(y)
	return cliques(s.class, y, ne, most, func(clique bitset.Set) {
		with := free.Clone()
		for w, word := range ne {
			for word &^= clique[w]; word != 0; word &= word - 1 {
				with.AndNot(s.class.Adj(bitset.Lowest(w, word)))
			}
		}
		if with.Any() {
			s.addBase(y, clique, with, s.class.Pa(y))
		}
	})
}

// strangers are the nodes that may be joined to y, and are not.
func (s *search) strangers(y int) bitset.Set {
	free := bitset.New(s.n)
	free.Fill(s.n)
	free.AndNot(s.class.Adj(y))
	free.Remove(y)
	if s.opt.Constraints != nil {
		free.AndNot(s.opt.Constraints.Forbidden.Row(y))
	}
	return free
}

func (inserting) gain(b *base, x int) int64 { return b.gains(x) }

// set is T.
func (inserting) set(s *search, y int, op *operator) bitset.Set {
	t := s.heads[y].bases[op.base].clique.Clone()
	t.AndNot(s.class.Adj(int(op.x)))
	return t
}

// valid: every semi-directed path from y to x has a node of the clique on it (theorem
// 15). That may change with any step anywhere, so it is looked at when it matters.
func (inserting) valid(s *search, y int, op *operator) bool {
	b := &s.heads[y].bases[op.base]
	if b.known != len(s.steps) {
		if b.reach == nil {
			b.reach = bitset.New(s.n)
		}
		s.class.Reach(y, b.clique, b.reach)
		b.known = len(s.steps)
	}
	return !b.reach.Has(int(op.x))
}

func (inserting) apply(class *equiv.Class, x, y int, set bitset.Set) { class.Insert(x, y, set) }
