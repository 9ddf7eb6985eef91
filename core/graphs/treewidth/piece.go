package treewidth

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// piece is a minor of the graph. Each node of the piece stands for a branch set, a connected set of
// nodes of the graph. If two nodes of the piece are adjacent, the graph has an edge between their
// branch sets.
type piece struct {
	n      int
	adj    bitset.Matrix
	label  []int32        // of each node, a node of its branch set, which represents it in solver.chordal
	branch [][]int32      // the branch sets, disjoint
	best   *Triangulation // a triangulation of small width; nil until the piece is an atom
}

// wholePiece is the piece that is the whole graph.
func wholePiece(n int, adjacency bitset.Matrix) *piece {
	p := &piece{n: n, adj: adjacency.Clone(), label: make([]int32, n), branch: make([][]int32, n)}
	for x := range n {
		p.label[x] = int32(x)
		p.branch[x] = []int32{int32(x)}
	}
	return p
}

// sub is the subgraph of the piece on a set of nodes.
func (p *piece) sub(nodes bitset.Set) *piece {
	members := nodes.Append(nil)
	n := len(members)
	q := &piece{n: n, adj: bitset.NewMatrix(n, n), label: make([]int32, n), branch: make([][]int32, n)}
	for i, x := range members {
		q.label[i], q.branch[i] = p.label[x], p.branch[x]
		row, from := q.adj.Row(i), p.adj.Row(int(x))
		for j, y := range members {
			if from.Has(int(y)) {
				row.Add(j)
			}
		}
	}
	return q
}

// absorb adds the branch sets of the nodes to that of x.
func (p *piece) absorb(x int, nodes ...int32) {
	branch := slices.Clone(p.branch[x]) // Other pieces may share the old slice.
	for _, y := range nodes {
		branch = append(branch, p.branch[y]...)
	}
	p.branch[x] = branch
}

// isClique reports whether the nodes are pairwise adjacent.
func isClique(adjacency bitset.Matrix, nodes bitset.Set) bool {
	size := nodes.Count()
	for x := nodes.Next(0); x >= 0; x = nodes.Next(x + 1) {
		if nodes.CountAnd(adjacency.Row(x)) != size-1 {
			return false
		}
	}
	return true
}

// component is a connected set of nodes. The nodes around it are those adjacent to it but not in it.
type component struct{ nodes, around bitset.Set }

// closed is the union of nodes and around.
func (c component) closed() bitset.Set {
	all := c.nodes.Clone()
	all.Or(c.around)
	return all
}

// components are the components of the subgraph on the set within, in the order of their lowest nodes.
func components(n int, adjacency bitset.Matrix, within bitset.Set) []component {
	var found []component
	left := within.Clone()
	for x := left.Next(0); x >= 0; x = left.Next(x + 1) {
		c := component{bitset.New(n), bitset.New(n)}
		grow(adjacency, x, left, c)
		left.AndNot(c.nodes)
		found = append(found, c)
	}
	return found
}

// grow fills c with the component of x in the subgraph on the set within. The nodes around c may be
// outside that set.
func grow(adjacency bitset.Matrix, x int, within bitset.Set, c component) {
	c.nodes.Clear()
	c.around.Copy(adjacency.Row(x))
	c.nodes.Add(x)
	for reached := true; reached; {
		reached = false
		for w := range c.nodes {
			fresh := c.around[w] & within[w] &^ c.nodes[w]
			c.nodes[w] |= fresh
			reached = reached || fresh != 0
			for ; fresh != 0; fresh &= fresh - 1 {
				c.around.Or(adjacency.Row(bitset.Lowest(w, fresh)))
			}
		}
	}
	c.around.AndNot(c.nodes)
}
