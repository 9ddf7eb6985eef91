package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/flow"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/metrics"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opCriticality is Ψ of one pair given S in the DAGs, as the steps of a trajectory
// left them if there is one.
func opCriticality(ctx context.Context, in *wire.Input, _ *wire.Progress) (*wire.Output, error) {
	s := bitset.New(in.N)
	for _, x := range in.S {
		s.Add(x)
	}
	ws := flow.NewWorkspace(in.N)
	perDAG := make([]int64, in.R)
	ptr, cuts := make([]int64, 1, in.R+1), []int32{}
	var score int64
	for i, g := range engine.Prune(working(in), removals(in)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		cut := ws.CutNearest(flow.NewGraph(g), in.U, in.V, s)
		for _, e := range cut {
			cuts = append(cuts, int32(in.Index.Caller(int(e.From))), int32(in.Index.Caller(int(e.To))))
		}
		if perDAG[i] = int64(len(cut)); in.Cap > 0 {
			perDAG[i] = min(perDAG[i], int64(in.Cap))
		}
		score += in.Weights[i] * perDAG[i]
		ptr = append(ptr, int64(len(cuts)/2))
	}
	psi := consensus.Psi(score, in.TotalWeight())
	return &wire.Output{Score: &score, Psi: &psi, TotalWeight: in.TotalWeight(), Arrays: map[string]wire.Array{
		"per_dag": wire.NewArray(perDAG, in.R),
		"cut_ptr": wire.NewArray(ptr, in.R+1),
		"cuts":    wire.NewArray(cuts, len(cuts)/2, 2),
	}}, nil
}

// opMoral is the moral graph of each graph.
func opMoral(_ context.Context, in *wire.Input, _ *wire.Progress) (*wire.Output, error) {
	return mapGraphs(in, func(g *graph.DAG) *graph.PDAG { return undirected(in.N, g.Moralize()) })
}

// undirected is a graph of n nodes that has no other edges, from its rows.
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
func opCPDAG(_ context.Context, in *wire.Input, _ *wire.Progress) (*wire.Output, error) {
	return mapGraphs(in, cpdagOf)
}

// opSMHD is the distance of the moral graphs of two graphs.
func opSMHD(_ context.Context, in *wire.Input, _ *wire.Progress) (*wire.Output, error) {
	members, failure := members(in, in.Graphs, "graphs")
	if failure != nil {
		return nil, failure
	}
	d := metrics.SMHD(in.N, members[0].Moralize(), members[1].Moralize())
	return value([]int64{int64(d)}), nil
}

// opSHD is the distance of the CPDAGs of two graphs.
func opSHD(_ context.Context, in *wire.Input, _ *wire.Progress) (*wire.Output, error) {
	members, failure := members(in, in.Graphs, "graphs")
	if failure != nil {
		return nil, failure
	}
	d := metrics.SHD(cpdagOf(members[0]), cpdagOf(members[1]))
	return value([]int64{int64(d)}), nil
}

// opMeanSMHD is the mean distance of a graph to the DAGs.
func opMeanSMHD(_ context.Context, in *wire.Input, _ *wire.Progress) (*wire.Output, error) {
	members, others, failure := graphsAndDAGs(in)
	if failure != nil {
		return nil, failure
	}
	morals := engine.WeightedMorals(others, in.Weights)
	return value([]float64{morals.SMHD(members[0].Moralize()).Over(morals.Total())}), nil
}

func value[T wire.Element](data []T) *wire.Output {
	return &wire.Output{Arrays: map[string]wire.Array{"value": wire.NewArray(data, len(data))}}
}

func mapGraphs(in *wire.Input, f func(*graph.DAG) *graph.PDAG) (*wire.Output, error) {
	members, failure := members(in, in.Graphs, "graphs")
	if failure != nil {
		return nil, failure
	}
	out := make([]*graph.PDAG, len(members))
	for k, g := range members {
		out[k] = f(g)
	}
	return &wire.Output{Arrays: map[string]wire.Array{"graphs": in.Index.PDAGs(in.N, out)}}, nil
}

// members is, for each graph of the array name, a DAG of the class it stands for.
func members(in *wire.Input, graphs []*graph.PDAG, name string) ([]*graph.DAG, error) {
	out := make([]*graph.DAG, len(graphs))
	for k, p := range graphs {
		g, err := equiv.Extension(p, nil)
		if err != nil {
			return nil, noExtension(in, p).InGraph(name, k)
		}
		out[k] = g
	}
	return out, nil
}

// graphsAndDAGs are members of the classes of "graphs", and of "dags" that may be any graphs.
func graphsAndDAGs(in *wire.Input) (graphs, dags []*graph.DAG, failure error) {
	if graphs, failure = members(in, in.Graphs, "graphs"); failure != nil {
		return nil, nil, failure
	}
	dags, failure = members(in, in.Classes, "dags")
	return graphs, dags, failure
}

// noExtension says why a graph stands for no class: a directed cycle, or else
// edges that no DAG has.
func noExtension(in *wire.Input, p *graph.PDAG) *wire.Error {
	directed := graph.NewDAG(p.N)
	for v := range p.N {
		pa := p.Pa(v)
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			directed.Add(u, v)
		}
	}
	failure := in.CheckAcyclic(directed)
	if failure == nil {
		failure = wire.Errorf(wire.InvalidInput, "%v", equiv.ErrNoExtension)
	}
	return failure
}
