package ges

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// nodeOperators are the operators that add a parent to a node y, or remove one.
type nodeOperators struct {
	y         int
	families  []family
	operators []operator // those that are kept: the best one, then the others in any order
	local     []uint64   // in a memo: what the operators are made of
}

// family is a set of parents of y, to which operators add an x or from which they remove
// it: a clique C of y's neighbours, and y's other parents.
type family struct {
	clique bitset.Set
	with   bitset.Set        // the x that have an operator with this family
	gains  func(x int) int64 // of x as a further parent; nil once the operators are collected
	paths  [][]int32         // that made operators invalid
}

// blocker is the path that made an operator invalid when it came up last.
func (f *family) blocker(op *operator) []int32 {
	if op.path < 0 {
		return nil
	}
	return f.paths[op.path]
}

// blockedBy remembers a path that makes an operator invalid.
func (f *family) blockedBy(op *operator, path []int32) {
	if op.path < 0 {
		op.path = int32(len(f.paths))
		f.paths = append(f.paths, nil)
	}
	f.paths[op.path] = path
}

// operator is Insert(x, y, T), Delete(x, y, H) or Turn(x, y, C). Its family determines T, H or C.
type operator struct {
	gain   int64
	tie    uint64 // of operators that gain the same, the one with the lowest is first
	x      int32
	family int32
	path   int32 // among the family's paths; negative: none
}

// addFamily adds a family of y, of a clique and some parents, with an operator for each x
// of with. It asks for their gains.
func (s *search) addFamily(o *nodeOperators, clique, with, parents bitset.Set) *family {
	s.others.Copy(parents)
	s.others.Or(clique)
	s.list = s.others.Append(s.list[:0])
	f := o.family(s.n)
	f.clique.Copy(clique)
	f.with.Copy(with)
	f.gains, f.paths = s.scorer.Gains(o.y, s.list, f.with), f.paths[:0]
	return f
}

// family adds a family. It takes the memory of one that was there before, if there is any.
func (o *nodeOperators) family(n int) *family {
	if k := len(o.families); k < cap(o.families) {
		o.families = o.families[:k+1]
	} else {
		o.families = append(o.families, family{})
	}
	f := &o.families[len(o.families)-1]
	if f.clique == nil {
		f.clique, f.with = bitset.New(n), bitset.New(n)
	}
	return f
}

// collect lists the operators of a node, the best one first. Most often the others are
// never looked at: see best.
func (s *search) collect(p phase, o *nodeOperators) {
	o.operators = o.operators[:0]
	for k := range o.families {
		f := &o.families[k]
		for w, word := range f.with {
			for ; word != 0; word &= word - 1 {
				x := bitset.Lowest(w, word)
				if gain := p.gain(f, x); gain > p.kept() {
					o.operators = append(o.operators, s.operator(p, o, x, k, gain))
				}
			}
		}
		f.gains = nil // the scorer may forget what the function reads
	}
	for k := range o.operators {
		if first := &o.operators[0]; s.compare(p, o, o, &o.operators[k], first) < 0 {
			*first, o.operators[k] = o.operators[k], *first
		}
	}
}

// operator is the operator of a node, x and a family.
func (s *search) operator(p phase, o *nodeOperators, x, family int, gain int64) operator {
	op := operator{gain: gain, x: int32(x), family: int32(family), path: -1}
	if s.opt.Seed != nil {
		drawn := op // of its own, so that op needs no memory of the heap
		op.tie = s.randomTie(&drawn, o.y, p.set(s, o, &drawn))
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
