package ges

import (
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// turning is the phase of Hauser and Bühlmann (2012, section 4.3): one arc of a member of the class changes its
// direction.
type turning struct{}

// enumerate lists the Turns at y. Turn(x, y, C) reverses y → x in a member in which C are y's parents among its
// neighbours. It gains what x adds as a parent of y besides pa(y) ∪ C, less what y adds as a parent of x besides
// x's other parents in that member. Those are pa(x) \ {y} if the class has y → x. If it has y − x, they are pa(x) and
// the nodes of C that are adjacent to x.
func (turning) enumerate(s *search, o *nodeOperators) error {
	y, ne := o.y, s.class.Ne(o.y)
	o.families = o.families[:0]
	children := s.class.Member().Ch(y).Clone()
	children.AndNot(ne)
	size := s.room(y, s.opt.MaxParents)
	if size < 0 || !ne.Any() && !children.Any() {
		return nil
	}
	only := bitset.New(s.n)
	only.Add(y)
	lost := map[int]func(int) int64{} // by a directed y → x, whatever C is
	for x := children.Next(0); x >= 0; x = children.Next(x + 1) {
		lost[x] = s.lost(x, s.class.Pa(x), y, only)
	}
	return cliques(s.class, y, ne, size, func(clique bitset.Set) {
		s.turnable(y, clique, children)
		if !s.with.Any() {
			return
		}
		f := s.addFamily(o, clique, s.with, s.class.Pa(y))
		won, losses := f.gains, lost
		if f.with.Intersects(ne) {
			losses = map[int]func(int) int64{}
			for x := f.with.Next(0); x >= 0; x = f.with.Next(x + 1) {
				if losses[x] = lost[x]; ne.Has(x) {
					parents := clique.Clone()
					parents.And(s.class.Adj(x))
					parents.Or(s.class.Pa(x))
					losses[x] = s.lost(x, parents, y, only)
				}
			}
		}
		f.gains = func(x int) int64 { return won(x) - losses[x](y) }
	})
}

// turnable fills with by the x that Turn(x, y, clique) may be valid for: children of y if the clique has all their
// neighbours among y's, and neighbours of y that are not adjacent to all of the clique.
func (s *search) turnable(y int, clique, children bitset.Set) {
	ne := s.class.Ne(y)
	s.with.Copy(children)
	for w, word := range ne {
		for word &^= clique[w]; word != 0; word &= word - 1 {
			s.with.AndNot(s.class.Adj(bitset.Lowest(w, word)))
		}
	}
	for w, word := range ne {
		for word &^= clique[w]; word != 0; word &= word - 1 {
			if x := bitset.Lowest(w, word); !clique.SubsetOf(s.class.Adj(x)) {
				s.with.Add(x)
			}
		}
	}
}

// lost asks for what y adds as a parent of x besides the others among the parents.
func (s *search) lost(x int, parents bitset.Set, y int, only bitset.Set) func(int) int64 {
	s.others.Copy(parents)
	s.others.Remove(y)
	s.list = s.others.Append(s.list[:0])
	return s.scorer.Gains(x, s.list, only)
}

func (turning) gain(f *family, x int) int64 { return f.gains(x) }
func (turning) kept() int64                 { return 0 }
func (turning) least() int64                { return 0 }
func (turning) step() Step                  { return Step{Turn: true} }

// set is C.
func (turning) set(_ *search, o *nodeOperators, op *operator) bitset.Set {
	return o.families[op.family].clique
}

func (turning) valid(s *search, o *nodeOperators, op *operator) bool {
	return s.class.CanTurn(int(op.x), o.y, o.families[op.family].clique)
}

func (turning) apply(class *equiv.Class, x, y int, set bitset.Set) { class.Turn(x, y, set) }

// spoil: the Turns at a node depend on the parents of its children too.
func (turning) spoil(class *equiv.Class, x, y int, stale bitset.Set) {
	spoiled(class, x, y, stale)
	touched := class.Touched()
	for z := touched.Next(0); z >= 0; z = touched.Next(z + 1) {
		stale.Or(class.Pa(z))
	}
}
