package baselines

// kind is what a move does to the arc u → v; of equally good moves the lowest kind is
// taken, and then the lowest u, v.
type kind int

const (
	add kind = iota
	remove
	reverse
	stay // there is no improvement
)

type move struct {
	kind kind
	u, v int
}

func (m move) before(o move) bool {
	if m.kind != o.kind {
		return m.kind < o.kind
	}
	return m.u < o.u || m.u == o.u && m.v < o.v
}

// worth is what a move adds to the two sums: the lower the better, SMHD first.
type worth struct{ moral, arcs int64 }

func (w worth) less(o worth) bool {
	return w.moral < o.moral || w.moral == o.moral && w.arcs < o.arcs
}

// best is the best of all moves, or stay where none is an improvement.
func (c *climber) best() move {
	chosen, least := move{kind: stay}, worth{}
	consider := func(m move, w worth) {
		if w.less(least) || w == least && chosen.kind != stay && m.before(chosen) {
			chosen, least = m, w
		}
	}
	for v := range c.n {
		c.free.Copy(c.open.Row(v))
		c.free.AndNot(c.g.Pa(v))
		c.free.AndNot(c.g.reach.Row(v))
		for u := c.free.Next(0); u >= 0; u = c.free.Next(u + 1) {
			consider(move{add, u, v}, worth{c.gain[v*c.n+u], c.arcs[u*c.n+v]})
		}
		pa := c.g.Pa(v)
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			consider(move{remove, u, v}, worth{-c.loss[v*c.n+u], -c.arcs[u*c.n+v]})
			if turned := c.turned(u, v); !least.less(turned) && c.onlyWay(u, v) {
				consider(move{reverse, u, v}, turned)
			}
		}
	}
	return chosen
}

// turned is what a reversal of u → v adds to the sums. What goes with the arc joins u to
// others, what comes with v → u joins v to others; u − v itself stays.
func (c *climber) turned(u, v int) worth {
	w := worth{c.gain[u*c.n+v] - c.loss[v*c.n+u], c.arcs[v*c.n+u] - c.arcs[u*c.n+v]}
	if c.times[u*c.n+v] == 1 {
		w.moral += c.moral[u*c.n+v]
	}
	return w
}

// onlyWay says whether u → v is the only path from u to v, so that it can be turned.
func (c *climber) onlyWay(u, v int) bool {
	ch := c.g.Ch(u)
	for x := ch.Next(0); x >= 0; x = ch.Next(x + 1) {
		if x != v && c.g.reaches(x, v) {
			return false
		}
	}
	return true
}
