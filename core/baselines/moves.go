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
			gone := worth{c.goes(u, v), -c.arcs[u*c.n+v]}
			consider(move{remove, u, v}, gone)
			if !c.onlyWay(u, v) {
				continue
			}
			turned := worth{gone.moral + c.comes(u, v), gone.arcs + c.arcs[v*c.n+u]}
			consider(move{reverse, u, v}, turned)
		}
	}
	return chosen
}

// goes is what leaves the summed SMHD with u → v: the moral edges that it alone makes.
func (c *climber) goes(u, v int) int64 {
	sum, pa := int64(0), c.g.Pa(v)
	for y := pa.Next(0); y >= 0; y = pa.Next(y + 1) {
		if c.times[u*c.n+y] == 1 {
			sum -= c.moral[u*c.n+y]
		}
	}
	if c.times[u*c.n+v] == 1 {
		sum -= c.moral[u*c.n+v]
	}
	return sum
}

// comes is what v → u adds to it once u → v is out: v joined to u's parents, and to u
// where nothing else joins them. No pair of v and a parent of u is one that goes undid.
func (c *climber) comes(u, v int) int64 {
	sum, pa := int64(0), c.g.Pa(u)
	for y := pa.Next(0); y >= 0; y = pa.Next(y + 1) {
		if c.times[v*c.n+y] == 0 {
			sum += c.moral[v*c.n+y]
		}
	}
	if c.times[u*c.n+v] == 1 {
		sum += c.moral[u*c.n+v]
	}
	return sum
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
