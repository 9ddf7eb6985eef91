package metrics

import "github.com/mcbnc/mcbnc/core/graph"

// EdgeCounts counts, by weight, how many graphs join each pair of nodes, and how: with
// an arc one way, with one the other way, or with an undirected edge. For CPDAGs it
// answers for the summed SHD to them, as WeightedMorals does for SMHD:
//
//	Σ_i w_i SHD(P, P_i) = Σ_pairs joined + Σ_{edges of P} (Σ_i w_i − joined − same),
//
// joined being the weight of the graphs that join the pair, same that of those with
// the very edge of P: a pair that P leaves apart costs joined, any other one all but
// same.
type EdgeCounts struct {
	n          int
	total      int64
	directed   []int64 // directed[u*n+v]: the weight of the graphs with u → v
	undirected []int64 // undirected[u*n+v], u < v: of those with u − v
}

// NewEdgeCounts returns the counts of no graphs over n nodes. It holds 2n² numbers.
func NewEdgeCounts(n int) *EdgeCounts {
	return &EdgeCounts{n: n, directed: make([]int64, n*n), undirected: make([]int64, n*n)}
}

// Add puts a graph in, with its weight.
func (t *EdgeCounts) Add(p *graph.PDAG, weight int64) {
	t.total += weight
	for u := range t.n {
		ch, ne := p.Ch(u), p.Ne(u)
		for v := ch.Next(0); v >= 0; v = ch.Next(v + 1) {
			t.directed[u*t.n+v] += weight
		}
		for v := ne.Next(u + 1); v >= 0; v = ne.Next(v + 1) {
			t.undirected[u*t.n+v] += weight
		}
	}
}

// Total is the weight of all graphs.
func (t *EdgeCounts) Total() int64 { return t.total }

// Directed is the weight of the graphs with u → v.
func (t *EdgeCounts) Directed(u, v int) int64 { return t.directed[u*t.n+v] }

// Undirected is the weight of the graphs with u − v.
func (t *EdgeCounts) Undirected(u, v int) int64 { return t.undirected[min(u, v)*t.n+max(u, v)] }

// Joined is the weight of the graphs with any edge between u and v.
func (t *EdgeCounts) Joined(u, v int) int64 {
	return t.Directed(u, v) + t.Directed(v, u) + t.Undirected(u, v)
}

// SHD is the weighted sum of the distances of a CPDAG to those of the counts.
func (t *EdgeCounts) SHD(p *graph.PDAG) (sum Sum) {
	for u := range t.n {
		ch, ne := p.Ch(u), p.Ne(u)
		for v := u + 1; v < t.n; v++ {
			sum.Add(t.Joined(u, v))
		}
		for v := ch.Next(0); v >= 0; v = ch.Next(v + 1) {
			sum.Add(t.total - t.Joined(u, v) - t.Directed(u, v))
		}
		for v := ne.Next(u + 1); v >= 0; v = ne.Next(v + 1) {
			sum.Add(t.total - t.Joined(u, v) - t.Undirected(u, v))
		}
	}
	return sum
}
