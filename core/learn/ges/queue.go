package ges

import (
	"cmp"
	"slices"
)

// best is the operator that gains most of all valid ones that gain enough, or nil. Validity is expensive and changes
// with any step, so an operator is checked only if it is better than the best valid one so far. The node with the best
// operator comes first. The operators of a node are sorted once its first one turns out not to be valid.
func (s *search) best(t *table) (node *nodeOperators, best *operator) {
	first := 0
	for y, o := range t.nodes {
		if len(o.operators) == 0 {
			continue
		}
		if f := t.nodes[first]; len(f.operators) == 0 || s.compare(t.phase, o, f, &o.operators[0], &f.operators[0]) < 0 {
			first = y
		}
	}
	node, best = s.bestOf(t, t.nodes[first], nil, nil)
	for y, o := range t.nodes {
		if y != first {
			node, best = s.bestOf(t, o, node, best)
		}
	}
	return node, best
}

// bestOf is the better one of an operator and the best valid operator of a node.
func (s *search) bestOf(t *table, o, node *nodeOperators, best *operator) (*nodeOperators, *operator) {
	for k := range o.operators {
		if k == 1 {
			s.sort(t.phase, o)
		}
		op := &o.operators[k]
		switch {
		case op.gain <= t.phase.least() && t.phase.least() > t.phase.kept():
			return node, best
		case best != nil && s.compare(t.phase, node, o, best, op) < 0:
			return node, best
		case t.phase.valid(s, o, op) && s.directions.allows(s, t.phase, o, op):
			return o, op
		}
	}
	return node, best
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
