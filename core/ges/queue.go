package ges

import (
	"cmp"
	"container/heap"
	"slices"
)

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
