package ges

import (
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// turning is the phase of Hauser and Bühlmann (2012, section 4.3): one arc of a member of the class changes its
// direction.
type turning struct {
	all bool // Turns that gain nothing are listed too
}

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
	var lost []*nodeLosses // of the children
	for x := children.Next(0); x >= 0; x = children.Next(x + 1) {
		l := s.losses(x)
		l.ask(s, y)
		lost = append(lost, l)
	}
	return cliques(s.class, y, ne, size, func(clique bitset.Set) {
		s.turnable(y, clique, children)
		if !s.with.Any() {
			return
		}
		f := s.addFamily(o, clique, s.with, s.class.Pa(y))
		won, lostBy := f.gains, s.lostBy(y, clique, f.with)
		f.gains = func(x int) int64 {
			for _, l := range lost {
				if l.y == x {
					return won(x) - l.of(y)
				}
			}
			return won(x) - lostBy.of(x)(y)
		}
	})
}

// lostBy asks for what y adds as a parent of each of its neighbours among with, if C are y's parents among its neighbours.
func (s *search) lostBy(y int, clique, with bitset.Set) (lost neighbours) {
	for w, word := range s.class.Ne(y) {
		for word &= with[w]; word != 0; word &= word - 1 {
			x := bitset.Lowest(w, word)
			s.others.Copy(clique)
			s.others.And(s.class.Adj(x))
			s.others.Or(s.class.Pa(x))
			s.list = s.others.Append(s.list[:0])
			lost = append(lost, neighbour{x, s.scorer.Gains(x, s.list, s.single(y))})
		}
	}
	return lost
}

// neighbours are some neighbours x of a node y, and what y adds as a parent of x.
type neighbours []neighbour

type neighbour struct {
	x  int
	of func(y int) int64
}

func (s neighbours) of(x int) func(y int) int64 {
	return s[slices.IndexFunc(s, func(each neighbour) bool { return each.x == x })].of
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

func (turning) gain(f *family, x int) int64 { return f.gains(x) }
func (turning) least() int64                { return 0 }
func (turning) step() Step                  { return Step{Turn: true} }

func (t turning) kept() int64 {
	if t.all {
		return math.MinInt64
	}
	return 0
}

// set is C.
func (turning) set(_ *search, o *nodeOperators, op *operator) bitset.Set {
	return o.families[op.family].clique
}

// valid: most often, what made the Turn invalid before is still there. Without a path it is the neighbourhood of y, and
// then the Turn is invalid until the operators at y are listed anew.
func (turning) valid(s *search, o *nodeOperators, op *operator) bool {
	f := &o.families[op.family]
	if path := f.blocker(op); op.path >= 0 && (len(path) == 0 || s.class.IsTurnPath(int(op.x), path)) {
		return false
	}
	valid, path := s.class.TurnPath(int(op.x), o.y, f.clique, f.blocker(op)[:0])
	if !valid {
		f.blockedBy(op, path)
	}
	return valid
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
