package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

func init() {
	call.Register("members", func(_ *membersRequest, s *call.Size) float64 { return graphMemory(s) }, members)
	registerEach("moral", func(g *graph.DAG) *graph.PDAG { return undirected(g.Moralize()) })
	registerEach("cpdag", cpdagOf)
	registerDistance("smhd", func(a, b *graph.DAG) int { return metrics.SMHD(a.N, a.Moralize(), b.Moralize()) })
	registerDistance("shd", func(a, b *graph.DAG) int { return metrics.SHD(cpdagOf(a), cpdagOf(b)) })
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
	out := call.Arrays{}
	q.PutDAGs(out, "dags", "arc_ptr", "arcs", q.DAGs.List)
	return &call.Output{Extended: q.DAGs.Extended, Arrays: out}, nil
}

type graphsRequest struct {
	call.Common
	Graphs call.Graphs
}

// registerEach registers an operation that makes a graph of each graph.
func registerEach(name string, of func(*graph.DAG) *graph.PDAG) {
	run := func(_ context.Context, q *graphsRequest, _ *call.Progress) (*call.Output, error) {
		out := make([]*graph.PDAG, len(q.Graphs.Members))
		for k, g := range q.Graphs.Members {
			out[k] = of(g)
		}
		arrays := call.Arrays{}
		q.PutGraphs(arrays, out)
		return &call.Output{Arrays: arrays}, nil
	}
	call.Register(name, func(_ *graphsRequest, s *call.Size) float64 { return graphMemory(s) }, run)
}

func cpdagOf(g *graph.DAG) *graph.PDAG { return equiv.FromDAG(g, equiv.Completed).CPDAG() }

// undirected is the graph with the undirected edges of a symmetric matrix.
func undirected(rows bitset.Matrix) *graph.PDAG {
	g := graph.NewPDAG(rows.Len())
	for x, y := range rows.All() {
		g.AddUndirected(x, y)
	}
	return g
}

type twoRequest struct {
	call.Common
	Graphs call.TwoGraphs
}

// registerDistance registers an operation that compares two graphs.
func registerDistance(name string, between func(a, b *graph.DAG) int) {
	run := func(_ context.Context, q *twoRequest, _ *call.Progress) (*call.Output, error) {
		return value([]int64{int64(between(q.Graphs.Members[0], q.Graphs.Members[1]))}), nil
	}
	call.Register(name, func(_ *twoRequest, s *call.Size) float64 { return measureMemory(s, 2) }, run)
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
	distinct, counts, err := q.count(ctx, equiv.Completed)
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
