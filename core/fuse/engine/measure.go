package engine

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
	"github.com/mcbnc/mcbnc/core/graphs/treewidth"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Measures are measures of several graphs, one entry each.
type Measures struct {
	Edges, Treewidth []int64   // the treewidth is min-fill's upper bound
	SMHD, SHD        []float64 // weighted means of the distances to the others
}

// Measure measures each of dags against other DAGs. These are given by their weighted moral
// graphs, and by the weighted counts of their CPDAGs' edges.
func Measure(
	ctx context.Context, dags []*graph.DAG, morals *metrics.WeightedMorals, counts *metrics.EdgeCounts, workers int,
) (*Measures, error) {
	m := &Measures{
		Edges: make([]int64, len(dags)), Treewidth: make([]int64, len(dags)),
		SMHD: make([]float64, len(dags)), SHD: make([]float64, len(dags)),
	}
	err := parallel.For(ctx, len(dags), workers, func(_, k int) error {
		moral := dags[k].Moralize()
		triangulation, err := treewidth.Triangulate(ctx, dags[k].N, moral, treewidth.MinFill)
		if err != nil {
			return err
		}
		m.Edges[k], m.Treewidth[k] = int64(dags[k].Arcs()), int64(triangulation.Width)
		m.SMHD[k] = morals.SMHD(moral).Over(morals.Total())
		m.SHD[k] = counts.SHD(equiv.FromDAG(dags[k], equiv.Completed).CPDAG()).Over(counts.Total())
		return nil
	})
	return m, err
}
