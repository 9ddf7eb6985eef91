package consensus

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// pairs finds the edge that joins two nodes: by a table of all pairs, or by lists where the table would be many times
// larger than these.
type pairs struct {
	n      int
	table  []int32   // table[x*n+y]: the edge that joins x and y, or -1; nil: the lists are used
	others [][]int32 // others[x]: the nodes that x was joined to at first, rising
	edges  [][]int32 // edges[x][k]: the edge that joins x and others[x][k], or -1
}

// mostTabled is the number of nodes up to which there is a table: it has 64 MiB then.
const mostTabled = 1 << 12

// newPairs has room for the edges of a DAG.
func newPairs(g *graph.DAG, tabled bool) pairs {
	p := pairs{n: g.N}
	if tabled {
		p.table = slices.Repeat([]int32{-1}, g.N*g.N)
		return p
	}
	p.others, p.edges = make([][]int32, g.N), make([][]int32, g.N)
	joined := bitset.New(g.N)
	for x := range g.N {
		joined.Copy(g.Pa(x))
		joined.Or(g.Ch(x))
		p.others[x] = joined.Append(make([]int32, 0, joined.Count()))
		p.edges[x] = slices.Repeat([]int32{-1}, len(p.others[x]))
	}
	return p
}

// between is the edge that joins x and y, or -1.
func (p *pairs) between(x, y int) int {
	if p.table == nil {
		return p.listed(x, y)
	}
	return int(p.table[x*p.n+y])
}

func (p *pairs) listed(x, y int) int {
	if k, found := slices.BinarySearch(p.others[x], int32(y)); found {
		return int(p.edges[x][k])
	}
	return -1
}

// set notes the edge that joins x and y, which the DAG joined; -1: none does any more.
func (p *pairs) set(x, y int, e int32) {
	if p.table != nil {
		p.table[x*p.n+y], p.table[y*p.n+x] = e, e
		return
	}
	for _, end := range [][2]int{{x, y}, {y, x}} {
		k, _ := slices.BinarySearch(p.others[end[0]], int32(end[1]))
		p.edges[end[0]][k] = e
	}
}
