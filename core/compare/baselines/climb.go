package baselines

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

// arcCost is what u → v adds to the summed SHD of the arcs to the DAGs of counts, where a reversed
// arc counts 1. Divided by the total weight, it is 1 − 2 (f(u → v) + f(v → u) / 2), where f is the
// share of the weight of the DAGs with the arc. The term in parentheses is the generalised selection
// frequency of Wang and Peng (2014).
func arcCost(counts *metrics.EdgeCounts, u, v int) int64 {
	return counts.Total() - 2*counts.Directed(u, v) - counts.Directed(v, u)
}

// ClimbSHD is the result of hill climbing over DAGs that minimizes the summed SHD of the arcs to the
// DAGs of counts. The climb starts from the empty DAG. Each step makes the addition, deletion or
// reversal of an arc that lowers the sum most (ties: the lowest arc).
//
// The sum is a constant plus the costs of the arcs (arcCost). Therefore the climb adds the arcs of
// negative cost, the cheapest first, except those that would close a cycle. It makes no other move:
//   - A deletion never lowers the sum, since all arcs of the DAG have a negative cost.
//   - A reversal of u → v lowers the sum only if v → u is cheaper than u → v. Then the climb has
//     considered v → u before, and has not added it because of a path from u to v. This path still
//     exists, so v → u would close a cycle.
func ClimbSHD(n int, counts *metrics.EdgeCounts) *graph.DAG {
	var arcs []arc
	for u := range n {
		for v := range n {
			if cost := arcCost(counts, u, v); u != v && cost < 0 {
				arcs = append(arcs, arc{int32(u), int32(v), -cost})
			}
		}
	}
	return insertHeaviest(n, arcs).DAG
}

// ClimbSMHD is the result of the same climb with another objective: the summed SMHD to the inputs,
// and among DAGs of equal SMHD the summed SHD of the arcs. A move must lower the first sum, or keep
// it and lower the second.
//
// The result is a local optimum: no single move improves it. If ctx ends, ClimbSMHD returns the DAG
// reached so far and the error of ctx.
func ClimbSMHD(ctx context.Context, n int, morals *metrics.WeightedMorals, counts *metrics.EdgeCounts) (*graph.DAG, error) {
	c := newClimber(n, morals, counts)
	for ctx.Err() == nil {
		m := c.best()
		if m.kind == noMove {
			return c.g.DAG, nil
		}
		c.apply(m)
	}
	return c.g.DAG, ctx.Err()
}

// climber is the state of ClimbSMHD: the present DAG and what each move would add to the two sums.
// The change of the SMHD follows from the moral edges that a move creates and removes. The counts
// in times identify these edges.
type climber struct {
	n         int
	g         *graph.ReachDAG
	moral     []int64       // [x*n+y], symmetric: what the moral edge adds to the summed SMHD; 0 for x = y
	arcs      []int64       // [u*n+v]: what the arc adds to the summed SHD
	times     []int32       // [x*n+y], symmetric: the number of arcs between x and y and of common children
	gain      []int64       // [v*n+u]: what adding u → v, if g lacks it, would add to the summed SMHD
	loss      []int64       // [v*n+u]: what removing u → v, if g has it, would subtract from the summed SMHD
	improving bitset.Matrix // row v: the u for which adding u → v would be an improvement
	addable   bitset.Set    // scratch of best
}

func newClimber(n int, morals *metrics.WeightedMorals, counts *metrics.EdgeCounts) *climber {
	c := &climber{
		n: n, g: graph.NewReachDAG(n), moral: make([]int64, n*n), arcs: make([]int64, n*n),
		times: make([]int32, n*n), loss: make([]int64, n*n),
		improving: bitset.NewMatrix(n, n), addable: bitset.New(n),
	}
	for x := range n {
		for y := range n {
			if x != y {
				c.moral[x*n+y] = morals.Cost(x, y)
				c.arcs[x*n+y] = arcCost(counts, x, y)
			}
		}
	}
	c.gain = slices.Clone(c.moral) // In the empty graph, an arc creates exactly one moral edge.
	for v := range n {
		for u := range n {
			c.adjust(u, v, 0, 0)
		}
	}
	return c
}

// adjust adds to the gain and the loss of u → v.
func (c *climber) adjust(u, v int, gain, loss int64) {
	at := v*c.n + u
	c.gain[at] += gain
	c.loss[at] += loss
	if u != v && (delta{c.gain[at], c.arcs[u*c.n+v]}).less(delta{}) {
		c.improving.Row(v).Add(u)
	} else {
		c.improving.Row(v).Remove(u)
	}
}

func (c *climber) apply(m move) {
	if m.kind == add {
		c.add(m.u, m.v)
		return
	}
	c.remove(m.u, m.v)
	if m.kind == reverse {
		c.add(m.v, m.u)
	}
}

// add adds u → v. The arc makes u adjacent in the moral graph to v and to v's other parents. A
// further parent of v would also become adjacent to u.
func (c *climber) add(u, v int) {
	c.joinAll(u, v, 1)
	c.g.Join(u, v)
	c.countParent(u, v, 1)
}

// remove removes u → v. It reverts add.
func (c *climber) remove(u, v int) {
	c.countParent(u, v, -1)
	c.g.Cut(u, v)
	c.joinAll(u, v, -1)
}

// countParent updates the gains and losses of all arcs into v for a new parent u of v (sign 1), or
// for a parent u that is no longer one (sign -1). Adding x → v creates the moral edge x − u if there
// is none. Removing x → v removes the moral edge x − u if nothing else causes it.
func (c *climber) countParent(u, v int, sign int64) {
	for x := range c.n {
		cost := sign * c.moral[x*c.n+u]
		switch c.times[x*c.n+u] {
		case 0:
			c.adjust(x, v, cost, 0)
		case 1:
			c.adjust(x, v, 0, cost)
		}
	}
}

// joinAll counts the moral edges that u → v causes: between u and v, and between u and the other
// parents of v. It must be called while u is not a parent of v.
func (c *climber) joinAll(u, v int, by int32) {
	c.join(u, v, by)
	for y := range c.g.Pa(v).All() {
		c.join(u, y, by)
	}
}

// join adds by, 1 or -1, to the number of causes of the moral edge x − y. This changes the gain and
// the loss of the arcs that would cause the edge: between x and y, from x to the children of y, and
// from y to the children of x.
func (c *climber) join(x, y int, by int32) {
	was := c.times[x*c.n+y]
	now := was + by
	c.times[x*c.n+y], c.times[y*c.n+x] = now, now
	cost := c.moral[x*c.n+y]
	var gain, loss int64
	if was == 0 || now == 0 {
		gain = -cost * int64(by)
	}
	if now == 1 {
		loss = cost
	} else if was == 1 {
		loss = -cost
	}
	if gain != 0 || loss != 0 {
		c.adjustArcs(x, y, gain, loss)
		c.adjustArcs(y, x, gain, loss)
	}
}

// adjustArcs adds to the gain and the loss of x → y and of the arcs from x to the children of y.
func (c *climber) adjustArcs(x, y int, gain, loss int64) {
	c.adjust(x, y, gain, loss)
	for v := range c.g.Ch(y).All() {
		c.adjust(x, v, gain, loss)
	}
}
