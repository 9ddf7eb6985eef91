package ges

import (
	"cmp"
	"context"
	"slices"
)

// chosen is an operator of a node, and where the search stands after it.
type chosen struct {
	o  *nodeOperators
	op *operator // nil: none
	to *standing
}

// best is the operator that gains most of all valid ones that gain enough. Validity is expensive and changes
// with any step, so an operator is checked only if it is better than the best valid one so far. The node with the best
// operator comes first. The operators of a node are sorted once its first one turns out not to be valid.
func (s *search) best(ctx context.Context, t *table) (best chosen, err error) {
	first := 0
	for y, o := range t.nodes {
		if len(o.operators) == 0 {
			continue
		}
		if f := t.nodes[first]; len(f.operators) == 0 || s.compare(t.phase, o, f, &o.operators[0], &f.operators[0]) < 0 {
			first = y
		}
	}
	best, err = s.bestOf(ctx, t, t.nodes[first], best)
	for y, o := range t.nodes {
		if y != first && err == nil {
			best, err = s.bestOf(ctx, t, o, best)
		}
	}
	return best, err
}

// bestOf is the better one of an operator and the best valid operator of a node.
func (s *search) bestOf(ctx context.Context, t *table, o *nodeOperators, best chosen) (chosen, error) {
	for k := range o.operators {
		if k == 1 {
			s.sort(t.phase, o)
		}
		op := &o.operators[k]
		switch {
		case op.gain <= t.phase.least() && t.phase.least() > t.phase.kept():
			return best, nil
		case best.op != nil && s.compare(t.phase, best.o, o, best.op, op) < 0:
			return best, nil
		}
		if to, ok, err := s.accepts(ctx, t.phase, o, op); ok || err != nil {
			return chosen{o, op, to}, err
		}
	}
	return best, nil
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
