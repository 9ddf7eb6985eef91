package ges

import (
	"cmp"
	"container/heap"
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

// best is the operator that gains most of all that are valid, or nil. Of a head's
// operators, sorted, only those are looked at that nothing valid comes before.
func (s *search) best(p phase) (y int, op *operator) {
	s.queue.heads = s.queue.heads[:0]
	for y := range s.heads {
		h := &s.heads[y]
		if h.cursor = 0; len(h.operators) > 0 {
			s.queue.heads = append(s.queue.heads, h)
		}
	}
	heap.Init(&s.queue)
	for s.queue.Len() > 0 {
		h := s.queue.heads[0]
		op := &h.operators[h.cursor]
		if p.valid(s, h.y, op) && s.guide.allows(s, p, h.y, op) {
			return h.y, op
		}
		if h.cursor++; h.cursor < len(h.operators) {
			heap.Fix(&s.queue, 0)
		} else {
			heap.Pop(&s.queue)
		}
	}
	return -1, nil
}

// queue is a heap of heads by the operator at their cursor.
type queue struct {
	heads   []*head
	compare func(p, q *head, a, b *operator) int
}

func (q *queue) Len() int      { return len(q.heads) }
func (q *queue) Swap(i, j int) { q.heads[i], q.heads[j] = q.heads[j], q.heads[i] }
func (q *queue) Push(h any)    { q.heads = append(q.heads, h.(*head)) }
func (q *queue) Pop() (h any)  { h, q.heads = q.heads[q.Len()-1], q.heads[:q.Len()-1]; return h }
func (q *queue) Less(i, j int) bool {
	a, b := q.heads[i], q.heads[j]
	return q.compare(a, b, &a.operators[a.cursor], &b.operators[b.cursor]) < 0
}

// compare orders the operators a at g and b at h: larger gain first, then as drawn, then
// the lowest (x, y), the smaller set, the set itself.
func (s *search) compare(p phase, g, h *head, a, b *operator) int {
	first := cmp.Or(
		cmp.Compare(b.gain, a.gain), cmp.Compare(a.draw, b.draw),
		cmp.Compare(a.x, b.x), cmp.Compare(g.y, h.y), cmp.Compare(a.size, b.size),
	)
	if first != 0 || a == b {
		return first
	}
	return slices.Compare(p.set(s, g.y, a).Append(nil), p.set(s, h.y, b).Append(nil))
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
