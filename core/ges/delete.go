package ges

import (
	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
)

// deleting is the backward phase.
type deleting struct{}

// ask: Delete(x, y, H) gains what x is not worth as a parent of y beside pa(y) ∪ C \ {x},
// where C = NA(y, x) \ H is a clique (Chickering 2002, corollary 18). For x − y, a clique
// C of y's neighbours goes with every other one that is adjacent to all of C. For x → y
// the family has no x, so that each x has cliques of its own.
func (deleting) ask(s *search, y int) error {
	s.heads[y].bases = s.heads[y].bases[:0]
	optional := bitset.New(s.n)
	optional.Fill(s.n)
	if s.opt.Constraints != nil {
		optional.AndNot(s.opt.Constraints.Required.Row(y))
	}
	if err := s.askUndirected(y, optional); err != nil {
		return err
	}
	na, parents := bitset.New(s.n), bitset.New(s.n)
	optional.And(s.class.Pa(y))
	for x := optional.Next(0); x >= 0; x = optional.Next(x + 1) {
		s.class.NA(y, x, na)
		parents.Copy(s.class.Pa(y))
		parents.Remove(x)
		with := bitset.New(s.n)
		with.Add(x)
		err := cliques(s.class, y, na, s.n, func(clique bitset.Set) { s.addBase(y, clique, with, parents) })
		if err != nil {
			return err
		}
	}
	return nil
}

// askUndirected asks for the Deletes of x − y, x being one of some nodes.
func (s *search) askUndirected(y int, from bitset.Set) error {
	ne := s.class.Ne(y)
	from = from.Clone()
	from.And(ne)
	if !from.Any() {
		return nil
	}
	return cliques(s.class, y, ne, s.n, func(clique bitset.Set) {
		with := from.Clone()
		for c := clique.Next(0); c >= 0; c = clique.Next(c + 1) {
			with.And(s.class.Adj(c))
		}
		if with.Any() {
			s.addBase(y, clique, with, s.class.Pa(y))
		}
	})
}

func (deleting) gain(b *base, x int) int64 { return -b.gains(x) }
func (deleting) least() int64              { return 0 }

// set is H.
func (deleting) set(s *search, y int, op *operator) bitset.Set {
	h := bitset.New(s.n)
	s.class.NA(y, int(op.x), h)
	h.AndNot(s.heads[y].bases[op.base].clique)
	return h
}

// valid: any Delete is whose C is a clique (theorem 17).
func (deleting) valid(*search, int, *operator) bool { return true }

func (deleting) apply(class *equiv.Class, x, y int, set bitset.Set) { class.Delete(x, y, set) }
