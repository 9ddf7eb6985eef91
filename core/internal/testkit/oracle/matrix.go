package oracle

import "slices"

// Matrix is the adjacency matrix of a graph with directed and undirected edges. If only m[i][j] is set,
// the graph has i → j. If m[i][j] and m[j][i] are set, it has i − j.
type Matrix [][]bool

// New is the graph of n nodes without edges.
func New(n int) Matrix {
	m := make(Matrix, n)
	for i := range m {
		m[i] = make([]bool, n)
	}
	return m
}

// FromArcs is the graph of n nodes with the given arcs.
func FromArcs(n int, arcs [][2]int) Matrix {
	m := New(n)
	for _, a := range arcs {
		m[a[0]][a[1]] = true
	}
	return m
}

// Clone is a copy that shares nothing with m.
func (m Matrix) Clone() Matrix {
	c := make(Matrix, len(m))
	for i := range m {
		c[i] = slices.Clone(m[i])
	}
	return c
}

// Equal reports whether two graphs have the same edges, of the same kinds and directions.
func (m Matrix) Equal(o Matrix) bool {
	return slices.EqualFunc(m, o, func(a, b []bool) bool { return slices.Equal(a, b) })
}

// Directed reports whether the graph has u → v.
func (m Matrix) Directed(u, v int) bool { return m[u][v] && !m[v][u] }

// Undirected reports whether the graph has u − v.
func (m Matrix) Undirected(u, v int) bool { return m[u][v] && m[v][u] }

// Adjacent reports whether the graph has any edge between u and v.
func (m Matrix) Adjacent(u, v int) bool { return m[u][v] || m[v][u] }

// Arcs are the directed edges, sorted.
func (m Matrix) Arcs() [][2]int {
	return m.pairs(m.Directed)
}

// Links are the undirected edges as (u, v) with u < v, sorted.
func (m Matrix) Links() [][2]int {
	return m.pairs(func(u, v int) bool { return u < v && m.Undirected(u, v) })
}

// Edges counts the edges of either kind.
func (m Matrix) Edges() int { return len(m.Arcs()) + len(m.Links()) }

// pairs are the ordered pairs (u, v) for which want is true, sorted.
func (m Matrix) pairs(want func(u, v int) bool) [][2]int {
	out := [][2]int{}
	for u := range m {
		for v := range m {
			if want(u, v) {
				out = append(out, [2]int{u, v})
			}
		}
	}
	return out
}

// Skeleton is the graph with all edges made undirected.
func (m Matrix) Skeleton() Matrix {
	s := New(len(m))
	for u := range m {
		for v := range m {
			s[u][v] = m.Adjacent(u, v)
		}
	}
	return s
}

// Parents are the x with x → v.
func (m Matrix) Parents(v int) []int {
	return m.nodes(func(x int) bool { return m.Directed(x, v) })
}

// Children are the x with v → x.
func (m Matrix) Children(v int) []int {
	return m.nodes(func(x int) bool { return m.Directed(v, x) })
}

// Neighbours are the x with x − v.
func (m Matrix) Neighbours(v int) []int {
	return m.nodes(func(x int) bool { return m.Undirected(x, v) })
}

// nodes are the nodes for which want is true, in increasing order.
func (m Matrix) nodes(want func(x int) bool) []int {
	out := []int{}
	for x := range m {
		if want(x) {
			out = append(out, x)
		}
	}
	return out
}

func everyNode(int) bool { return true }

// Reachable flags u and all nodes that are reached from u along set bits.
func (m Matrix) Reachable(u int) []bool {
	seen := make([]bool, len(m))
	var visit func(x int)
	visit = func(x int) {
		seen[x] = true
		for y := range m {
			if m[x][y] && !seen[y] {
				visit(y)
			}
		}
	}
	visit(u)
	return seen
}

// Ancestors flags the given nodes and all their ancestors.
func (m Matrix) Ancestors(of ...int) []bool {
	in := make([]bool, len(m))
	for x := range m {
		reach := m.Reachable(x)
		in[x] = slices.ContainsFunc(of, func(y int) bool { return reach[y] })
	}
	return in
}

// Acyclic reports whether the graph has no directed cycle. An undirected edge counts as a cycle.
func (m Matrix) Acyclic() bool {
	return len(m.pairs(func(u, v int) bool { return m[u][v] && m.Reachable(v)[u] })) == 0
}

func without(list []int, drop ...int) []int {
	out := []int{}
	for _, x := range list {
		if !slices.Contains(drop, x) {
			out = append(out, x)
		}
	}
	return out
}
