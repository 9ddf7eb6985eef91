package baselines

import (
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

// moralize fills moral with the moral graph of the DAG whose parents pa are.
func moralize(pa, moral bitset.Matrix) {
	moral.Clear()
	for v := range pa.Len() {
		joinFamily(v, pa.Row(v), moral)
	}
}

// joinFamily joins v and its parents in the moral graph.
func joinFamily(v int, parents bitset.Set, moral bitset.Matrix) {
	moral.Row(v).Or(parents)
	for u := parents.Next(0); u >= 0; u = parents.Next(u + 1) {
		row := moral.Row(u)
		row.Or(parents)
		row.Remove(u)
		row.Add(v)
	}
}

// dagOf is the DAG whose parents pa are.
func dagOf(pa bitset.Matrix) *graph.DAG {
	g := graph.NewDAG(pa.Len())
	for v := range g.N {
		row := pa.Row(v)
		for u := row.Next(0); u >= 0; u = row.Next(u + 1) {
			g.Add(u, v)
		}
	}
	return g
}

func smhd(a, b bitset.Matrix) int { return metrics.SMHD(a.Len(), a, b) }

// meanSMHD is the mean SMHD of a moral graph to the inputs.
func meanSMHD(p *Problem, moral bitset.Matrix) float64 {
	return p.morals.SMHD(moral).Over(p.morals.Total())
}
