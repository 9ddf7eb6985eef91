package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/baselines"
	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/metrics"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opMoral is the moral graph of each graph.
func opMoral(_ context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	return mapGraphs(in, func(g *graph.DAG) *graph.PDAG { return undirected(in.N, g.Moralize()) })
}

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

// opCPDAG is the CPDAG of each graph.
func opCPDAG(_ context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	return mapGraphs(in, cpdagOf)
}

// opSMHD is the distance of the moral graphs of two graphs.
func opSMHD(_ context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	members, failure := members(in)
	if failure != nil {
		return nil, failure
	}
	d := metrics.SMHD(in.N, members[0].Moralize(), members[1].Moralize())
	return value([]int64{int64(d)}), nil
}

// opSHD is the distance of the CPDAGs of two graphs.
func opSHD(_ context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	members, failure := members(in)
	if failure != nil {
		return nil, failure
	}
	d := metrics.SHD(cpdagOf(members[0]), cpdagOf(members[1]))
	return value([]int64{int64(d)}), nil
}

// opMeanSMHD is the mean distance of a graph to the DAGs.
func opMeanSMHD(_ context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	members, failure := members(in)
	if failure != nil {
		return nil, failure
	}
	morals := engine.WeightedMorals(in.DAGs, in.Weights)
	return value([]float64{morals.SMHD(members[0].Moralize()).Over(morals.Total())}), nil
}

func value[T call.Element](data []T) *call.Output {
	return &call.Output{Arrays: map[string]call.Array{"value": call.NewArray(data, len(data))}}
}

func mapGraphs(in *wire.Input, f func(*graph.DAG) *graph.PDAG) (*call.Output, error) {
	members, failure := members(in)
	if failure != nil {
		return nil, failure
	}
	out := make([]*graph.PDAG, len(members))
	for k, g := range members {
		out[k] = f(g)
	}
	return &call.Output{Arrays: map[string]call.Array{"graphs": in.Index.PDAGs(in.N, out)}}, nil
}

// members has a DAG of the class of each of "graphs".
func members(in *wire.Input) ([]*graph.DAG, error) {
	out := make([]*graph.DAG, len(in.Graphs))
	for k, p := range in.Graphs {
		g, failure := in.Member(p)
		if failure != nil {
			return nil, failure.InGraph("graphs", k)
		}
		out[k] = g
	}
	return out, nil
}

// opMeasure is each graph's size, treewidth and mean distances to the DAGs. The weights are
// returned as the integers that the engine uses, so that the caller's sums are exact too.
func opMeasure(ctx context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	members, failure := members(in)
	if failure != nil {
		return nil, failure
	}
	voters := engine.FindDistinct(in.DAGs, in.Weights)
	counts, err := baselines.Count(ctx, voters.DAGs, voters.Weights, equiv.Completed, in.Workers)
	if err != nil {
		return nil, err
	}
	morals := engine.WeightedMorals(voters.DAGs, voters.Weights)
	m, err := engine.Measure(ctx, members, morals, counts, in.Workers)
	if err != nil {
		return nil, err
	}
	return &call.Output{Arrays: map[string]call.Array{
		"edges":     call.NewArray(m.Edges, len(members)),
		"treewidth": call.NewArray(m.Treewidth, len(members)),
		"smhd":      call.NewArray(m.SMHD, len(members)),
		"shd":       call.NewArray(m.SHD, len(members)),
		"weight":    call.NewArray(in.Weights, in.R),
	}}, nil
}
