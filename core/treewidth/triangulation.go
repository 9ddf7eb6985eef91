package treewidth

import "github.com/mcbnc/mcbnc/core/bitset"

// Triangulation is a chordal graph with all edges of another graph, as eliminating
// that one's nodes in Order makes it.
type Triangulation struct {
	Order []int32       // a perfect elimination order
	Width int           // the size of the largest clique, less one; 0 without edges
	later bitset.Matrix // of each node, its neighbours that come after it in Order
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

// Cliques are the maximal cliques, each as its lowest node by Order leads to it:
// that node, then its later neighbours in increasing order. Such a clique of a
// node y is not maximal iff the clique of an earlier node x holds it, and then it
// is so for an x whose first later neighbour is y and which has one more of them
// (Blair & Peyton 1993, section 4).
func (t *Triangulation) Cliques() [][]int32 {
	n := len(t.Order)
	place := make([]int, n)
	for i, x := range t.Order {
		place[x] = i
	}
	inside := make([]bool, n)
	var cliques [][]int32
	for _, x := range t.Order {
		later := t.later.Row(int(x)).Append(nil)
		if !inside[x] {
			cliques = append(cliques, append([]int32{x}, later...))
		}
		first := n
		for _, y := range later {
			first = min(first, place[y])
		}
		if first < n {
			parent := t.Order[first]
			inside[parent] = inside[parent] || len(later) == t.later.Row(int(parent)).Count()+1
		}
	}
	return cliques
}
