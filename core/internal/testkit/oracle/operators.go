package oracle

import (
	"cmp"
	"slices"
)

// NA is NA(v, u), the neighbours of v that are adjacent to u.
func NA(p Matrix, v, u int) []int {
	return p.nodes(func(x int) bool { return p.Undirected(x, v) && p.Adjacent(x, u) })
}

// IsClique reports whether the nodes are pairwise adjacent.
func IsClique(p Matrix, nodes []int) bool {
	for _, a := range nodes {
		for _, b := range nodes {
			if a != b && !p.Adjacent(a, b) {
				return false
			}
		}
	}
	return true
}

// Delete is the operator of Chickering (2002, definition 13) without the completion to a CPDAG.
func Delete(p Matrix, u, v int, h []int) Matrix {
	d := p.Clone()
	d[u][v], d[v][u] = false, false
	for _, x := range h {
		d[x][v] = false
		if p.Undirected(u, x) {
			d[x][u] = false
		}
	}
	return d
}

// Insert is the operator of Chickering (2002, definition 12) without the completion to a CPDAG.
func Insert(p Matrix, x, y int, t []int) Matrix {
	d := p.Clone()
	d[x][y] = true
	for _, z := range t {
		d[y][z] = false
	}
	return d
}

// ValidInsert reports whether Insert(x, y, t) is valid (Chickering 2002, theorem 15): NA(y, x) ∪ t is a
// clique, and every semi-directed path from y to x has a node in this set. A semi-directed path follows
// undirected edges, and directed edges in their direction. The nodes x and y must not be adjacent in p.
func ValidInsert(p Matrix, x, y int, t []int) bool {
	block := append(NA(p, y, x), t...)
	open := p.Clone()
	for _, z := range block {
		for w := range open {
			open[w][z] = false
		}
	}
	return IsClique(p, block) && !open.Reachable(y)[x]
}

// Complete is the CPDAG of the class that a PDAG stands for, computed from one of its extensions. It
// returns false if the PDAG has no extension.
func Complete(p Matrix) (Matrix, bool) {
	d, ok := Extension(p, nil)
	if !ok {
		return nil, false
	}
	return CPDAG(d), true
}

// subsets are all subsets of the sorted list with at most limit elements, sorted by size and then by their
// elements. A negative limit stands for no limit.
func subsets(list []int, limit int) [][]int {
	var out [][]int
	for bits := range 1 << len(list) {
		sub := []int{}
		for k, x := range list {
			if bits>>k&1 == 1 {
				sub = append(sub, x)
			}
		}
		if limit < 0 || len(sub) <= limit {
			out = append(out, sub)
		}
	}
	slices.SortFunc(out, func(a, b []int) int {
		return cmp.Or(len(a)-len(b), slices.Compare(a, b))
	})
	return out
}
