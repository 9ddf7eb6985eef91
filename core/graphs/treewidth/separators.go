package treewidth

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// minimalOrder is an elimination order, first to last, of the subgraph on the set within. Its
// triangulation is minimal. The second result is, for each node, its later neighbours in this
// triangulation.
//
// The algorithm is MCS-M (Berry, Blair, Heggernes & Peyton 2004). It chooses the nodes from last to
// first, always one of largest weight. The weight of a node is the number of chosen nodes that, when
// they were chosen, were connected to the node by an edge or by a path of unchosen nodes of smaller
// weight. If ctx ends, there is no order.
func (p *piece) minimalOrder(ctx context.Context, within bitset.Set) ([]int32, bitset.Matrix) {
	m := &mcsM{p: p, left: within.Clone(), weight: make([]int, p.n), reached: bitset.New(p.n), buckets: make([][]int32, p.n+1)}
	later := bitset.NewMatrix(p.n, p.n)
	order := make([]int32, within.Count())
	for i := len(order) - 1; i >= 0; i-- {
		if ctx.Err() != nil {
			return nil, later
		}
		v := m.heaviest()
		order[i] = int32(v)
		m.left.Remove(v)
		for _, u := range m.joined(v) {
			later.Row(int(u)).Add(v)
			m.weight[u]++
		}
	}
	return order, later
}

// mcsM is the state of MCS-M.
type mcsM struct {
	p       *piece
	left    bitset.Set // the nodes not yet chosen
	weight  []int
	reached bitset.Set
	buckets [][]int32 // the reached nodes to be visited, by the level of paths through them; see joined
}

// heaviest is the node of largest weight that is not yet chosen (ties: the lowest).

func (m *mcsM) heaviest() int {
	best := -1
	for x := m.left.Next(0); x >= 0; x = m.left.Next(x + 1) {
		if best < 0 || m.weight[x] > m.weight[best] {
			best = x
		}
	}
	return best
}

// joined are the nodes whose weight the choice of v increases: those reached by an edge or by a path of
// lighter nodes. The level of a path is the largest weight of its inner nodes. Nodes are visited by
// increasing level, so each is reached on a path of least level.
func (m *mcsM) joined(v int) []int32 {
	m.reached.Clear()
	m.reached.Add(v)
	var found []int32
	visit := func(y, level int) {
		row := m.p.adj.Row(y)
		for w := range row {
			for fresh := row[w] & m.left[w] &^ m.reached[w]; fresh != 0; fresh &= fresh - 1 {
				z := bitset.Lowest(w, fresh)
				m.reached.Add(z)
				if m.weight[z] > level {
					found = append(found, int32(z))
				}
				at := max(level, m.weight[z])
				m.buckets[at] = append(m.buckets[at], int32(z))
			}
		}
	}
	visit(v, -1)
	for level := range m.buckets {
		for len(m.buckets[level]) > 0 {
			last := len(m.buckets[level]) - 1
			y := m.buckets[level][last]
			m.buckets[level] = m.buckets[level][:last]
			visit(int(y), level)
		}
	}
	return found
}

// cliqueSeparators calls use for cliques that separate the subgraph on the set within, with the
// components that remain, until use returns true or ctx ends. It returns whether use did. The candidates are the
// sets of later neighbours in a minimal elimination order. If the subgraph has a clique separator, one
// of these sets is one (Tarjan 1985).
func (p *piece) cliqueSeparators(ctx context.Context, within bitset.Set, use func(clique bitset.Set, parts []component) bool) bool {
	order, later := p.minimalOrder(ctx, within)
	rest := bitset.New(p.n)
	for _, x := range order {
		clique := later.Row(int(x))
		if ctx.Err() != nil || !isClique(p.adj, clique) {
			continue
		}
		rest.Copy(within)
		rest.AndNot(clique)
		if parts := components(p.n, p.adj, rest); len(parts) > 1 && use(clique, parts) {
			return true
		}
	}
	return false
}
