package ges

import (
	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
)

// deleting is the backward phase.
type deleting struct{}

// ask: Delete(x, y, H) gains what x is not worth as a parent of y beside pa(y) ∪ C \ {x},
// where C = NA(y, x) \ H is a clique (Chickering 2002, corollary 18).
func (deleting) ask(s *search, y int) error {
	s.heads[y].bases = s.heads[y].bases[:0]
	from := s.class.Pa(y).Clone()
	from.Or(s.class.Ne(y))
	if s.opt.Constraints != nil {
		from.AndNot(s.opt.Constraints.Required.Row(y))
	}
	na, parents := bitset.New(s.n), bitset.New(s.n)
	for x := from.Next(0); x >= 0; x = from.Next(x + 1) {
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

func (deleting) gain(b *base, x int) int64 { return -b.gains(x) }

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
