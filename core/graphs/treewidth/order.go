package treewidth

import (
	"context"
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Rule is the choice of the node that a greedy elimination eliminates next.
type Rule int

// The rules. Ties go to the lowest node.
const (
	MinFill   Rule = iota // the node that needs the fewest new edges
	MinDegree             // the node with the fewest neighbours
)

// Triangulate makes a triangulation of an undirected graph of n nodes by greedy elimination. Its width
// is an upper bound on the treewidth of the graph. The graph is not changed. If ctx ends, the result is
// nil.
func Triangulate(ctx context.Context, n int, adjacency bitset.Matrix, rule Rule) (*Triangulation, error) {
	t := triangulate(ctx, n, adjacency, rule, nil)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return t, nil
}

// uninterrupted is a number of nodes up to which an elimination takes milliseconds.
const uninterrupted = 256

// triangulate is Triangulate with another rule for ties: see cheapest. If ctx ends, and there are many nodes, the nodes that are left become a clique. That is a
// triangulation too, of a greater width.
func triangulate(ctx context.Context, n int, adjacency bitset.Matrix, rule Rule, first []int) *Triangulation {
	e := newEliminator(n, adjacency, rule)
	order := make([]int32, 0, n)
	width := 0
	for len(order) < n && (n <= uninterrupted || ctx.Err() == nil) {
		x := e.cheapest(first)
		order = append(order, int32(x))
		width = max(width, e.eliminate(x))
	}
	width = max(width, e.left.Count()-1)
	for x := e.left.Next(0); x >= 0; x = e.left.Next(x + 1) {
		order = append(order, int32(x))
		e.left.Remove(x)
		e.adj.Row(x).Copy(e.left)
	}
	return &Triangulation{Order: order, Width: width, later: e.adj}
}

// triangulateAlong is the triangulation by elimination of the nodes in the given order.
func triangulateAlong(n int, adjacency bitset.Matrix, order []int32) *Triangulation {
	e := newEliminator(n, adjacency, MinDegree)
	width := 0
	for _, x := range order {
		width = max(width, e.eliminate(int(x)))
	}
	return &Triangulation{Order: order, Width: width, later: e.adj}
}

// eliminator is a graph whose nodes are eliminated one by one.
type eliminator struct {
	adj  bitset.Matrix // the row of an eliminated node keeps the neighbours it had at its elimination
	left bitset.Set
	rule Rule
	cost []int // of each remaining node, by the rule: the pairs of its neighbours that are not adjacent, or its degree
}

func newEliminator(n int, adjacency bitset.Matrix, rule Rule) *eliminator {
	e := &eliminator{adj: bitset.NewMatrix(n, n), left: bitset.New(n), rule: rule, cost: make([]int, n)}
	e.begin(adjacency)
	return e
}

// begin puts a whole graph in the place of what the eliminator holds.
func (e *eliminator) begin(adjacency bitset.Matrix) {
	n := e.adj.Len()
	e.adj.Copy(adjacency)
	e.left.Fill(n)
	for x := range n {
		if e.rule == MinFill {
			e.cost[x] = fill(adjacency, x)
		} else {
			e.cost[x] = adjacency.Row(x).Count()
		}
	}
}

// Widths finds the widths of min-fill triangulations, one after the other, in the same memory.
type Widths struct{ e *eliminator }

// NewWidths returns a Widths for graphs of n nodes.
func NewWidths(n int) *Widths {
	return &Widths{newEliminator(n, bitset.NewMatrix(n, n), MinFill)}
}

// MinFill is the width of Triangulate with MinFill, which it equals for every graph. If the width is
// more than most, MinFill may stop early and return any number above most.
func (w *Widths) MinFill(adjacency bitset.Matrix, most int) int {
	w.e.begin(adjacency)
	width := 0
	for x := w.e.cheapest(nil); x >= 0 && width <= most; x = w.e.cheapest(nil) {
		width = max(width, w.e.eliminate(x))
	}
	return width
}

// cheapest is the remaining node of least cost, or -1 if no node remains. Ties go to the node with the
// least value in first, or to the lowest if first is nil.
func (e *eliminator) cheapest(first []int) int {
	best, least := -1, math.MaxInt
	for x := e.left.Next(0); x >= 0; x = e.left.Next(x + 1) {
		cost := e.cost[x]
		if cost > least || cost == least && (first == nil || first[x] > first[best]) {
			continue
		}
		best, least = x, cost
		if cost == 0 && first == nil { // Most graphs have a node of fill 0 at most times.
			break
		}
	}
	return best
}

// eliminate makes x's neighbours a clique, removes x, and returns the number of its neighbours.
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
		if e.rule == MinFill {
			e.cost[y] -= row.Count() - row.CountAnd(adj) // the pairs of x and a node not adjacent to x
		} else {
			e.cost[y] = row.Count()
		}
	}
	return adj.Count()
}

// join makes y and z adjacent. Each of their common neighbours has one missing pair less. Each of y
// and z has the other as a new neighbour, which is not adjacent to the neighbours that are not common.
func (e *eliminator) join(y, z int) {
	a, b := e.adj.Row(y), e.adj.Row(z)
	if e.rule == MinFill {
		common := 0
		for w := range a {
			for both := a[w] & b[w]; both != 0; both &= both - 1 {
				e.cost[bitset.Lowest(w, both)]--
				common++
			}
		}
		e.cost[y] += a.Count() - common
		e.cost[z] += b.Count() - common
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
