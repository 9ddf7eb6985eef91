package oracle

import "slices"

// AncestralMoral is the moral graph of the ancestral set of {u, v} ∪ S, with S then
// removed: the graph whose u–v cuts MCBNC counts. Nodes that are not in it stay as
// isolated ones.
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

// marry joins the parents of every node of a DAG and drops the directions.
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

// DSeparated tells whether S d-separates u from v in the DAG g, by Lauritzen's
// moral graph criterion.
func DSeparated(g Matrix, u, v int, s []int) bool {
	return !AncestralMoral(g, u, v, s).Reachable(u)[v]
}

// DSeparatedByPaths is Pearl's definition: every path between u and v is
// blocked. It walks all simple paths, so it is for small graphs only.
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
