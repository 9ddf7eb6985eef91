package treewidth

import (
	"context"

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
	c := contractor{adj: p.adj.Clone(), left: bitset.New(p.n)}
	c.left.Fill(p.n)
	best, at := 0, 0
	var into [][2]int
	for ctx.Err() == nil {
		x := c.least()
		if x < 0 {
			break
		}
		if degree := c.adj.Row(x).Count(); degree > best {
			best, at = degree, len(into)
		}
		y := c.partner(x)
		into = append(into, [2]int{x, y})
		c.contract(x, y)
	}
	return Minor{best, branches(p, into[:at], best)}
}

// branches computes the branch sets after the given contractions. A node without a neighbour is
// dropped.
func branches(p *piece, into [][2]int, degree int) [][]int32 {
	if degree == 0 {
		return nil
	}
	sets := append([][]int32(nil), p.branch...)
	for _, c := range into {
		x, y := c[0], c[1]
		if y >= 0 {
			sets[y] = append(sets[y][:len(sets[y]):len(sets[y])], sets[x]...)
		}
		sets[x] = nil
	}
	var found [][]int32
	for _, set := range sets {
		if set != nil {
			found = append(found, set)
		}
	}
	return found
}

// contractor is a graph that is contracted step by step.
type contractor struct {
	adj  bitset.Matrix
	left bitset.Set
}

// least is the remaining node of least degree, or -1 if none is left.
func (c *contractor) least() int {
	best, least := -1, 0
	for x := c.left.Next(0); x >= 0; x = c.left.Next(x + 1) {
		if degree := c.adj.Row(x).Count(); best < 0 || degree < least {
			best, least = x, degree
		}
	}
	return best
}

// partner is the neighbour of x that has the fewest common neighbours with x, or -1 if x has no
// neighbour.
func (c *contractor) partner(x int) int {
	adj := c.adj.Row(x)
	best, fewest := -1, 0
	for y := adj.Next(0); y >= 0; y = adj.Next(y + 1) {
		if shared := adj.CountAnd(c.adj.Row(y)); best < 0 || shared < fewest {
			best, fewest = y, shared
		}
	}
	return best
}

// contract contracts x into y: y becomes adjacent to x's neighbours, and x is removed. If y is -1, x
// is only removed.
func (c *contractor) contract(x, y int) {
	c.left.Remove(x)
	adj := c.adj.Row(x)
	for z := adj.Next(0); z >= 0; z = adj.Next(z + 1) {
		row := c.adj.Row(z)
		row.Remove(x)
		if z != y {
			row.Add(y)
			c.adj.Row(y).Add(z)
		}
	}
}
