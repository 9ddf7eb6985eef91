package oracle

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

// DSeparated reports whether S d-separates u from v in the DAG g, by the moral graph criterion of Lauritzen
// et al. (1990).
func DSeparated(g Matrix, u, v int, s []int) bool {
	return !AncestralMoral(g, u, v, s).Reachable(u)[v]
}
