package call

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Index translates between the caller's node indices and the engine's. Requests and arrays use
// the caller's; ties are broken by the engine's. In the zero value the two are the same.
type Index struct {
	engine []int32 // by the caller's index
	caller []int32 // by the engine's index
}

// NewIndex returns the Index in which the caller's node k is the engine's rank[k]. The ranks are
// a permutation, or nil.
func NewIndex(rank []int32) Index {
	if rank == nil {
		return Index{}
	}
	x := Index{engine: rank, caller: make([]int32, len(rank))}
	for k, e := range rank {
		x.caller[e] = int32(k)
	}
	return x
}

// Engine is the engine's index of the caller's node k.
func (x Index) Engine(k int) int {
	if x.engine == nil {
		return k
	}
	return int(x.engine[k])
}

// Caller is the caller's index of the engine's node e.
func (x Index) Caller(e int) int {
	if x.caller == nil {
		return e
	}
	return int(x.caller[e])
}

// Nodes turns the engine's nodes into an array (len(nodes)) of the caller's.
func (x Index) Nodes(nodes []int32) Array {
	return NewArray(x.Callers(nodes), len(nodes))
}

// Callers are the caller's indices of the engine's nodes.
func (x Index) Callers(nodes []int32) []int32 {
	out := make([]int32, len(nodes))
	for i, e := range nodes {
		out[i] = int32(x.Caller(int(e)))
	}
	return out
}

// Ragged turns lists of the engine's nodes into two arrays. ptr (len(lists)+1) has the start of
// each list in flat, and then the end of the last list. flat has the nodes of all lists in a
// row, as the caller's.
func (x Index) Ragged(lists [][]int32) (ptr, flat Array) {
	starts := make([]int64, 1, len(lists)+1)
	var all []int32
	for _, list := range lists {
		all = append(all, list...)
		starts = append(starts, int64(len(all)))
	}
	return NewArray(starts, len(starts)), x.Nodes(all)
}

// DAG is g as an array (n, n), in the caller's indices.
func (x Index) DAG(g *graph.DAG) Array {
	return NewArray(entries(x, g.N, directed, g), g.N, g.N)
}

// DAGs is gs, of n nodes each, as an array (len(gs), n, n).
func (x Index) DAGs(n int, gs []*graph.DAG) Array {
	return NewArray(entries(x, n, directed, gs...), len(gs), n, n)
}

// PDAG is g as an array (n, n). An undirected edge has both its entries set.
func (x Index) PDAG(g *graph.PDAG) Array {
	return NewArray(entries(x, g.N, ofBothKinds, g), g.N, g.N)
}

// PDAGs is gs, of n nodes each, as an array (len(gs), n, n).
func (x Index) PDAGs(n int, gs []*graph.PDAG) Array {
	return NewArray(entries(x, n, ofBothKinds, gs...), len(gs), n, n)
}

func directed(g *graph.DAG, u int) [2]bitset.Set     { return [2]bitset.Set{g.Ch(u)} }
func ofBothKinds(g *graph.PDAG, u int) [2]bitset.Set { return [2]bitset.Set{g.Ch(u), g.Ne(u)} }

// entries are the matrices of graphs of n nodes, where edges has those that begin at a node.
func entries[G any](x Index, n int, edges func(g G, u int) [2]bitset.Set, gs ...G) []uint8 {
	data := make([]uint8, len(gs)*n*n)
	for k, g := range gs {
		for u := range n {
			row := data[(k*n+x.Caller(u))*n:]
			for _, set := range edges(g, u) {
				for v := set.Next(0); v >= 0; v = set.Next(v + 1) {
					row[x.Caller(v)] = 1
				}
			}
		}
	}
	return data
}

// PackedDAGs is gs as an array (len(gs), ⌈n²/8⌉) of bits. numpy.packbits makes the same of each
// DAG's entries in a row: the first entry is the highest bit.
func (x Index) PackedDAGs(n int, gs []*graph.DAG) Array {
	width := (n*n + 7) / 8
	data := make([]uint8, len(gs)*width)
	for k, g := range gs {
		bits := data[k*width:]
		for u := range n {
			row, ch := x.Caller(u)*n, g.Ch(u)
			for v := ch.Next(0); v >= 0; v = ch.Next(v + 1) {
				at := row + x.Caller(v)
				bits[at/8] |= 0x80 >> (at % 8)
			}
		}
	}
	return NewArray(data, len(gs), width)
}

// Arcs lists the arcs of g in the caller's indices, by tail and then by head.
func (x Index) Arcs(g *graph.DAG) [][]int32 {
	arcs := [][]int32{}
	for arc := range slices.Chunk(appendArcs(x, nil, g.N, directed, g), 2) {
		arcs = append(arcs, arc)
	}
	return arcs
}

// appendArcs appends the ends of the edges of a graph of n nodes, where edges has those that begin at a node, in the caller's
// indices, by tail and then by head.
func appendArcs[G any](x Index, ends []int32, n int, edges func(g G, u int) [2]bitset.Set, g G) []int32 {
	var heads []int32
	for u := range n {
		heads = heads[:0]
		for _, set := range edges(g, x.Engine(u)) {
			heads = set.Append(heads)
		}
		for i, v := range heads {
			heads[i] = int32(x.Caller(int(v)))
		}
		slices.Sort(heads)
		for _, v := range heads {
			ends = append(ends, int32(u), v)
		}
	}
	return ends
}

// PutDAG puts g among the arrays of a result: as the list of its arcs if the graphs of the request came as arcs, else as its
// matrix. PutPDAG does so with a graph in which an undirected edge is two arcs.
func (c *Common) PutDAG(out Arrays, name string, g *graph.DAG)   { put(c, out, name, directed, g) }
func (c *Common) PutPDAG(out Arrays, name string, g *graph.PDAG) { put(c, out, name, ofBothKinds, g) }

func put[G any](c *Common, out Arrays, name string, edges func(g G, u int) [2]bitset.Set, g G) {
	if !c.AsArcs {
		out[name] = NewArray(entries(c.Index, c.N, edges, g), c.N, c.N)
		return
	}
	ends := appendArcs(c.Index, nil, c.N, edges, g)
	out[arcsOf(name)] = NewArray(ends, len(ends)/2, 2)
}

// PutDAGs does so with several DAGs, and PutGraphs with several graphs, which are called "graphs". As arcs they are a list
// of all, and the start of each in it.
func (c *Common) PutDAGs(out Arrays, name, starts, list string, gs []*graph.DAG) {
	putAll(c, out, several{name, starts, list}, directed, gs)
}

func (c *Common) PutGraphs(out Arrays, gs []*graph.PDAG) { putAll(c, out, theGraphs, ofBothKinds, gs) }

func putAll[G any](c *Common, out Arrays, names several, edges func(g G, u int) [2]bitset.Set, gs []G) {
	if !c.AsArcs {
		out[names.matrices] = NewArray(entries(c.Index, c.N, edges, gs...), len(gs), c.N, c.N)
		return
	}
	ptr, ends := make([]int64, 1, len(gs)+1), []int32(nil)
	for _, g := range gs {
		ends = appendArcs(c.Index, ends, c.N, edges, g)
		ptr = append(ptr, int64(len(ends)/2))
	}
	out[names.ptr], out[names.arcs] = NewArray(ptr, len(ptr)), NewArray(ends, len(ends)/2, 2)
}

// EdgeCounts counts, for each pair of the n nodes, in how many of the DAGs' classes the pair has a
// directed edge, and in how many an undirected one. It packs the DAGs too.
func (x Index) EdgeCounts(n int, dags []*graph.DAG, class func(*graph.DAG) *graph.PDAG) Arrays {
	directed, undirected := make([]int64, n*n), make([]int64, n*n)
	for _, g := range dags {
		p := class(g)
		for u := range n {
			row := x.Caller(u) * n
			for v := p.Ch(u).Next(0); v >= 0; v = p.Ch(u).Next(v + 1) {
				directed[row+x.Caller(v)]++
			}
			for v := p.Ne(u).Next(0); v >= 0; v = p.Ne(u).Next(v + 1) {
				undirected[row+x.Caller(v)]++
			}
		}
	}
	return Arrays{
		"directed":   NewArray(directed, n, n),
		"undirected": NewArray(undirected, n, n),
		"packed":     x.PackedDAGs(n, dags),
	}
}
