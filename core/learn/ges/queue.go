package ges

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
)

// chosen is an operator of a node, and where the search stands after it.
type chosen struct {
	o  *nodeOperators
	op *operator // nil: none
	to *standing
}

// best is the operator that gains most of all valid ones that gain enough. The operators of a node
// are sorted once its first one turns out not to be valid. So best merges the lists by a heap,
// and stops at the first operator that is valid. Validity is expensive and changes with any
// step: only the operators before the best one are checked.
func (s *search) best(ctx context.Context, t *table) (chosen, error) {
	q := &t.queue
	q.compare = func(g, h *nodeOperators, a, b *operator) int { return s.compare(t.phase, g, h, a, b) }
	q.nodes = q.nodes[:0]
	for _, o := range t.nodes {
		if o.cursor = 0; len(o.operators) > 0 {
			q.nodes = append(q.nodes, o)
		}
	}
	heap.Init(q)
	for q.Len() > 0 {
		o := q.nodes[0]
		op := &o.operators[o.cursor]
		if op.gain <= t.phase.least() && t.phase.least() > t.phase.kept() {
			break
		}
		if to, ok, err := s.accepts(ctx, t.phase, o, op); ok || err != nil {
			return chosen{o, op, to}, err
		}
		if s.next(t.phase, o) {
			heap.Fix(q, 0)
		} else {
			heap.Pop(q)
		}
	}
	return chosen{}, nil
}

// queue is a heap of nodes, by the operator at each node's cursor.
type queue struct {
	nodes   []*nodeOperators
	compare func(g, h *nodeOperators, a, b *operator) int
}

func (q *queue) Len() int      { return len(q.nodes) }
func (q *queue) Swap(i, j int) { q.nodes[i], q.nodes[j] = q.nodes[j], q.nodes[i] }
func (q *queue) Push(o any)    { q.nodes = append(q.nodes, o.(*nodeOperators)) }
func (q *queue) Pop() (o any) {
	o, q.nodes = q.nodes[q.Len()-1], q.nodes[:q.Len()-1]
	return o
}

func (q *queue) Less(i, j int) bool {
	a, b := q.nodes[i], q.nodes[j]
	return q.compare(a, b, &a.operators[a.cursor], &b.operators[b.cursor]) < 0
}

// compare orders the operators a at node g and b at node h: the larger gain first, then the
// lower tie, the lower x, the lower y, the smaller set, and the lower set.
func (s *search) compare(p phase, g, h *nodeOperators, a, b *operator) int {
	if a.gain != b.gain { // as nearly always
		return cmp.Compare(b.gain, a.gain)
	}
	first := cmp.Or(cmp.Compare(a.tie, b.tie), cmp.Compare(a.x, b.x), cmp.Compare(g.y, h.y))
	if first != 0 || a == b {
		return first
	}
	one, other := p.set(s, g, a), p.set(s, h, b)
	return cmp.Or(cmp.Compare(one.Count(), other.Count()), slices.Compare(one.Append(nil), other.Append(nil)))
}
