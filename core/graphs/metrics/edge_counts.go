package metrics

import "github.com/mcbnc/mcbnc/core/graphs/graph"

// EdgeCounts holds, for each pair of nodes, the weight of the graphs with an arc from one to the
// other, with an arc in the other direction, and with an undirected edge.
//
// For CPDAGs P_i, it gives the summed SHD of any CPDAG P to them:
//
//	Σ_i w_i SHD(P, P_i) = Σ_{pairs} joined + Σ_{edges of P} (Σ_i w_i − joined − same)
//
// Here joined is the weight of the P_i in which the pair is adjacent, and same is the weight of the
// P_i that have exactly the edge of P. A pair without an edge in P costs joined. A pair with an edge
// in P costs Σ_i w_i − same.
type EdgeCounts struct {
	n          int
	total      int64   // Σ w_i
	directed   []int64 // directed[u*n+v]: the weight of the graphs with u → v
	undirected []int64 // undirected[u*n+v], u < v: the weight of the graphs with u − v
}

// NewEdgeCounts returns the counts of no graphs over n nodes. It holds 2n² numbers.
func NewEdgeCounts(n int) *EdgeCounts {
	return &EdgeCounts{n: n, directed: make([]int64, n*n), undirected: make([]int64, n*n)}
}

// Add adds a graph with its weight.
func (c *EdgeCounts) Add(p *graph.PDAG, weight int64) {
	c.total += weight
	for u := range c.n {
		ch, ne := p.Ch(u), p.Ne(u)
		for v := ch.Next(0); v >= 0; v = ch.Next(v + 1) {
			c.directed[u*c.n+v] += weight
		}
		for v := ne.Next(u + 1); v >= 0; v = ne.Next(v + 1) {
			c.undirected[u*c.n+v] += weight
		}
	}
}

// Total is the sum of the weights of all graphs.
func (c *EdgeCounts) Total() int64 { return c.total }

// Directed is the weight of the graphs with u → v.
func (c *EdgeCounts) Directed(u, v int) int64 { return c.directed[u*c.n+v] }

// Undirected is the weight of the graphs with u − v.
func (c *EdgeCounts) Undirected(u, v int) int64 { return c.undirected[min(u, v)*c.n+max(u, v)] }

// Joined is the weight of the graphs with any edge between u and v.
func (c *EdgeCounts) Joined(u, v int) int64 {
	return c.Directed(u, v) + c.Directed(v, u) + c.Undirected(u, v)
}

// SHD is the weighted sum of the distances of the CPDAG p to the CPDAGs that were added. It costs
// O(n²), whatever their number.
func (c *EdgeCounts) SHD(p *graph.PDAG) (sum Sum) {
	for u := range c.n {
		ch, ne := p.Ch(u), p.Ne(u)
		for v := u + 1; v < c.n; v++ {
			sum.Add(c.Joined(u, v))
		}
		for v := ch.Next(0); v >= 0; v = ch.Next(v + 1) {
			sum.Add(c.total - c.Joined(u, v) - c.Directed(u, v))
		}
		for v := ne.Next(u + 1); v >= 0; v = ne.Next(v + 1) {
			sum.Add(c.total - c.Joined(u, v) - c.Undirected(u, v))
		}
	}
	return sum
}
