package ges

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/run/hashed"
)

// losses have what the score of a node loses without one of its parents, by node and parents. The Deletes at the node
// need it, and the Turns at its parents, in all classes in which the node has these parents. A search and its copies share
// them.
type losses struct {
	known hashed.Table[nodeLosses]
	asked []*nodeLosses // since the scorer was filled last
}

// nodeLosses are the losses of a node that has some parents.
type nodeLosses struct {
	y       int
	parents []int32
	gains   []func(x int) int64 // by parent: of the parent besides the others; none once they are collected
	lost    []int64             // by parent
}

// mostLosses is of how many nodes and parents losses are kept at most. Then all are forgotten.
const mostLosses = 1 << 16

// losses are those of a node with its parents in the class. They are known once the scorer is filled.
func (s *search) losses(y int) *nodeLosses {
	pa := s.class.Pa(y)
	hash := uint64(y)
	for _, word := range pa {
		hash = mixed(hash, word)
	}
	l := s.lost
	s.list = pa.Append(s.list[:0])
	for at := l.known.First(hash); at >= 0; at = l.known.Next(at) {
		if o := l.known.At(at); o.y == y && slices.Equal(o.parents, s.list) {
			return o
		}
	}
	if l.known.Len() == mostLosses {
		l.known.Clear()
	}
	o := &nodeLosses{y: y, parents: slices.Clone(s.list), lost: make([]int64, len(s.list))}
	l.known.Add(hash, o)
	l.asked = append(l.asked, o)
	for _, x := range o.parents {
		s.others.Copy(pa)
		s.others.Remove(int(x))
		s.list = s.others.Append(s.list[:0])
		o.gains = append(o.gains, s.scorer.Gains(y, s.list, s.single(int(x))))
	}
	return o
}

// of is what is lost without x. It may be called once the losses are collected.
func (o *nodeLosses) of(x int) int64 {
	k, _ := slices.BinarySearch(o.parents, int32(x))
	return o.lost[k]
}

// collect takes the losses from the scorer, which is filled.
func (l *losses) collect() {
	for _, o := range l.asked {
		for k, x := range o.parents {
			o.lost[k] = o.gains[k](int(x))
		}
		o.gains = nil
	}
	l.asked = l.asked[:0]
}

// single is the set of one node. It is scratch memory.
func (s *search) single(x int) bitset.Set {
	s.only.Clear()
	s.only.Add(x)
	return s.only
}
