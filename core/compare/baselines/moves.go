package baselines

import "cmp"

// kind is what a move does to the arc u → v. Of equally good moves, that of the lowest kind is made
// (ties: the lowest u, then the lowest v).
type kind int

const (
	add kind = iota
	remove
	reverse
	noMove // no move is an improvement
)

type move struct {
	kind kind
	u, v int
}

// before reports whether m comes before o in the order of ties.
func (m move) before(o move) bool {
	return cmp.Or(cmp.Compare(m.kind, o.kind), cmp.Compare(m.u, o.u), cmp.Compare(m.v, o.v)) < 0
}

// delta is what a move adds to the summed SMHD and to the summed SHD of the arcs. The lower delta is
// the better one, and the SMHD is compared first.
type delta struct{ moral, arcs int64 }

func (w delta) less(o delta) bool {
	return w.moral < o.moral || w.moral == o.moral && w.arcs < o.arcs
}

// best is the best of all moves, or noMove if none is an improvement.
func (c *climber) best() move {
	chosen, least := move{kind: noMove}, delta{}
	consider := func(m move, w delta) {
		if w.less(least) || w == least && chosen.kind != noMove && m.before(chosen) {
			chosen, least = m, w
		}
	}
	for v := range c.n {
		c.addable.Copy(c.improving.Row(v))
		c.addable.AndNot(c.g.Pa(v))
		c.addable.AndNot(c.g.Reached(v))
		for u := range c.addable.All() {
			consider(move{add, u, v}, delta{c.gain[v*c.n+u], c.arcs[u*c.n+v]})
		}
		for u := range c.g.Pa(v).All() {
			consider(move{remove, u, v}, delta{-c.loss[v*c.n+u], -c.arcs[u*c.n+v]})
			if reversed := c.reversal(u, v); !least.less(reversed) && c.canReverse(u, v) {
				consider(move{reverse, u, v}, reversed)
			}
		}
	}
	return chosen
}

// reversal is what the reversal of u → v adds to the two sums.
//
// The loss of u → v and the gain of v → u each concern u − v and other moral edges. The other edges
// of the loss are at u, and those of the gain at v, so they are different edges. The moral edge
// u − v stays. If u → v is its only cause, the loss contains its cost, but the gain does not, since
// the edge exists. In that case the cost is added back.
func (c *climber) reversal(u, v int) delta {
	w := delta{c.gain[u*c.n+v] - c.loss[v*c.n+u], c.arcs[v*c.n+u] - c.arcs[u*c.n+v]}
	if c.times[u*c.n+v] == 1 {
		w.moral += c.moral[u*c.n+v]
	}
	return w
}

// canReverse reports whether u → v is the only directed path from u to v. Only then does the reversal
// leave the graph acyclic.
func (c *climber) canReverse(u, v int) bool {
	ch := c.g.Ch(u)
	for x := ch.Next(0); x >= 0; x = ch.Next(x + 1) {
		if x != v && c.g.Reaches(x, v) {
			return false
		}
	}
	return true
}
