package ops

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

func init() {
	call.Register("members", members)
	call.Register("moral", moral)
	call.Register("cpdag", classes)
	call.Register("smhd", smhd)
	call.Register("shd", shd)
	call.Register("mean_smhd", meanSMHD)
	call.Register("measure", measure)
}

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

// moral is the moral graph of each graph.
func moral(_ context.Context, q *graphsRequest, _ *call.Progress) (*call.Output, error) {
	return q.each(func(g *graph.DAG) *graph.PDAG { return undirected(g.Moralize()) }), nil
}

// classesRequest may have knowledge.
type classesRequest struct {
	graphsRequest
	Edges call.Edges
}

// classes is the class of each graph.
func classes(_ context.Context, q *classesRequest, _ *call.Progress) (*call.Output, error) {
	return q.each(classUnder(&q.Edges)), nil
}

// each is what a function makes of each graph.
func (q *graphsRequest) each(of func(*graph.DAG) *graph.PDAG) *call.Output {
	out := make([]*graph.PDAG, len(q.Graphs.Members))
	for k, g := range q.Graphs.Members {
		out[k] = of(g)
	}
	arrays := call.Arrays{}
	q.PutGraphs(arrays, out)
	return &call.Output{Arrays: arrays}
}

// classUnder is how a graph's class is made under the directions of the edges.
func classUnder(e *call.Edges) func(*graph.DAG) *graph.PDAG {
	directed := e.Given.Directions()
	return func(g *graph.DAG) *graph.PDAG { return equiv.Known(g, directed) }
}

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

func smhd(_ context.Context, q *twoRequest, _ *call.Progress) (*call.Output, error) {
	a, b := q.Graphs.Members[0], q.Graphs.Members[1]
	return value([]int64{int64(metrics.SMHD(q.N, a.Moralize(), b.Moralize()))}), nil
}

// shdRequest may have knowledge.
type shdRequest struct {
	twoRequest
	Edges call.Edges
}

func shd(_ context.Context, q *shdRequest, _ *call.Progress) (*call.Output, error) {
	of := classUnder(&q.Edges)
	return value([]int64{int64(metrics.SHD(of(q.Graphs.Members[0]), of(q.Graphs.Members[1])))}), nil
}

func value[T call.Element](data []T) *call.Output {
	return &call.Output{Arrays: call.Arrays{"value": call.NewArray(data, len(data))}}
}

// meanRequest may list the nodes of each DAG. Then the distances are projected.
type meanRequest struct {
	voters
	Seen   call.Seen `call:"optional"`
	Graphs call.OneGraph
}

func (q *meanRequest) CheckParts() *call.Error { return q.Seen.Check(&q.DAGs, &q.Nodes) }

// meanSMHD is the mean distance of a graph to the DAGs.
func meanSMHD(_ context.Context, q *meanRequest, _ *call.Progress) (*call.Output, error) {
	distances := engine.Distances(q.N, slices.All(q.DAGs.List), q.Weights, q.Seen.Unlike(q.N))
	g := q.Graphs.Members[0]
	return value([]float64{distances.To(g, g.Moralize()).Over(distances.Total())}), nil
}

// measureRequest may have knowledge.
type measureRequest struct {
	voters
	call.Parallel
	Edges  call.Edges
	Graphs call.CountedGraphs
}

// measure is each graph's size, treewidth and mean distances to the DAGs. The weights are returned as the integers that
// the engine uses, so that the caller's sums are exact too.
func measure(ctx context.Context, q *measureRequest, _ *call.Progress) (*call.Output, error) {
	graphs := q.Graphs.Members
	class := classUnder(&q.Edges)
	distinct, counts, err := q.count(ctx, q.Workers, class)
	if err != nil {
		return nil, err
	}
	morals := engine.WeightedMorals(distinct.DAGs, distinct.Weights)
	m, err := engine.Measure(ctx, graphs, morals, counts, class, q.Workers)
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
