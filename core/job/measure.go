package job

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/flow"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/metrics"
)

// opCriticality is Ψ of one pair given S in the DAGs, as the steps of a trajectory
// left them if there is one.
func opCriticality(ctx context.Context, in *Input, _ *Progress) (*Output, error) {
	s := bitset.New(in.N)
	for _, x := range in.S {
		s.Add(x)
	}
	ws := flow.NewWorkspace(in.N)
	perDAG := make([]int64, in.R)
	ptr, cuts := make([]int64, 1, in.R+1), []int32{}
	var score int64
	for i, g := range engine.Prune(in.working(), in.removals()) {
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
	return &Output{Score: &score, Psi: &psi, TotalWeight: in.TotalWeight(), Arrays: map[string]Array{
		"per_dag": NewArray(perDAG, in.R),
		"cut_ptr": NewArray(ptr, in.R+1),
		"cuts":    NewArray(cuts, len(cuts)/2, 2),
	}}, nil
}

// opMoral is the moral graph of each graph.
func opMoral(_ context.Context, in *Input, _ *Progress) (*Output, error) {
	return in.mapGraphs(func(g *graph.DAG) *graph.PDAG { return undirected(in.N, g.Moralize()) })
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
func opCPDAG(_ context.Context, in *Input, _ *Progress) (*Output, error) {
	return in.mapGraphs(cpdagOf)
}

// opSMHD is the distance of the moral graphs of two graphs.
func opSMHD(_ context.Context, in *Input, _ *Progress) (*Output, error) {
	members, failure := in.members(in.Graphs, "graphs")
	if failure != nil {
		return nil, failure
	}
	d := metrics.SMHD(in.N, members[0].Moralize(), members[1].Moralize())
	return value([]int64{int64(d)}), nil
}

// opSHD is the distance of the CPDAGs of two graphs.
func opSHD(_ context.Context, in *Input, _ *Progress) (*Output, error) {
	members, failure := in.members(in.Graphs, "graphs")
	if failure != nil {
		return nil, failure
	}
	d := metrics.SHD(cpdagOf(members[0]), cpdagOf(members[1]))
	return value([]int64{int64(d)}), nil
}

// opMeanSMHD is the mean distance of a graph to the DAGs.
func opMeanSMHD(_ context.Context, in *Input, _ *Progress) (*Output, error) {
	members, others, failure := in.graphsAndDAGs()
	if failure != nil {
		return nil, failure
	}
	morals := engine.WeightedMorals(others, in.Weights)
	return value([]float64{morals.SMHD(members[0].Moralize()).Over(morals.Total())}), nil
}

func value[T element](data []T) *Output {
	return &Output{Arrays: map[string]Array{"value": NewArray(data, len(data))}}
}

func (in *Input) mapGraphs(f func(*graph.DAG) *graph.PDAG) (*Output, error) {
	members, failure := in.members(in.Graphs, "graphs")
	if failure != nil {
		return nil, failure
	}
	out := make([]*graph.PDAG, len(members))
	for k, g := range members {
		out[k] = f(g)
	}
	return &Output{Arrays: map[string]Array{"graphs": in.Index.PDAGs(in.N, out)}}, nil
}

// members is, for each graph of the array name, a DAG of the class it stands for.
func (in *Input) members(graphs []*graph.PDAG, name string) ([]*graph.DAG, error) {
	out := make([]*graph.DAG, len(graphs))
	for k, p := range graphs {
		g, err := equiv.Extension(p, nil)
		if err != nil {
			return nil, placed(in.noExtension(p), name, k)
		}
		out[k] = g
	}
	return out, nil
}

// graphsAndDAGs are members of the classes of "graphs", and of "dags" that may be any graphs.
func (in *Input) graphsAndDAGs() (graphs, dags []*graph.DAG, failure error) {
	if graphs, failure = in.members(in.Graphs, "graphs"); failure != nil {
		return nil, nil, failure
	}
	dags, failure = in.members(in.Crowd, "dags")
	return graphs, dags, failure
}

// noExtension says why a graph stands for no class: a directed cycle, or else
// edges that no DAG has.
func (in *Input) noExtension(p *graph.PDAG) *Error {
	directed := graph.NewDAG(p.N)
	for v := range p.N {
		pa := p.Pa(v)
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			directed.Add(u, v)
		}
	}
	failure := in.acyclic(directed)
	if failure == nil {
		failure = Errorf(InvalidInput, "%v", equiv.ErrNoExtension)
	}
	return failure
}
