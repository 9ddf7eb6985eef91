package treewidth

import "github.com/mcbnc/mcbnc/core/internal/testkit/oracle"

// This file has families of graphs with known treewidth.

func ring(n int) oracle.Matrix { return graphOf(n, func(u, v int) bool { return v == (u+1)%n }) }

func grid(rows, columns int) oracle.Matrix {
	return graphOf(rows*columns, func(u, v int) bool {
		return v == u+columns || v == u+1 && v%columns != 0
	})
}

func petersen() oracle.Matrix {
	return graphOf(10, func(u, v int) bool {
		return u < 5 && (v == (u+1)%5 || v == u+5) || u >= 5 && v == 5+(u-5+2)%5
	})
}

// lcf is the graph with this LCF notation (Lederberg, Coxeter & Frucht): a ring of n nodes with a chord
// from each node, whose lengths repeat the jumps.
func lcf(n int, jumps ...int) oracle.Matrix {
	return graphOf(n, func(u, v int) bool {
		return v == (u+1)%n || v == (u+jumps[u%len(jumps)]+n)%n
	})
}

// paley is the Paley graph: residues modulo p are adjacent if they differ by a square.
func paley(p int) oracle.Matrix {
	return graphOf(p, func(u, v int) bool {
		for x := 1; x < p; x++ {
			if x*x%p == (u-v+p)%p {
				return true
			}
		}
		return false
	})
}

func chvatal() oracle.Matrix {
	return oracle.FromArcs(12, [][2]int{
		{0, 1}, {0, 4}, {0, 6}, {0, 9}, {1, 2}, {1, 5}, {1, 7}, {2, 3}, {2, 6}, {2, 8}, {3, 4}, {3, 7}, {3, 9}, {4, 5},
		{4, 8}, {5, 10}, {5, 11}, {6, 10}, {6, 11}, {7, 8}, {7, 11}, {8, 10}, {9, 10}, {9, 11},
	}).Skeleton()
}

func queen(n int) oracle.Matrix {
	return graphOf(n*n, func(u, v int) bool {
		rows, columns := u/n-v/n, u%n-v%n
		return rows == 0 || columns == 0 || rows == columns || rows == -columns
	})
}

// mycielski is the graph myciel k of DIMACS, of chromatic number k + 1.
func mycielski(k int) oracle.Matrix {
	g := ring(5)
	for range k - 2 {
		old, n := g, len(g)
		g = graphOf(2*n+1, func(u, v int) bool {
			return u < n && v < n && old[u][v] || u < n && v >= n && v < 2*n && old[u][v-n] || u >= n && u < 2*n && v == 2*n
		})
	}
	return g
}
