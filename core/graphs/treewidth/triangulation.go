package treewidth

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Triangulation is a chordal graph that has all edges of another graph. It results from eliminating the
// nodes of that graph in Order.
type Triangulation struct {
	Order []int32       // a perfect elimination order
	Width int           // the size of the largest clique, minus one; 0 without edges
	later bitset.Matrix // of each node, its neighbours that come after it in Order
}

// clique is x and its later neighbours.
func (t *Triangulation) clique(x int) bitset.Set {
	c := t.later.Row(x).Clone()
	c.Add(x)
	return c
}

// Chordal is the adjacency matrix of the triangulation.
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

// CliqueTree returns the maximal cliques, each in increasing order, and for each clique the index of its
// parent, or -1 for the root. The result is a clique tree: for each node, the cliques that contain the
// node are connected in the tree (Blair & Peyton 1993, section 4). Each component of the graph has such
// a tree. The root of every tree but the last gets the root of the next tree as its parent.
//
// The clique of a node is the node with its later neighbours. Let y be the first later neighbour of x.
// All other later neighbours of x are later neighbours of y. Therefore the clique of y is a subset of
// the clique of x if and only if x has one later neighbour more than y. If there are several such x, y
// is assigned to the maximal clique of the last one. If there is none, the clique of y is maximal. The
// nodes that the clique of x shares with the cliques of later nodes are in the clique of y.
func (t *Triangulation) CliqueTree() (cliques [][]int32, parent []int32) {
	n := len(t.Order)
	place := make([]int, n) // place[Order[i]] = i
	for i, x := range t.Order {
		place[x] = i
	}
	cliqueOf := slices.Repeat([]int32{-1}, n) // a maximal clique that contains the clique of the node
	for _, x := range t.Order {
		if cliqueOf[x] < 0 {
			cliqueOf[x] = int32(len(cliques))
			cliques = append(cliques, t.clique(int(x)).Append(nil))
			parent = append(parent, -1)
		}
		y := t.firstLater(int(x), place)
		if y >= 0 && t.later.Row(y).Count()+1 == t.later.Row(int(x)).Count() {
			cliqueOf[y] = cliqueOf[x]
		}
	}
	for _, x := range t.Order {
		if y := t.firstLater(int(x), place); y >= 0 && cliqueOf[y] != cliqueOf[x] {
			parent[cliqueOf[x]] = cliqueOf[y]
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

// firstLater is the first later neighbour of x in the order, or -1 if there is none.
func (t *Triangulation) firstLater(x int, place []int) int {
	first, later := -1, t.later.Row(x)
	for y := later.Next(0); y >= 0; y = later.Next(y + 1) {
		if first < 0 || place[y] < place[first] {
			first = y
		}
	}
	return first
}

// perfectOrder is a perfect elimination order of a chordal graph, the reverse of an order of maximum
// cardinality search (Tarjan & Yannakakis 1984).
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
