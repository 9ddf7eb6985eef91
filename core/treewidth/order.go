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
	first := make([]int, n)
	for x := range first {
		first[x] = x
	}
	return triangulate(n, adjacency, rule, first)
}

// triangulate does so with ties going to the node that comes first in another order:
// first has the place of each.
func triangulate(n int, adjacency bitset.Matrix, rule Rule, first []int) *Triangulation {
	e := newEliminator(n, adjacency, rule)
	order := make([]int32, n)
	width := 0
	for i := range order {
		x := e.cheapest(first)
		order[i] = int32(x)
		width = max(width, e.eliminate(x))
	}
	return &Triangulation{Order: order, Width: width, later: e.adj}
}

// along is the triangulation that eliminating the nodes in a given order makes.
func along(n int, adjacency bitset.Matrix, order []int32) *Triangulation {
	e := newEliminator(n, adjacency, MinDegree)
	width := 0
	for _, x := range order {
		width = max(width, e.eliminate(int(x)))
	}
	return &Triangulation{Order: order, Width: width, later: e.adj}
}

type eliminator struct {
	adj  bitset.Matrix // a node's row stays as it was when the node was eliminated
	left bitset.Set
	fill []int // of each node left, the pairs of its neighbours not adjacent; nil unless asked for
}

func newEliminator(n int, adjacency bitset.Matrix, rule Rule) *eliminator {
	e := &eliminator{adj: adjacency.Clone(), left: bitset.New(n)}
	e.left.Fill(n)
	if rule == MinFill {
		e.fill = make([]int, n)
		for x := range n {
			e.fill[x] = fill(adjacency, x)
		}
	}
	return e
}

// cheapest is the first node left of the lowest fill, or of the lowest degree.
func (e *eliminator) cheapest(first []int) int {
	best, least := -1, math.MaxInt
	for x := e.left.Next(0); x >= 0; x = e.left.Next(x + 1) {
		price := 0
		if e.fill != nil {
			price = e.fill[x]
		} else {
			price = e.adj.Row(x).Count()
		}
		if price < least || price == least && first[x] < first[best] {
			best, least = x, price
		}
	}
	return best
}

// eliminate joins x's neighbours to each other, removes x, and returns how many
// neighbours it had.
func (e *eliminator) eliminate(x int) int {
	adj := e.adj.Row(x)
	e.left.Remove(x)
	for y := adj.Next(0); y >= 0; y = adj.Next(y + 1) {
		row := e.adj.Row(y)
		for w, word := range adj {
			for missing := word &^ row[w]; missing != 0; missing &= missing - 1 {
				if z := bitset.Lowest(w, missing); z > y {
					e.join(y, z)
				}
			}
		}
	}
	for y := adj.Next(0); y >= 0; y = adj.Next(y + 1) {
		row := e.adj.Row(y)
		row.Remove(x)
		if e.fill != nil {
			e.fill[y] -= row.Count() - row.CountAnd(adj) // the pairs of x and another
		}
	}
	return adj.Count()
}

// join makes y and z adjacent. Their common neighbours have a pair less to fill, and
// either has the other as a neighbour more, not adjacent to those that are not common.
func (e *eliminator) join(y, z int) {
	a, b := e.adj.Row(y), e.adj.Row(z)
	if e.fill != nil {
		common := 0
		for w := range a {
			for both := a[w] & b[w]; both != 0; both &= both - 1 {
				e.fill[bitset.Lowest(w, both)]--
				common++
			}
		}
		e.fill[y] += a.Count() - common
		e.fill[z] += b.Count() - common
	}
	a.Add(z)
	b.Add(y)
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
