package metrics

import (
	"math"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// MinFill is an upper bound on the treewidth of an undirected graph of n nodes:
// the largest clique, less one, of the triangulation found by always eliminating
// a node that needs the fewest new edges (ties: the lowest). The width of a graph
// without edges is 0. The graph is not changed.
func MinFill(n int, adjacency bitset.Matrix) int {
	e := newEliminator(n, adjacency)
	width := 0
	for left := n; left > 0; left-- {
		width = max(width, e.eliminate(e.cheapest()))
	}
	return width
}

type eliminator struct {
	n     int
	adj   bitset.Matrix
	left  bitset.Set
	fill  []int      // of a node left, where it is not stale
	stale bitset.Set // nodes the fill of which must be counted again
}

func newEliminator(n int, adjacency bitset.Matrix) *eliminator {
	e := &eliminator{
		n: n, adj: adjacency.Clone(), left: bitset.New(n), fill: make([]int, n), stale: bitset.New(n),
	}
	e.left.Fill(n)
	e.stale.Fill(n)
	return e
}

func (e *eliminator) cheapest() int {
	best, least := -1, math.MaxInt
	for x := e.left.Next(0); x >= 0; x = e.left.Next(x + 1) {
		if e.stale.Has(x) {
			e.fill[x] = e.countFill(x)
		}
		if e.fill[x] < least {
			best, least = x, e.fill[x]
		}
	}
	e.stale.Clear()
	return best
}

// countFill is the number of pairs of neighbours of x that are not adjacent.
func (e *eliminator) countFill(x int) int {
	adj := e.adj.Row(x)
	degree, twice := adj.Count(), 0
	for y := adj.Next(0); y >= 0; y = adj.Next(y + 1) {
		twice += degree - 1 - adj.CountAnd(e.adj.Row(y))
	}
	return twice / 2
}

// eliminate joins x's neighbours to each other, removes x, and returns how many
// neighbours it had. The fill of a node changes if it lost a neighbour, or if two
// of its neighbours were joined.
func (e *eliminator) eliminate(x int) int {
	adj := e.adj.Row(x)
	e.left.Remove(x)
	for y := adj.Next(0); y >= 0; y = adj.Next(y + 1) {
		row := e.adj.Row(y)
		if e.fill[x] > 0 {
			e.stale.Or(row)
			row.Or(adj)
			row.Remove(y)
		}
		row.Remove(x)
		e.stale.Add(y)
	}
	return adj.Count()
}
