package treewidth

import "github.com/mcbnc/mcbnc/core/bitset"

// minimalOrder is an elimination order of the subgraph on the set within whose
// triangulation has no edge too many, first to last, and of each node its
// neighbours there that come later, by MCS-M (Berry, Blair, Heggernes & Peyton
// 2004): the order is found from its end; a node is heavier by one for each node
// numbered that it is joined to by an edge or a path of lighter nodes.
func (p *piece) minimalOrder(within bitset.Set) ([]int32, bitset.Matrix) {
	m := &searcher{p: p, left: within.Clone(), weight: make([]int, p.n), reached: bitset.New(p.n), heap: make([][]int32, p.n+1)}
	later := bitset.NewMatrix(p.n, p.n)
	order := make([]int32, within.Count())
	for i := len(order) - 1; i >= 0; i-- {
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

type searcher struct {
	p       *piece
	left    bitset.Set // nodes not numbered
	weight  []int
	reached bitset.Set
	heap    [][]int32 // nodes reached, by the heaviest node on the way to their neighbours
}

func (m *searcher) heaviest() int {
	best := -1
	for x := m.left.Next(0); x >= 0; x = m.left.Next(x + 1) {
		if best < 0 || m.weight[x] > m.weight[best] {
			best = x
		}
	}
	return best
}

// joined are the nodes left that v makes heavier. Nodes are reached by the way on
// which the heaviest is the lightest: level is its weight.
func (m *searcher) joined(v int) []int32 {
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
				m.heap[at] = append(m.heap[at], int32(z))
			}
		}
	}
	visit(v, -1)
	for level := range m.heap {
		for len(m.heap[level]) > 0 {
			last := len(m.heap[level]) - 1
			y := m.heap[level][last]
			m.heap[level] = m.heap[level][:last]
			visit(int(y), level)
		}
	}
	return found
}

// cliqueSeparators calls use for cliques that separate the subgraph on the set
// within, with the parts they leave, until it returns true. If there are any, there
// is one among the sets of later neighbours of a minimal order (Tarjan 1985).
func (p *piece) cliqueSeparators(within bitset.Set, use func(clique bitset.Set, parts []component) bool) bool {
	order, later := p.minimalOrder(within)
	rest := bitset.New(p.n)
	for _, x := range order {
		clique := later.Row(int(x))
		if !isClique(p.adj, clique) {
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
