package ges

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// nodeOperators are the operators that add a parent to a node y, or remove one.
type nodeOperators struct {
	y         int
	families  []family
	operators []operator // those that gain, best first
	cursor    int        // the first one that may be the best of this step
}

// family is a set of parents of y, to which operators add an x or from which they remove
// it: a clique C of y's neighbours, and y's other parents.
type family struct {
	clique  bitset.Set
	with    bitset.Set        // the x that have an operator with this family
	gains   func(x int) int64 // of x as a further parent; nil once the operators are collected
	reach   bitset.Set        // the ends of semi-directed paths from y that avoid C ...
	reachAt int               // ... after this many steps; -1: unknown
}

// operator is Insert(x, y, T) or Delete(x, y, H). Its family determines T or H.
type operator struct {
	gain   int64
	tie    uint64 // of operators that gain the same, the one with the lowest is first
	x      int32
	family int32
	size   int32 // of T or H
}

// addFamily adds a family of y, of a clique and some parents, with an operator for each x
// of with. It asks for their gains.
func (s *search) addFamily(y int, clique, with, parents bitset.Set) {
	others := parents.Clone()
	others.Or(clique)
	gains := s.scorer.Gains(y, others.Append(nil), with)
	o := &s.nodes[y]
	o.families = append(o.families, family{clique: clique.Clone(), with: with, gains: gains, reachAt: -1})
}

// collect lists the operators of a node that gain, best first.
func (s *search) collect(p phase, o *nodeOperators) {
	o.operators = o.operators[:0]
	for k := range o.families {
		f := &o.families[k]
		for w, word := range f.with {
			for ; word != 0; word &= word - 1 {
				x := bitset.Lowest(w, word)
				if gain := p.gain(f, x); gain > p.least() {
					o.operators = append(o.operators, s.operator(p, o.y, x, k, gain))
				}
			}
		}
		f.gains = nil // the scorer may forget what the function reads
	}
	slices.SortFunc(o.operators, func(a, b operator) int { return s.compare(p, o, o, &a, &b) })
}

// operator is the operator of y, x and a family.
func (s *search) operator(p phase, y, x, family int, gain int64) operator {
	op := operator{gain: gain, x: int32(x), family: int32(family)}
	set := p.set(s, y, &op)
	op.size = int32(set.Count())
	if s.opt.Seed != nil {
		op.tie = s.randomTie(&op, y, set)
	}
	return op
}

// randomTie is a hash of the seed and of all that distinguishes an operator. To take the
// lowest hash is to draw uniformly among operators that gain the same. It depends on no
// order in which operators are made.
func (s *search) randomTie(op *operator, y int, set bitset.Set) uint64 {
	h := uint64(*s.opt.Seed)
	for _, word := range append([]uint64{uint64(op.x), uint64(y)}, set...) {
		h = mix(h ^ word)
	}
	return h
}

// mix is the finalizer of SplitMix64 (Steele, Lea & Flood 2014).
func mix(h uint64) uint64 {
	h += 0x9e3779b97f4a7c15
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
