package ges

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// head is a node y with the operators that add a parent to it, or take one away.
type head struct {
	y         int
	bases     []base
	operators []operator // those that gain, best first
	cursor    int        // the first that may still be the best of this step
}

// base is a clique C of y's neighbours, with which y has the parents pa(y) ∪ C.
type base struct {
	clique bitset.Set
	with   bitset.Set        // the x that have an operator with this base
	gains  func(x int) int64 // of the arcs x → y, until the operators are listed
	reach  bitset.Set        // where semi-directed paths lead from y that avoid C ...
	known  int               // ... when so many steps had been taken; -1: not looked at
}

// operator is Insert(x, y, T) or Delete(x, y, H), the set being what its base says.
type operator struct {
	gain int64
	draw uint64 // decides among ties first
	x    int32
	base int32
	size int32 // of the set
}

// addBase notes that y has operators with a clique, one for each x of with, and asks for
// what they are scored with, where y's other parents are the clique and some more.
func (s *search) addBase(y int, clique, with, parents bitset.Set) {
	others := parents.Clone()
	others.Or(clique)
	gains := s.judge.Gains(y, others.Append(nil), with)
	h := &s.heads[y]
	h.bases = append(h.bases, base{clique: clique.Clone(), with: with, gains: gains, known: -1})
}

// list lists the operators of a head that gain, best first.
func (s *search) list(p phase, h *head) {
	h.operators = h.operators[:0]
	for k := range h.bases {
		b := &h.bases[k]
		for w, word := range b.with {
			for ; word != 0; word &= word - 1 {
				x := bitset.Lowest(w, word)
				if gain := p.gain(b, x); gain > 0 {
					h.operators = append(h.operators, s.operator(p, h.y, x, k, gain))
				}
			}
		}
		b.gains = nil // what it rests on may go
	}
	slices.SortFunc(h.operators, func(a, b operator) int { return s.compare(p, h, h, &a, &b) })
}

// operator is the one of y and x with a base, which gains so much.
func (s *search) operator(p phase, y, x, base int, gain int64) operator {
	op := operator{gain: gain, x: int32(x), base: int32(base)}
	set := p.set(s, y, &op)
	op.size = int32(set.Count())
	if s.opt.Seed != nil {
		op.draw = s.drawn(&op, y, set)
	}
	return op
}

// drawn is a number that depends on the seed and on all that tells an operator from
// others: the lowest of equally good ones is as good as drawn among them.
func (s *search) drawn(op *operator, y int, set bitset.Set) uint64 {
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
