package oracle

import "slices"

// AncestralMoral is the graph in which MCBNC counts minimum cuts: the moral graph of the ancestral set of
// {u, v} ∪ S, without S. The other nodes stay in the matrix as isolated nodes.
func AncestralMoral(g Matrix, u, v int, s []int) Matrix {
	return MoralWithout(g, append([]int{u, v}, s...), s)
}

// MoralWithout is the moral graph of the ancestral set of the nodes of, with the removed
// nodes taken out.
func MoralWithout(g Matrix, of, removed []int) Matrix {
	in := g.Ancestors(of...)
	sub := New(len(g))
	for a := range g {
		for b := range g {
			sub[a][b] = g[a][b] && in[a] && in[b]
		}
	}
	moral := marry(sub)
	for _, x := range removed {
		for y := range moral {
			moral[x][y], moral[y][x] = false, false
		}
	}
	return moral
}

// marry is the moral graph of a DAG: it makes the parents of every node adjacent and drops the directions.
func marry(g Matrix) Matrix {
	moral := g.Skeleton()
	for c := range g {
		for _, a := range g.Parents(c) {
			for _, b := range g.Parents(c) {
				moral[a][b] = moral[a][b] || a != b
			}
		}
	}
	return moral
}

// DSeparated says whether S d-separates u from v in the DAG g, by the moral graph criterion of Lauritzen
// et al. (1990).
func DSeparated(g Matrix, u, v int, s []int) bool {
	return !AncestralMoral(g, u, v, s).Reachable(u)[v]
}

// DSeparatedByPaths is DSeparated by Pearl's definition: every path between u and v is blocked. It
// enumerates all simple paths, so it is for small graphs only.
func DSeparatedByPaths(g Matrix, u, v int, s []int) bool {
	conditioned := g.Ancestors(s...)
	open := func(a, b, c int) bool {
		if g[a][b] && g[c][b] {
			return conditioned[b]
		}
		return !slices.Contains(s, b)
	}
	var active func(path []int) bool
	active = func(path []int) bool {
		last := path[len(path)-1]
		if last == v {
			return true
		}
		for next := range g {
			if !g.Adjacent(last, next) || slices.Contains(path, next) {
				continue
			}
			if len(path) > 1 && !open(path[len(path)-2], last, next) {
				continue
			}
			if active(append(slices.Clone(path), next)) {
				return true
			}
		}
		return false
	}
	return !active([]int{u})
}
