package wire

import "github.com/mcbnc/mcbnc/core/graph"

// dags reads "dags". A partially directed graph becomes a member of its class, here and once, so
// that every operation works on DAGs.
func (r *reader) dags() (failure *Error) {
	k := 0
	r.in.DAGs, failure = graphsOf(r, "dags", func(cells []byte) (*graph.DAG, *Error) {
		g, extended, failure := r.in.dagOrMember(cells)
		if extended {
			r.in.Extended = append(r.in.Extended, k)
		}
		k++
		return g, failure
	})
	return failure
}

func (r *reader) fusion() (failure *Error) {
	r.in.Fusion, failure = r.dagOf("fusion")
	return failure
}

func (r *reader) adjacency() (failure *Error) {
	r.in.Adjacency, failure = r.dagOf("adjacency")
	return failure
}

func (r *reader) graphs() (failure *Error) {
	r.in.Graphs, failure = graphsOf(r, "graphs", r.in.pdag)
	return failure
}

// graphsCount checks the field "graphs".
func (r *reader) graphsCount() *Error {
	if count := r.q.Graphs; count < 0 || count > maxDAGs {
		return BadRequestf("graphs", "%d is not from 0 to %d", count, maxDAGs)
	}
	return nil
}

// dagOf is the graph of an array of one.
func (r *reader) dagOf(name string) (*graph.DAG, *Error) {
	g, failure := r.in.dag(r.arrays[name])
	if failure != nil {
		failure.Argument, failure.Message = name, name+": "+failure.Message
	}
	return g, failure
}

// graphsOf makes a graph of each matrix of an array.
func graphsOf[G any](r *reader, name string, read func(cells []byte) (*G, *Error)) ([]*G, *Error) {
	cells, size := r.arrays[name], r.in.N*r.in.N
	graphs := make([]*G, len(cells)/size)
	for k := range graphs {
		g, failure := read(cells[k*size : (k+1)*size])
		if failure != nil {
			return nil, failure.InGraph(name, k)
		}
		graphs[k] = g
	}
	return graphs, nil
}

// dag reads the matrix of an acyclic graph.
func (in *Input) dag(cells []byte) (*graph.DAG, *Error) {
	g := graph.NewDAG(in.N)
	if failure := in.entries(cells, g.Add); failure != nil {
		return nil, failure
	}
	if failure := in.CheckAcyclic(g); failure != nil {
		return nil, failure
	}
	return g, nil
}

// dagOrMember reads the matrix of a DAG, or of a graph with undirected edges. The latter it
// extends, and says so.
func (in *Input) dagOrMember(cells []byte) (g *graph.DAG, extended bool, failure *Error) {
	g = graph.NewDAG(in.N)
	if failure := in.entries(cells, g.Add); failure != nil {
		return nil, false, failure
	}
	if hasUndirected(g) {
		g, failure = in.Member(partiallyDirected(g))
		return g, failure == nil, failure
	}
	return g, false, in.CheckAcyclic(g)
}

// hasUndirected tells whether two nodes have arcs both ways. It costs O(n w) for rows of w words.
func hasUndirected(arcs *graph.DAG) bool {
	for v := range arcs.N {
		if arcs.Pa(v).Intersects(arcs.Ch(v)) {
			return true
		}
	}
	return false
}

// entries calls set for each 1 in an n by n matrix of the caller's, with the engine's
// indices.
func (in *Input) entries(cells []byte, set func(u, v int)) *Error {
	for i := range in.N {
		for j, x := range cells[i*in.N : (i+1)*in.N] {
			switch {
			case x == 0:
			case x != 1:
				return Errorf(InvalidInput, "the entry for %s -> %s is %d; entries are 0 or 1",
					in.Name(i), in.Name(j), x).At(i, j)
			case i == j:
				return Errorf(Cycle, "%s has an arc to itself", in.Name(i)).At(i, i)
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
	return partiallyDirected(arcs), nil
}

// partiallyDirected is the graph in which arcs both ways are one undirected edge.
func partiallyDirected(arcs *graph.DAG) *graph.PDAG {
	g := graph.NewPDAG(arcs.N)
	for u := range arcs.N {
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
	return g
}

// CheckAcyclic names a cycle of g, if there is one, in the caller's indices. Its first node
// comes again at the end.
func (in *Input) CheckAcyclic(g *graph.DAG) *Error {
	if g.TopologicalOrder() != nil {
		return nil
	}
	cycle := g.FindCycle()
	for i, v := range cycle {
		cycle[i] = in.Index.Caller(v)
	}
	cycle = append(cycle, cycle[0])
	return Errorf(Cycle, "it has a cycle: %s", in.path(cycle)).At(cycle...)
}
