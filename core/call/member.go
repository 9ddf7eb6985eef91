package call

import (
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Member is the DAG that stands for the class of p: its extension by the lowest possible sink
// first. If p has none, the error names a directed cycle, or edges that cannot be directed.
func (x *Nodes) Member(p *graph.PDAG) (*graph.DAG, *Error) {
	g, err := equiv.Extension(p, nil)
	if err == nil {
		return g, nil
	}
	if failure := x.CheckAcyclic(p.Directed()); failure != nil {
		return nil, failure
	}
	return nil, x.noExtension(p, equiv.Obstacle(p))
}

// member reads the matrix of a partially directed graph, and is the DAG that stands for its class.
func (x *Nodes) member(cells []byte) (*graph.DAG, *Error) {
	p, failure := x.PDAG(cells)
	if failure != nil {
		return nil, failure
	}
	return x.Member(p)
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
