package treewidth

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Minor proves a lower bound on the treewidth. Contracting each branch set to one node, and deleting
// all other nodes, gives a minor in which every node has at least Degree neighbours. The treewidth of
// the minor is at least Degree, since the first node of any elimination has at least Degree
// neighbours. The treewidth of the graph is at least that of its minor.
type Minor struct {
	Degree   int
	Branches [][]int32 // the branch sets: disjoint and connected; empty if Degree is 0
}

// contraction searches for such a minor of a piece by MMD+ with the rule least-c (Bodlaender, Koster &
// Wolle 2004). In each round, a node of least degree is contracted into the neighbour with which it
// has the fewest common neighbours. The result is the graph with the largest minimum degree, of those
// between the rounds. If ctx ends, those of the rounds so far count.
func contraction(ctx context.Context, p *piece) Minor {
	adj, left := p.adj.Clone(), bitset.Full(p.n)
	degree := func(x int) int { return adj.Row(x).Count() }
	best, at := 0, 0
	var into [][2]int // x and what it is contracted into, or -1 if it has no neighbour
	for x := left.Least(degree); x >= 0 && ctx.Err() == nil; x = left.Least(degree) {
		if degree(x) > best {
			best, at = degree(x), len(into)
		}
		y := adj.Row(x).Least(func(y int) int { return adj.Row(x).CountAnd(adj.Row(y)) })
		into = append(into, [2]int{x, y})
		left.Remove(x)
		contract(adj, x, y)
	}
	return Minor{best, branches(p, into[:at], best)}
}

// branches computes the branch sets after the given contractions. A node without a neighbour is
// dropped.
func branches(p *piece, into [][2]int, degree int) [][]int32 {
	if degree == 0 {
		return nil
	}
	sets := slices.Clone(p.branch)
	for _, c := range into {
		x, y := c[0], c[1]
		if y >= 0 {
			sets[y] = append(sets[y][:len(sets[y]):len(sets[y])], sets[x]...)
		}
		sets[x] = nil
	}
	return slices.DeleteFunc(sets, func(set []int32) bool { return set == nil })
}

// contract makes x's neighbour y adjacent to x's other neighbours, and none of them to x.
func contract(adj bitset.Matrix, x, y int) {
	for z := range adj.Row(x).All() {
		row := adj.Row(z)
		row.Remove(x)
		if z != y {
			row.Add(y)
			adj.Row(y).Add(z)
		}
	}
}
