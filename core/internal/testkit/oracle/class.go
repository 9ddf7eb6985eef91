package oracle

import "maps"

// colliders is the set of the v-structures a → c ← b, as (a, c, b) with a < b.
func colliders(g Matrix) map[[3]int]bool {
	found := map[[3]int]bool{}
	for c := range g {
		for _, a := range g.Parents(c) {
			for _, b := range g.Parents(c) {
				if a < b && !g.Adjacent(a, b) {
					found[[3]int{a, c, b}] = true
				}
			}
		}
	}
	return found
}

// SameClass reports whether two DAGs are Markov equivalent: whether they have the same skeleton and the same
// v-structures (Verma & Pearl 1990).
func SameClass(a, b Matrix) bool {
	return a.Skeleton().Equal(b.Skeleton()) && maps.Equal(colliders(a), colliders(b))
}

// ClassMembers are all DAGs equivalent to the DAG g. It tries every orientation of the skeleton, so it is
// for small graphs only.
func ClassMembers(g Matrix) []Matrix {
	return orientations(g.Skeleton(), func(d Matrix) bool { return SameClass(d, g) })
}

// Extensions are all consistent extensions of a PDAG. It tries every orientation of the undirected edges,
// so it is for small graphs only.
func Extensions(p Matrix) []Matrix {
	return orientations(p, func(d Matrix) bool { return IsExtension(p, d) })
}

// orientations are the acyclic orientations of p's undirected edges for which keep is true.
func orientations(p Matrix, keep func(Matrix) bool) []Matrix {
	links := p.Links()
	var out []Matrix
	for bits := range 1 << len(links) {
		d := p.Clone()
		for k, e := range links {
			if bits>>k&1 == 0 {
				d[e[1]][e[0]] = false
			} else {
				d[e[0]][e[1]] = false
			}
		}
		if keep(d) && d.Acyclic() {
			out = append(out, d)
		}
	}
	return out
}

// ClassCPDAG is the CPDAG by definition: an edge is directed if and only if it has the same direction in
// every member of the class.
func ClassCPDAG(g Matrix) Matrix { return Union(ClassMembers(g)) }

// CPDAG is the CPDAG of the DAG g. It directs the v-structures, and then applies Meek's rules (1995) to
// every pair of nodes until none applies. It equals ClassCPDAG, and works for larger graphs.
func CPDAG(g Matrix) Matrix {
	p := g.Skeleton()
	for c := range colliders(g) {
		p[c[1]][c[0]], p[c[1]][c[2]] = false, false
	}
	for changed := true; changed; {
		changed = false
		for a := range p {
			for b := range p {
				if p.Undirected(a, b) && meek(p, a, b) {
					p[b][a] = false
					changed = true
				}
			}
		}
	}
	return p
}

// meek reports whether one of Meek's rules R1–R3 directs a − b as a → b.
func meek(p Matrix, a, b int) bool {
	for c := range p {
		if p.Directed(c, a) && !p.Adjacent(c, b) {
			return true
		}
		if p.Directed(a, c) && p.Directed(c, b) {
			return true
		}
		for d := range p {
			if c != d && p.Undirected(a, c) && p.Undirected(a, d) && !p.Adjacent(c, d) &&
				p.Directed(c, b) && p.Directed(d, b) {
				return true
			}
		}
	}
	return false
}

// IsExtension reports whether d is a consistent extension of the PDAG p: a DAG with p's skeleton, with p's
// directed edges, and without a v-structure that p does not have.
func IsExtension(p, d Matrix) bool {
	if !d.Skeleton().Equal(p.Skeleton()) || len(d.Links()) > 0 || !d.Acyclic() {
		return false
	}
	for _, a := range p.Arcs() {
		if !d[a[0]][a[1]] {
			return false
		}
	}
	drawn := colliders(p)
	for c := range colliders(d) {
		if !drawn[c] {
			return false
		}
	}
	return true
}

// Extension is the consistent extension of a PDAG by Dor & Tarsi (1992), with the lowest possible sink
// first. No edge goes against an arc of directed, which may be nil. It returns false if there is no such
// extension.
func Extension(p, directed Matrix) (Matrix, bool) { return Preferred(p, directed, nil, nil) }

// Preferred is Extension with another choice of the next sink x: least weight of the DAGs with x → y,
// summed over the remaining neighbours y of x; then most weight of the DAGs with y → x; then the lowest.
func Preferred(p, directed Matrix, dags []Matrix, weights []int64) (Matrix, bool) {
	work, dag := p.Clone(), New(len(p))
	for _, a := range p.Arcs() {
		dag[a[0]][a[1]] = true
	}
	left := p.nodes(everyNode)
	for len(left) > 0 {
		sink, against, favour := -1, int64(0), int64(0)
		for _, x := range left {
			if !canBeSink(work, directed, x) {
				continue
			}
			a, f := votes(work, x, dags, weights)
			if sink < 0 || a < against || a == against && f > favour {
				sink, against, favour = x, a, f
			}
		}
		if sink < 0 {
			return nil, false
		}
		for _, y := range work.Neighbours(sink) {
			dag[y][sink] = true
		}
		for y := range work {
			work[y][sink], work[sink][y] = false, false
		}
		left = without(left, sink)
	}
	return dag, true
}

// votes are the weights against x and for x as a sink.
func votes(p Matrix, x int, dags []Matrix, weights []int64) (against, favour int64) {
	for _, y := range p.Neighbours(x) {
		for i, g := range dags {
			if g[x][y] {
				against += weightOf(weights, i)
			}
			if g[y][x] {
				favour += weightOf(weights, i)
			}
		}
	}
	return against, favour
}

// canBeSink reports whether x can be the next sink.
func canBeSink(p, directed Matrix, x int) bool {
	mustBeChild := func(y int) bool { return directed.has(x, y) && p.Adjacent(x, y) }
	return len(p.Children(x)) == 0 && len(p.nodes(mustBeChild)) == 0 && neighboursJoinAll(p, x)
}

// neighboursJoinAll reports whether each neighbour of x is adjacent to all other nodes adjacent to x. If so,
// directing the neighbours into x makes no new v-structure.
func neighboursJoinAll(p Matrix, x int) bool {
	for _, y := range p.Neighbours(x) {
		for z := range p {
			if z != y && p.Adjacent(x, z) && !p.Adjacent(y, z) {
				return false
			}
		}
	}
	return true
}
