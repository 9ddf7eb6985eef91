package call

import (
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// EdgeCounts counts, for each pair of the n nodes, in how many of the DAGs' CPDAGs the pair has a
// directed edge, and in how many an undirected one. With as = Directed it counts in the DAGs
// themselves. It packs the DAGs too.
func (x Index) EdgeCounts(n int, dags []*graph.DAG, as equiv.Start) Arrays {
	directed, undirected := make([]int64, n*n), make([]int64, n*n)
	for _, g := range dags {
		p := equiv.FromDAG(g, as).CPDAG()
		for u := range n {
			row := x.Caller(u) * n
			for v := p.Ch(u).Next(0); v >= 0; v = p.Ch(u).Next(v + 1) {
				directed[row+x.Caller(v)]++
			}
			for v := p.Ne(u).Next(0); v >= 0; v = p.Ne(u).Next(v + 1) {
				undirected[row+x.Caller(v)]++
			}
		}
	}
	return Arrays{
		"directed":   NewArray(directed, n, n),
		"undirected": NewArray(undirected, n, n),
		"packed":     x.PackedDAGs(n, dags),
	}
}
