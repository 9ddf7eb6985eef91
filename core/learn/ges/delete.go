package ges

import (
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// deleting is the backward phase.
type deleting struct {
	all bool // Deletes that gain nothing are listed too
}

// enumerate lists the Deletes at y. Delete(x, y, H) gains the negative of what x adds as a
// parent of y besides pa(y) ∪ C \ {x}, where C = NA(y, x) \ H is a clique (corollary 18).
//
// For x → y, the other parents lack x, so each x has families of its own. That of no clique is known from losses.go.
func (deleting) enumerate(s *search, o *nodeOperators) error {
	y := o.y
	o.families = o.families[:0]
	from := s.from
	from.Fill(s.n)
	if s.opt.Constraints != nil {
		from.AndNot(s.opt.Constraints.Required.Row(y))
	}
	if err := s.enumerateUndirected(o, from); err != nil {
		return err
	}
	from.And(s.class.Pa(y))
	if !from.Any() {
		return nil
	}
	lost, na, parents := s.losses(y), s.na, s.parents
	for x := from.Next(0); x >= 0; x = from.Next(x + 1) {
		o.addLoss(s, lost, x)
		if s.class.NA(y, x, na); !na.Any() {
			continue
		}
		parents.Copy(s.class.Pa(y))
		parents.Remove(x)
		with := s.single(x)
		err := cliques(s.class, y, na, s.n, func(clique bitset.Set) {
			if clique.Any() {
				s.addFamily(o, clique, with, parents)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// addLoss adds the family of y's parents but x and of no clique, to which the Delete of x leads.
func (o *nodeOperators) addLoss(s *search, lost *nodeLosses, x int) {
	lost.ask(s, x)
	f := o.family(s.n)
	f.clique.Clear()
	f.with.Copy(s.single(x))
	f.gains, f.paths = lost.of, f.paths[:0]
}

// enumerateUndirected lists the Deletes of x − y, for x in from. A clique C of y's neighbours is
// valid with every other neighbour that is adjacent to all of C.
func (s *search) enumerateUndirected(o *nodeOperators, from bitset.Set) error {
	y, ne := o.y, s.class.Ne(o.y)
	from = from.Clone()
	from.And(ne)
	if !from.Any() {
		return nil
	}
	return cliques(s.class, y, ne, s.n, func(clique bitset.Set) {
		with := s.with
		with.Copy(from)
		for c := clique.Next(0); c >= 0; c = clique.Next(c + 1) {
			with.And(s.class.Adj(c))
		}
		if with.Any() {
			s.addFamily(o, clique, with, s.class.Pa(y))
		}
	})
}

func (deleting) gain(f *family, x int) int64 { return -f.gains(x) }
func (deleting) least() int64                { return 0 }
func (deleting) step() Step                  { return Step{} }

func (d deleting) kept() int64 {
	if d.all {
		return math.MinInt64
	}
	return 0
}

// set is H.
func (deleting) set(s *search, o *nodeOperators, op *operator) bitset.Set {
	h := bitset.New(s.n)
	s.class.NA(o.y, int(op.x), h)
	h.AndNot(o.families[op.family].clique)
	return h
}

// valid: a Delete is valid if its C is a clique (theorem 17), and C always is.
func (deleting) valid(*search, *nodeOperators, *operator) bool { return true }

func (deleting) apply(class *equiv.Class, x, y int, set bitset.Set) { class.Delete(x, y, set) }

func (deleting) spoil(class *equiv.Class, x, y int, stale bitset.Set) { spoiled(class, x, y, stale) }
