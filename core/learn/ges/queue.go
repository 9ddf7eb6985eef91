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

// best is the operator that gains most of all valid ones that gain enough and that the search accepts.
func (s *search) best(ctx context.Context, t *table) (chosen, error) {
	var refused map[*operator]bool
	for {
		b := s.bestValid(t, refused)
		if b.op == nil {
			return b, nil
		}
		to, ok, err := s.accepts(ctx, t.phase, b.o, b.op)
		if ok || err != nil {
			b.to = to
			return b, err
		}
		if refused == nil {
			refused = map[*operator]bool{}
		}
		refused[b.op] = true
	}
}

// bestValid is the best valid operator that is not refused. Any step may change what is valid, so an operator is checked
// only if it is better than the best valid one so far. The nodes come in the order of what their best operators gain, as
// long as one of the nodes that are left may have the best of all.
func (s *search) bestValid(t *table, refused map[*operator]bool) (best chosen) {
	left := s.list[:0]
	for y, gain := range t.gains {
		if gain > none && t.blockers[y] == nil {
			left = append(left, int32(y))
		}
	}
	s.list = left
	for len(left) > 0 {
		first := 0
		for k, y := range left {
			if t.gains[y] > t.gains[left[first]] {
				first = k
			}
		}
		y := left[first]
		if best.op != nil && t.gains[y] < best.op.gain {
			break
		}
		left[first] = left[len(left)-1]
		left = left[:len(left)-1]
		best = s.bestOf(t, t.nodes[y], best, refused)
	}
	return best
}

// bestOf is the better one of an operator and the best valid operator of a node. The first operator of a node is its
// best one, and the others come in any order: most often all of them are invalid, so to sort them is not worth it.
func (s *search) bestOf(t *table, o *nodeOperators, best chosen, refused map[*operator]bool) chosen {
	least, invalid := t.phase.least(), true
	for k := range o.operators {
		op := &o.operators[k]
		switch {
		case op.gain <= least && least > t.phase.kept():
		case best.op != nil && s.compare(t.phase, best.o, o, best.op, op) < 0:
			if k == 0 {
				return best
			}
			invalid = false
		case refused[op] || s.refuses(t.phase, o, op):
			invalid = false
		case t.phase.valid(s, o, op):
			best, invalid = chosen{o: o, op: op}, false
			if k == 0 {
				return best
			}
		}
	}
	if invalid {
		t.block(s, o)
	}
	return best
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
