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
	known   hashed.Table[nodeLosses]
	parents int           // of all nodes in known
	asked   []*nodeLosses // those asked since the scorer was filled last
}

// nodeLosses are the losses of a node that has some parents.
type nodeLosses struct {
	y       int
	parents []int32
	gains   []func(x int) int64 // by parent, while it is asked for: of the parent besides the others
	known   []bool              // by parent
	lost    []int64             // by parent, where known
}

// mostLosses is how many losses are kept at most, which takes some 10 MB. Then all are forgotten.
const mostLosses = 1 << 17

// losses are those of a node with its parents in the class.
func (s *search) losses(y int) *nodeLosses {
	l, pa := s.lost, s.class.Pa(y)
	hash := hashOf(y, pa)
	s.list = pa.Append(s.list[:0])
	for at := l.known.First(hash); at >= 0; at = l.known.Next(at) {
		if o := l.known.At(at); o.y == y && slices.Equal(o.parents, s.list) {
			return o
		}
	}
	parents := len(s.list)
	if l.parents += parents; l.parents > mostLosses {
		l.known.Clear()
		l.parents = parents
	}
	o := &nodeLosses{
		y: y, parents: slices.Clone(s.list),
		gains: make([]func(int) int64, parents), known: make([]bool, parents), lost: make([]int64, parents),
	}
	l.known.Add(hash, o)
	return o
}

// ask asks for what is lost without x, unless it is known.
func (o *nodeLosses) ask(s *search, x int) {
	k := o.at(x)
	if o.known[k] || o.gains[k] != nil {
		return
	}
	s.list = append(append(s.list[:0], o.parents[:k]...), o.parents[k+1:]...)
	o.gains[k] = s.scorer.Gains(o.y, s.list, s.single(x))
	s.lost.asked = append(s.lost.asked, o)
}

func (o *nodeLosses) at(x int) int {
	k, _ := slices.BinarySearch(o.parents, int32(x))
	return k
}

// of is what is lost without x. It may be called once what was asked for is collected.
func (o *nodeLosses) of(x int) int64 { return o.lost[o.at(x)] }

// collect takes the losses from the scorer, which is filled.
func (l *losses) collect() {
	for _, o := range l.asked {
		for k, gain := range o.gains {
			if gain != nil {
				o.lost[k], o.known[k], o.gains[k] = gain(int(o.parents[k])), true, nil
			}
		}
	}
	l.asked = l.asked[:0]
}

// single is the set of one node. It is scratch memory.
func (s *search) single(x int) bitset.Set {
	s.only.Clear()
	s.only.Add(x)
	return s.only
}
