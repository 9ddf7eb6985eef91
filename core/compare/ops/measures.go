package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/compare/baselines"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

func init() {
	call.Register("members", func(_ *membersRequest, s *call.Size) float64 { return graphMemory(s) }, members)
	call.Register("moral", func(_ *graphsRequest, s *call.Size) float64 { return graphMemory(s) }, moral)
	call.Register("cpdag", func(_ *graphsRequest, s *call.Size) float64 { return graphMemory(s) }, cpdags)
	call.Register("smhd", func(_ *twoRequest, s *call.Size) float64 { return measureMemory(s, 2) }, smhd)
	call.Register("shd", func(_ *twoRequest, s *call.Size) float64 { return measureMemory(s, 2) }, shd)
	call.Register("mean_smhd", func(_ *meanRequest, s *call.Size) float64 { return measureMemory(s, 1) }, meanSMHD)
	call.Register("measure", func(q *measureRequest, s *call.Size) float64 { return measureMemory(s, float64(q.Graphs.Count)) }, measure)
}

// graphMemory is the estimate of operations that make a graph of each graph.
func graphMemory(s *call.Size) float64 { return 4*s.Matrix*(s.R+2) + s.GraphsOut(s.R) }

// measureMemory is that of comparisons of so many graphs with DAGs.
func measureMemory(s *call.Size, graphs float64) float64 { return 4*s.Matrix*(s.R+graphs) + 24*s.Cells }

type membersRequest struct {
	call.Common
	DAGs call.DAGs
}

// members is the DAGs as every operation reads them: of each partially directed graph, its extension.
func members(_ context.Context, q *membersRequest, _ *call.Progress) (*call.Output, error) {
	return &call.Output{Extended: q.DAGs.Extended, Arrays: call.Arrays{"dags": q.Index.DAGs(q.N, q.DAGs.List)}}, nil
}

type graphsRequest struct {
	call.Common
	Graphs call.Graphs
}

// moral is the moral graph of each graph.
func moral(_ context.Context, q *graphsRequest, _ *call.Progress) (*call.Output, error) {
	return q.each(func(g *graph.DAG) *graph.PDAG { return undirected(q.N, g.Moralize()) }), nil
}

// cpdags is the CPDAG of each graph.
func cpdags(_ context.Context, q *graphsRequest, _ *call.Progress) (*call.Output, error) {
	return q.each(cpdagOf), nil
}

func (q *graphsRequest) each(f func(*graph.DAG) *graph.PDAG) *call.Output {
	out := make([]*graph.PDAG, len(q.Graphs.Members))
	for k, g := range q.Graphs.Members {
		out[k] = f(g)
	}
	return &call.Output{Arrays: call.Arrays{"graphs": q.Index.PDAGs(q.N, out)}}
}

func cpdagOf(g *graph.DAG) *graph.PDAG { return equiv.FromDAG(g, equiv.Completed).CPDAG() }

// undirected is the graph of n nodes with the undirected edges of a symmetric matrix.
func undirected(n int, rows bitset.Matrix) *graph.PDAG {
	g := graph.NewPDAG(n)
	for x := range n {
		row := rows.Row(x)
		for y := row.Next(x + 1); y >= 0; y = row.Next(y + 1) {
			g.AddUndirected(x, y)
		}
	}
	return g
}

type twoRequest struct {
	call.Common
	Graphs call.TwoGraphs
}

// smhd is the distance of the moral graphs of two graphs.
func smhd(_ context.Context, q *twoRequest, _ *call.Progress) (*call.Output, error) {
	a, b := q.Graphs.Members[0], q.Graphs.Members[1]
	return value([]int64{int64(metrics.SMHD(q.N, a.Moralize(), b.Moralize()))}), nil
}

// shd is the distance of the CPDAGs of two graphs.
func shd(_ context.Context, q *twoRequest, _ *call.Progress) (*call.Output, error) {
	a, b := q.Graphs.Members[0], q.Graphs.Members[1]
	return value([]int64{int64(metrics.SHD(cpdagOf(a), cpdagOf(b)))}), nil
}

func value[T call.Element](data []T) *call.Output {
	return &call.Output{Arrays: call.Arrays{"value": call.NewArray(data, len(data))}}
}

type meanRequest struct {
	voters
	Graphs call.OneGraph
}

// meanSMHD is the mean distance of a graph to the DAGs.
func meanSMHD(_ context.Context, q *meanRequest, _ *call.Progress) (*call.Output, error) {
	morals := engine.WeightedMorals(q.DAGs.List, q.Weights)
	return value([]float64{morals.SMHD(q.Graphs.Members[0].Moralize()).Over(morals.Total())}), nil
}

type measureRequest struct {
	voters
	Graphs call.CountedGraphs
}

// measure is each graph's size, treewidth and mean distances to the DAGs. The weights are returned as the integers that
// the engine uses, so that the caller's sums are exact too.
func measure(ctx context.Context, q *measureRequest, _ *call.Progress) (*call.Output, error) {
	graphs := q.Graphs.Members
	distinct := engine.FindDistinct(q.DAGs.List, q.Weights)
	counts, err := baselines.Count(ctx, distinct.DAGs, distinct.Weights, equiv.Completed, q.Workers)
	if err != nil {
		return nil, err
	}
	morals := engine.WeightedMorals(distinct.DAGs, distinct.Weights)
	m, err := engine.Measure(ctx, graphs, morals, counts, q.Workers)
	if err != nil {
		return nil, err
	}
	return &call.Output{Arrays: call.Arrays{
		"edges":     call.NewArray(m.Edges, len(graphs)),
		"treewidth": call.NewArray(m.Treewidth, len(graphs)),
		"smhd":      call.NewArray(m.SMHD, len(graphs)),
		"shd":       call.NewArray(m.SHD, len(graphs)),
		"weight":    call.NewArray([]int64(q.Weights), q.R),
	}}, nil
}
