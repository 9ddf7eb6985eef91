package wire

import "github.com/mcbnc/mcbnc/core/graph"

func (r *reader) dags() (failure *Error) {
	r.in.DAGs, failure = r.dagsOf("dags", r.in.R)
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

func (r *reader) classes() (failure *Error) {
	r.in.Classes, failure = r.pdagsOf("dags", r.in.R)
	return failure
}

func (r *reader) graphs() *Error    { return r.readGraphs(r.in.R) }
func (r *reader) oneGraph() *Error  { return r.readGraphs(1) }
func (r *reader) twoGraphs() *Error { return r.readGraphs(2) }

func (r *reader) countedGraphs() *Error {
	if count := r.q.Graphs; count < 0 || count > maxDAGs {
		return BadRequestf("graphs", "%d is not from 0 to %d", count, maxDAGs)
	}
	return r.readGraphs(r.q.Graphs)
}

func (r *reader) readGraphs(count int) (failure *Error) {
	r.in.Graphs, failure = r.pdagsOf("graphs", count)
	return failure
}

// dagOf is the graph of an array of one.
func (r *reader) dagOf(name string) (*graph.DAG, *Error) {
	cells, failure := r.matrices(name, 1)
	if failure != nil {
		return nil, failure
	}
	g, failure := r.in.dag(cells)
	if failure != nil {
		failure.Argument, failure.Message = name, name+": "+failure.Message
	}
	return g, failure
}

func (r *reader) dagsOf(name string, count int) ([]*graph.DAG, *Error) {
	return graphsOf(r, name, count, r.in.dag)
}

func (r *reader) pdagsOf(name string, count int) ([]*graph.PDAG, *Error) {
	return graphsOf(r, name, count, r.in.pdag)
}

// graphsOf makes a graph of each of count matrices.
func graphsOf[G any](r *reader, name string, count int, read func(cells []byte) (*G, *Error)) ([]*G, *Error) {
	cells, failure := r.matrices(name, count)
	if failure != nil {
		return nil, failure
	}
	cell := r.in.N * r.in.N
	graphs := make([]*G, count)
	for k := range graphs {
		if graphs[k], failure = read(cells[k*cell : (k+1)*cell]); failure != nil {
			return nil, failure.InGraph(name, k)
		}
	}
	return graphs, nil
}

// matrices is the array, if it holds count matrices of n by n bytes.
func (r *reader) matrices(name string, count int) ([]byte, *Error) {
	cells, n := r.arrays[name], r.in.N
	if len(cells) != count*n*n {
		return nil, BadRequestf(name, "%d bytes where %d × %d × %d must be", len(cells), count, n, n)
	}
	return cells, nil
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
