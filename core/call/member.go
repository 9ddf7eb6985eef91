package call

import (
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Member reads a DAG, or a graph with undirected edges, and reports which: the latter stands for its class, and becomes
// its extension by the lowest possible sink first. If it has none, the error names a directed cycle, or edges that
// cannot be directed.
func (x *Nodes) Member(given drawn) (g *graph.DAG, extended bool, failure *Error) {
	arcs := graph.NewDAG(x.N)
	if failure := given(arcs.Add); failure != nil {
		return nil, false, failure
	}
	if !hasUndirected(arcs) {
		return arcs, false, x.CheckAcyclic(arcs)
	}
	p := partiallyDirected(arcs)
	g, err := equiv.Extension(p, nil)
	if err == nil {
		return g, true, nil
	}
	if failure := x.CheckAcyclic(p.Directed()); failure != nil {
		return nil, false, failure
	}
	return nil, false, x.noExtension(p, equiv.Obstacle(p))
}

// noExtension names the edges of p between these nodes of the engine's, which have no extension.
func (x *Nodes) noExtension(p *graph.PDAG, nodes []int32) *Error {
	at, names := make([]int, len(nodes)), make([]string, len(nodes))
	for i, u := range nodes {
		at[i] = x.Index.Caller(int(u))
		names[i] = x.Name(at[i])
	}
	var undirected, directed []string
	for i, u := range nodes {
		for j, v := range nodes {
			switch {
			case i < j && p.Ne(int(u)).Has(int(v)):
				undirected = append(undirected, names[i]+" - "+names[j])
			case p.Ch(int(u)).Has(int(v)):
				directed = append(directed, names[i]+" -> "+names[j])
			}
		}
	}
	beside := ""
	if len(directed) > 0 {
		beside = " beside " + listed(directed)
	}
	return Errorf(InvalidInput, "it has no extension: however %s %s directed%s, there is a new v-structure or a directed cycle",
		listed(undirected), isOrAre(len(undirected)), beside).At(at...)
}
