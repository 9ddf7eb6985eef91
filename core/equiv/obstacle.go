package equiv

import "github.com/mcbnc/mcbnc/core/graph"

// Obstacle is a least set of nodes between which p has no consistent extension: without any of
// them, there is one. p must have no consistent extension. The nodes are in increasing order.
//
// What extends p extends every part of it, so a set with an obstacle has one after more nodes are
// added, too. Nodes therefore go in halves, quarters and so on as long as an obstacle is left, and
// one look at each single node ends it (Zeller & Hildebrandt 2002, "Simplifying and isolating
// failure-inducing input").
func Obstacle(p *graph.PDAG) []int {
	nodes := make([]int, p.N)
	for v := range nodes {
		nodes[v] = v
	}
	for size := (len(nodes) + 1) / 2; ; size = (size + 1) / 2 {
		for at := 0; at < len(nodes); {
			end := min(at+size, len(nodes))
			rest := append(append([]int{}, nodes[:at]...), nodes[end:]...)
			if _, err := Extension(induced(p, rest), nil); err != nil {
				nodes = rest
			} else {
				at = end
			}
		}
		if size <= 1 {
			return nodes
		}
	}
}

// induced is the part of p between these nodes, which are numbered anew, in their order.
func induced(p *graph.PDAG, nodes []int) *graph.PDAG {
	g := graph.NewPDAG(len(nodes))
	for i, u := range nodes {
		for j, v := range nodes {
			switch {
			case p.Ch(u).Has(v):
				g.AddDirected(i, j)
			case i < j && p.Ne(u).Has(v):
				g.AddUndirected(i, j)
			}
		}
	}
	return g
}
