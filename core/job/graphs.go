package job

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mcbnc/mcbnc/core/graph"
)

// readDAGs packs the arrays "dags", "fusion" and "adjacency" into graphs.
func (b *builder) readDAGs() (failure *Error) {
	if b.has("dags") && !b.op.partial {
		if b.in.DAGs, failure = b.dagsOf("dags", b.in.R); failure != nil {
			return failure
		}
	}
	if b.in.Fusion, failure = b.dagOf("fusion"); failure != nil {
		return failure
	}
	b.in.Adjacency, failure = b.dagOf("adjacency")
	return failure
}

// dagOf is the graph of an array of one, or nil where it was not given.
func (b *builder) dagOf(name string) (*graph.DAG, *Error) {
	if !b.has(name) {
		return nil, nil
	}
	one, failure := b.dagsOf(name, 1)
	if failure != nil {
		return nil, failure
	}
	return one[0], nil
}

func (b *builder) dagsOf(name string, count int) ([]*graph.DAG, *Error) {
	cells, n := b.arrays[name], b.in.N
	dags := make([]*graph.DAG, count)
	for k := range dags {
		g := graph.NewDAG(n)
		failure := b.in.entries(cells[k*n*n:(k+1)*n*n], g.Add)
		if failure == nil {
			failure = b.in.acyclic(g)
		}
		if failure != nil {
			return nil, placed(failure, name, k)
		}
		dags[k] = g
	}
	return dags, nil
}

// readGraphs packs the array "graphs", and "dags" where an operation takes any
// graph there: they may be partially directed.
func (b *builder) readGraphs() (failure *Error) {
	if b.has("dags") && b.op.partial {
		if b.in.Crowd, failure = b.pdagsOf("dags", b.in.R); failure != nil {
			return failure
		}
	}
	if b.has("graphs") {
		b.in.Graphs, failure = b.pdagsOf("graphs", b.graphs)
	}
	return failure
}

func (b *builder) pdagsOf(name string, count int) ([]*graph.PDAG, *Error) {
	cells, n := b.arrays[name], b.in.N
	pdags := make([]*graph.PDAG, count)
	for k := range pdags {
		g, failure := b.in.pdag(cells[k*n*n : (k+1)*n*n])
		if failure != nil {
			return nil, placed(failure, name, k)
		}
		pdags[k] = g
	}
	return pdags, nil
}

// placed says in which graph of which argument a failure is.
func placed(e *Error, name string, k int) *Error {
	e.Argument = name
	place := name
	if name != "fusion" && name != "adjacency" {
		place = fmt.Sprintf("%s[%d]", name, k)
		e = e.inDAG(k)
	}
	e.Message = place + ": " + e.Message
	return e
}

// entries calls set for every entry 1 of an n by n matrix of the caller's, with
// the engine's indices.
func (in *Input) entries(cells []byte, set func(u, v int)) *Error {
	for i := range in.N {
		for j, x := range cells[i*in.N : (i+1)*in.N] {
			switch {
			case x == 0:
			case x != 1:
				return Errorf(InvalidInput, "the entry for %s -> %s is %d; entries are 0 or 1",
					in.name(i), in.name(j), x).at(i, j)
			case i == j:
				return Errorf(Cycle, "%s has an arc to itself", in.name(i)).at(i, i)
			default:
				set(in.Index.Engine(i), in.Index.Engine(j))
			}
		}
	}
	return nil
}

// pdag reads a matrix in which an undirected edge has both its entries set.
func (in *Input) pdag(cells []byte) (*graph.PDAG, *Error) {
	arcs := graph.NewDAG(in.N)
	if failure := in.entries(cells, arcs.Add); failure != nil {
		return nil, failure
	}
	g := graph.NewPDAG(in.N)
	for u := range in.N {
		ch := arcs.Ch(u)
		for v := ch.Next(0); v >= 0; v = ch.Next(v + 1) {
			switch {
			case !arcs.Has(v, u):
				g.AddDirected(u, v)
			case u < v:
				g.AddUndirected(u, v)
			}
		}
	}
	return g, nil
}

// acyclic reports a cycle in the caller's indices, its first node again at the end.
func (in *Input) acyclic(g *graph.DAG) *Error {
	if g.TopologicalOrder() != nil {
		return nil
	}
	cycle := g.FindCycle()
	for i, v := range cycle {
		cycle[i] = in.Index.Caller(v)
	}
	cycle = append(cycle, cycle[0])
	return Errorf(Cycle, "it has a cycle: %s", in.path(cycle)).at(cycle...)
}

const longestPath = 12 // nodes that a message names one by one

func (in *Input) path(nodes []int) string {
	shown := nodes
	if len(nodes) > longestPath {
		shown = slices.Concat(nodes[:longestPath-1], nodes[len(nodes)-1:])
	}
	parts := make([]string, len(shown))
	for i, k := range shown {
		parts[i] = in.name(k)
	}
	if len(shown) < len(nodes) {
		parts[len(parts)-2] = fmt.Sprintf("... (%d more) ...", len(nodes)-len(shown)+1)
	}
	return strings.Join(parts, " -> ")
}

// name is how messages call the caller's node k.
func (in *Input) name(k int) string {
	if in.names == nil {
		return "node " + strconv.Itoa(k)
	}
	return in.names[k]
}
