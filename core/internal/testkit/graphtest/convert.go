// Package graphtest converts, for tests, the matrices of the oracle and of the golden cases into the
// engine's graphs and back.
package graphtest

import (
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// DAG is the DAG of an adjacency matrix, in which m[i][j] stands for i → j.
func DAG(m [][]bool) *graph.DAG {
	g := graph.NewDAG(len(m))
	for i := range m {
		for j := range m {
			if m[i][j] {
				g.Add(i, j)
			}
		}
	}
	return g
}

// Spaced returns g over stride times as many nodes: node x becomes x*stride, and the nodes in
// between are isolated. Tests use Spaced for rows of more than one word.
func Spaced(g *graph.DAG, stride int) *graph.DAG {
	out := graph.NewDAG(g.N * stride)
	for v := range g.N {
		pa := g.Pa(v)
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			out.Add(u*stride, v*stride)
		}
	}
	return out
}

// DAGs are the DAGs of several matrices.
func DAGs[M ~[][]bool](ms []M) []*graph.DAG {
	out := make([]*graph.DAG, len(ms))
	for i, m := range ms {
		out[i] = DAG(m)
	}
	return out
}

// PDAG is the PDAG of a matrix in which an undirected edge sets both bits.
func PDAG(m [][]bool) *graph.PDAG {
	p := graph.NewPDAG(len(m))
	for i := range m {
		for j := range m {
			switch {
			case m[i][j] && !m[j][i]:
				p.AddDirected(i, j)
			case m[i][j] && i < j:
				p.AddUndirected(i, j)
			}
		}
	}
	return p
}

// Matrix is the adjacency matrix of a DAG.
func Matrix(g *graph.DAG) [][]bool {
	return rows(g.N, func(i int, row bitset.Set) { row.Or(g.Ch(i)) })
}

// PDAGMatrix is the matrix of a PDAG. An undirected edge sets both bits.
func PDAGMatrix(p *graph.PDAG) [][]bool {
	return rows(p.N, func(i int, row bitset.Set) {
		row.Or(p.Ch(i))
		row.Or(p.Ne(i))
	})
}

// Rows is a bit matrix with n rows as booleans.
func Rows(n int, m bitset.Matrix) [][]bool {
	return rows(n, func(i int, row bitset.Set) { row.Or(m.Row(i)) })
}

func rows(n int, fill func(i int, row bitset.Set)) [][]bool {
	out := make([][]bool, n)
	for i := range out {
		row := bitset.New(n)
		fill(i, row)
		out[i] = make([]bool, n)
		for j := range out[i] {
			out[i][j] = row.Has(j)
		}
	}
	return out
}

// Set is the set of the given members, of 0..n-1.
func Set(n int, members ...int) bitset.Set {
	s := bitset.New(n)
	for _, x := range members {
		s.Add(x)
	}
	return s
}

// Ints are the nodes as a slice of int, which is never nil.
func Ints(nodes []int32) []int {
	out := make([]int, len(nodes))
	for k, x := range nodes {
		out[k] = int(x)
	}
	return out
}
