package treewidth

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// Triangulation is a chordal graph with all edges of another graph, as eliminating
// that one's nodes in Order makes it.
type Triangulation struct {
	Order []int32       // a perfect elimination order
	Width int           // the size of the largest clique, less one; 0 without edges
	later bitset.Matrix // of each node, its neighbours that come after it in Order
}

// clique is a node and its later neighbours.
func (t *Triangulation) clique(x int) bitset.Set {
	c := t.later.Row(x).Clone()
	c.Add(x)
	return c
}

// Chordal is the triangulation as a graph.
func (t *Triangulation) Chordal() bitset.Matrix {
	chordal := t.later.Clone()
	for x := range t.Order {
		row := t.later.Row(x)
		for y := row.Next(0); y >= 0; y = row.Next(y + 1) {
			chordal.Row(y).Add(x)
		}
	}
	return chordal
}

// CliqueTree is the maximal cliques, each in increasing order, and for each the place
// of its parent, or -1 for the root: a tree in which the cliques that any one node is
// in are connected (Blair & Peyton 1993, section 4). A graph in several components
// has one too, the tree of one hanging from the next.
//
// Let y be the first of the later neighbours of x. All others are later neighbours of
// y as well. So the clique of y is in that of x iff x has one more, and of several
// such x, y goes with the last. If none, y's clique is maximal. What the clique of x
// has in common with those after it is in y's.
func (t *Triangulation) CliqueTree() (cliques [][]int32, parent []int32) {
	n := len(t.Order)
	place := make([]int, n)
	for i, x := range t.Order {
		place[x] = i
	}
	home := slices.Repeat([]int32{-1}, n) // the maximal clique that a node's is in
	for _, x := range t.Order {
		if home[x] < 0 {
			home[x] = int32(len(cliques))
			cliques = append(cliques, t.clique(int(x)).Append(nil))
			parent = append(parent, -1)
		}
		y := t.firstLater(int(x), place)
		if y >= 0 && t.later.Row(y).Count()+1 == t.later.Row(int(x)).Count() {
			home[y] = home[x]
		}
	}
	for _, x := range t.Order {
		if y := t.firstLater(int(x), place); y >= 0 && home[y] != home[x] {
			parent[home[x]] = home[y]
		}
	}
	last := int32(-1)
	for k := len(parent) - 1; k >= 0; k-- {
		if parent[k] < 0 {
			parent[k], last = last, int32(k)
		}
	}
	return cliques, parent
}

// firstLater is the first of a node's later neighbours, or -1.
func (t *Triangulation) firstLater(x int, place []int) int {
	first, later := -1, t.later.Row(x)
	for y := later.Next(0); y >= 0; y = later.Next(y + 1) {
		if first < 0 || place[y] < place[first] {
			first = y
		}
	}
	return first
}

// perfectOrder is a perfect elimination order of a chordal graph, by maximum
// cardinality search from its end (Tarjan & Yannakakis 1984).
func perfectOrder(n int, chordal bitset.Matrix) []int32 {
	order := make([]int32, 0, n)
	seen, weight := bitset.New(n), make([]int, n)
	for range n {
		best := -1
		for x := range n {
			if !seen.Has(x) && (best < 0 || weight[x] > weight[best]) {
				best = x
			}
		}
		seen.Add(best)
		order = append(order, int32(best))
		row := chordal.Row(best)
		for y := row.Next(0); y >= 0; y = row.Next(y + 1) {
			weight[y]++
		}
	}
	slices.Reverse(order)
	return order
}
