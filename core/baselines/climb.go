package baselines

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/metrics"
)

// arcCost is what u → v adds to the summed SHD of the arcs to the counts's DAGs, a
// reversed arc counting one: 1 − 2 (f(u → v) + f(v → u) / 2) of the weight, f being the
// shares of it (Wang and Peng 2014: the bracket is the generalised selection frequency).
func arcCost(tally *metrics.EdgeCounts, u, v int) int64 {
	return tally.Total() - 2*tally.Directed(u, v) - tally.Directed(v, u)
}

// ClimbSHD is the end of a hill climb over DAGs, from the empty one, by the best
// addition, deletion or reversal of an arc (ties: the lowest) to the least summed SHD
// of the arcs.
//
// That sum is a constant and the arcs' costs, so the climb puts in the arcs of negative
// cost, cheapest first, unless they close a cycle, and does nothing else. For when u → v
// goes in, no deletion helps, since all arcs there cost less than nothing; nor does a
// reversal: a v → u cheaper than u → v was refused before, for a path from u to v that
// is still there.
func ClimbSHD(n int, tally *metrics.EdgeCounts) *graph.DAG {
	var arcs []arc
	for u := range n {
		for v := range n {
			if cost := arcCost(tally, u, v); u != v && cost < 0 {
				arcs = append(arcs, arc{int32(u), int32(v), -cost})
			}
		}
	}
	return inserted(n, arcs).DAG
}

// ClimbSMHD is the same climb to the least summed SMHD to the inputs, and among graphs
// that are level in it to the least summed SHD of the arcs: a move is taken if it
// lowers the one, or the other at no cost of the first. Where ctx ends it returns the
// DAG so far, and ctx's error.
//
// No better neighbour is left at the end; a better DAG farther away there may be.
func ClimbSMHD(ctx context.Context, n int, crowd *metrics.WeightedMorals, tally *metrics.EdgeCounts) (*graph.DAG, error) {
	c := newClimber(n, crowd, tally)
	for {
		if err := ctx.Err(); err != nil {
			return c.g.DAG, err
		}
		m := c.best()
		if m.kind == stay {
			return c.g.DAG, nil
		}
		c.take(m)
	}
}

// climber is a DAG on its way. What a move adds to the distance follows from the moral
// edges that come and go, for each of which times says how often it is there.
type climber struct {
	n     int
	g     *growing
	moral []int64       // [x*n+y], symmetric: what the moral edge adds to the summed SMHD; 0 for x = y
	arcs  []int64       // [u*n+v]: what the arc adds to the summed SHD
	times []int32       // [x*n+y], symmetric: the arcs between x and y, and their common children
	gain  []int64       // [v*n+u]: what u → v would add to the summed SMHD, were it not there
	loss  []int64       // [v*n+u]: what would go from it with u → v, were it there
	open  bitset.Matrix // row v: the u for which u → v would be an improvement
	free  bitset.Set    // scratch of best
}

func newClimber(n int, crowd *metrics.WeightedMorals, tally *metrics.EdgeCounts) *climber {
	c := &climber{
		n: n, g: newGrowing(n), moral: make([]int64, n*n), arcs: make([]int64, n*n),
		times: make([]int32, n*n), loss: make([]int64, n*n),
		open: bitset.NewMatrix(n, n), free: bitset.New(n),
	}
	for x := range n {
		for y := range n {
			if x != y {
				c.moral[x*n+y] = crowd.Cost(x, y)
				c.arcs[x*n+y] = arcCost(tally, x, y)
			}
		}
	}
	c.gain = slices.Clone(c.moral) // of an empty graph each arc is one moral edge, and that is all
	for v := range n {
		for u := range n {
			c.change(u, v, 0, 0)
		}
	}
	return c
}

// change adds to the gain and the loss of u → v.
func (c *climber) change(u, v int, gain, loss int64) {
	at := v*c.n + u
	c.gain[at] += gain
	c.loss[at] += loss
	if u != v && (worth{c.gain[at], c.arcs[u*c.n+v]}).less(worth{}) {
		c.open.Row(v).Add(u)
	} else {
		c.open.Row(v).Remove(u)
	}
}

// take makes a move.
func (c *climber) take(m move) {
	switch m.kind {
	case add:
		c.add(m.u, m.v)
	case remove:
		c.remove(m.u, m.v)
	case reverse:
		c.remove(m.u, m.v)
		c.add(m.v, m.u)
	}
}

// add puts in u → v: it joins u to v and to v's other parents, and u is one more parent
// of v that a further one would be joined to.
func (c *climber) add(u, v int) {
	c.joinAll(u, v, 1)
	c.g.add(u, v)
	c.countParent(u, v, 1)
}

// remove takes out u → v, undoing what add did.
func (c *climber) remove(u, v int) {
	c.countParent(u, v, -1)
	c.g.remove(u, v)
	c.joinAll(u, v, -1)
}

// countParent adds the parent u of v to the gains and losses of all arcs into v, or
// takes it out: the moral edge x − u comes with x → v if it is not there, and goes with
// it if that arc is all that makes it.
func (c *climber) countParent(u, v int, sign int64) {
	for x := range c.n {
		cost := sign * c.moral[x*c.n+u]
		switch c.times[x*c.n+u] {
		case 0:
			c.change(x, v, cost, 0)
		case 1:
			c.change(x, v, 0, cost)
		}
	}
}

// joinAll counts what u → v joins, while u is no parent of v: u and v, and u and v's
// other parents.
func (c *climber) joinAll(u, v int, by int32) {
	c.join(u, v, by)
	pa := c.g.Pa(v)
	for y := pa.Next(0); y >= 0; y = pa.Next(y + 1) {
		c.join(u, y, by)
	}
}

// join counts one reason more, or one fewer, for the moral edge x − y. That bears on
// arcs from one end to the other, and to the children of the other.
func (c *climber) join(x, y int, by int32) {
	was := c.times[x*c.n+y]
	now := was + by
	c.times[x*c.n+y], c.times[y*c.n+x] = now, now
	cost := c.moral[x*c.n+y]
	gain, loss := int64(0), int64(0)
	if was == 0 || now == 0 {
		gain = -cost * int64(by)
	}
	if now == 1 {
		loss = cost
	} else if was == 1 {
		loss = -cost
	}
	if gain != 0 || loss != 0 {
		c.bears(x, y, gain, loss)
		c.bears(y, x, gain, loss)
	}
}

func (c *climber) bears(x, y int, gain, loss int64) {
	c.change(x, y, gain, loss)
	ch := c.g.Ch(y)
	for v := ch.Next(0); v >= 0; v = ch.Next(v + 1) {
		c.change(x, v, gain, loss)
	}
}
