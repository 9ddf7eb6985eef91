package treewidth

import (
	"math"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// Rule says which node a greedy elimination takes next. Ties go to the lowest.
type Rule int

// The rules.
const (
	MinFill   Rule = iota // one that needs the fewest new edges
	MinDegree             // one that has the fewest neighbours
)

// Triangulate makes a triangulation of an undirected graph of n nodes, which is
// not changed. Its width is an upper bound on the graph's treewidth.
func Triangulate(n int, adjacency bitset.Matrix, rule Rule) *Triangulation {
	e := newEliminator(n, adjacency, rule)
	order := make([]int32, n)
	width := 0
	for i := range order {
		x := e.cheapest()
		order[i] = int32(x)
		width = max(width, e.eliminate(x))
	}
	return &Triangulation{Order: order, Width: width, later: e.adj}
}

// along is the triangulation that eliminating the nodes in a given order makes.
func along(n int, adjacency bitset.Matrix, order []int32) *Triangulation {
	e := newEliminator(n, adjacency, MinFill)
	width := 0
	for _, x := range order {
		e.price[x] = e.cost(int(x))
		width = max(width, e.eliminate(int(x)))
	}
	return &Triangulation{Order: order, Width: width, later: e.adj}
}

type eliminator struct {
	rule  Rule
	adj   bitset.Matrix // a node's row stays as it was when the node was eliminated
	left  bitset.Set
	price []int      // of a node left, where it is not stale: what the rule goes by
	stale bitset.Set // nodes the price of which must be found again
}

func newEliminator(n int, adjacency bitset.Matrix, rule Rule) *eliminator {
	e := &eliminator{
		rule: rule, adj: adjacency.Clone(), left: bitset.New(n), price: make([]int, n), stale: bitset.New(n),
	}
	e.left.Fill(n)
	e.stale.Fill(n)
	return e
}

func (e *eliminator) cheapest() int {
	best, least := -1, math.MaxInt
	for x := e.left.Next(0); x >= 0; x = e.left.Next(x + 1) {
		if e.stale.Has(x) {
			e.price[x] = e.cost(x)
		}
		if e.price[x] < least {
			best, least = x, e.price[x]
		}
	}
	e.stale.Clear()
	return best
}

func (e *eliminator) cost(x int) int {
	if e.rule == MinDegree {
		return e.adj.Row(x).Count()
	}
	return fill(e.adj, x)
}

// fill is the number of pairs of neighbours of x that are not adjacent.
func fill(adjacency bitset.Matrix, x int) int {
	adj := adjacency.Row(x)
	degree, twice := adj.Count(), 0
	for y := adj.Next(0); y >= 0; y = adj.Next(y + 1) {
		twice += degree - 1 - adj.CountAnd(adjacency.Row(y))
	}
	return twice / 2
}

// eliminate joins x's neighbours to each other, removes x, and returns how many
// neighbours it had. A node's degree changes only if it was one of them. Its fill
// changes also if two of its neighbours were joined, which no price of 0 does.
func (e *eliminator) eliminate(x int) int {
	adj := e.adj.Row(x)
	e.left.Remove(x)
	for y := adj.Next(0); y >= 0; y = adj.Next(y + 1) {
		row := e.adj.Row(y)
		if e.price[x] > 0 {
			e.stale.Or(row)
			row.Or(adj)
			row.Remove(y)
		}
		row.Remove(x)
		e.stale.Add(y)
	}
	return adj.Count()
}
