package call

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Index translates between the caller's node indices and the engine's. Requests and arrays use
// the caller's; ties are broken by the engine's. In the zero value the two are the same.
type Index struct {
	engine []int32 // by the caller's index
	caller []int32 // by the engine's index
}

// NewIndex is the Index in which the engine knows the caller's node k as rank[k]. The ranks are
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
	return NewArray(x.writeDAG(nil, g), g.N, g.N)
}

// DAGs is gs, of n nodes each, as an array (len(gs), n, n).
func (x Index) DAGs(n int, gs []*graph.DAG) Array {
	data := make([]uint8, 0, len(gs)*n*n)
	for _, g := range gs {
		data = x.writeDAG(data, g)
	}
	return NewArray(data, len(gs), n, n)
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

// PDAG is g as an array (n, n). An undirected edge has both its entries set.
func (x Index) PDAG(g *graph.PDAG) Array {
	return NewArray(x.writePDAG(nil, g), g.N, g.N)
}

// PDAGs is gs, of n nodes each, as an array (len(gs), n, n).
func (x Index) PDAGs(n int, gs []*graph.PDAG) Array {
	data := make([]uint8, 0, len(gs)*n*n)
	for _, g := range gs {
		data = x.writePDAG(data, g)
	}
	return NewArray(data, len(gs), n, n)
}

func (x Index) writeDAG(data []uint8, g *graph.DAG) []uint8 {
	from := len(data)
	data = append(data, make([]uint8, g.N*g.N)...)
	for u := range g.N {
		x.writeRow(data[from:], u, g.N, g.Ch(u))
	}
	return data
}

func (x Index) writePDAG(data []uint8, g *graph.PDAG) []uint8 {
	from := len(data)
	data = append(data, make([]uint8, g.N*g.N)...)
	for u := range g.N {
		x.writeRow(data[from:], u, g.N, g.Ch(u))
		x.writeRow(data[from:], u, g.N, g.Ne(u))
	}
	return data
}

// writeRow sets the entries of the engine's node u at the members of row.
func (x Index) writeRow(data []uint8, u, n int, row interface{ Next(int) int }) {
	at := data[x.Caller(u)*n:]
	for v := row.Next(0); v >= 0; v = row.Next(v + 1) {
		at[x.Caller(v)] = 1
	}
}

// Arcs lists the arcs of g in the caller's indices, by tail and then by head.
func (x Index) Arcs(g *graph.DAG) [][]int32 {
	arcs := [][]int32{}
	for u := range g.N {
		heads := g.Ch(x.Engine(u)).Append(nil)
		for i, v := range heads {
			heads[i] = int32(x.Caller(int(v)))
		}
		slices.Sort(heads)
		for _, v := range heads {
			arcs = append(arcs, []int32{int32(u), v})
		}
	}
	return arcs
}
