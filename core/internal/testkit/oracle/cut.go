package oracle

// MinCut returns the size of a minimum cut between u and v in the undirected graph m, and the minimum cut
// nearest v, as sorted pairs (a, b) with a < b. This cut has the edges out of the set of nodes that reach
// v in the residual graph of a maximum flow (Ford & Fulkerson 1956).
func MinCut(m Matrix, u, v int) (int, [][2]int) {
	residual := make([][]int, len(m))
	for a := range m {
		residual[a] = make([]int, len(m))
		for b := range m {
			if m[a][b] {
				residual[a][b] = 1
			}
		}
	}
	size := 0
	for augment(residual, u, v, make([]bool, len(m))) {
		size++
	}
	side := make([]bool, len(m))
	var back func(x int)
	back = func(x int) {
		side[x] = true
		for y := range m {
			if residual[y][x] > 0 && !side[y] {
				back(y)
			}
		}
	}
	back(v)
	return size, boundary(m, side)
}

// augment sends one unit of flow along a path from x to v in the residual graph, if there is one.
func augment(residual [][]int, x, v int, seen []bool) bool {
	if x == v {
		return true
	}
	seen[x] = true
	for y := range residual {
		if residual[x][y] > 0 && !seen[y] && augment(residual, y, v, seen) {
			residual[x][y]--
			residual[y][x]++
			return true
		}
	}
	return false
}

// boundary is the set of edges with exactly one end in side.
func boundary(m Matrix, side []bool) [][2]int {
	return m.pairs(func(a, b int) bool { return a < b && m[a][b] && side[a] != side[b] })
}

// MinCutBySides gives the same result by enumeration of all sets of nodes that contain v and not u. The
// cut is the least boundary of such a set, and among those the boundary of the smallest set.
func MinCutBySides(m Matrix, u, v int) (int, [][2]int) {
	best, bestNodes := -1, 0
	var cut [][2]int
	for bits := range 1 << len(m) {
		if bits>>v&1 == 0 || bits>>u&1 == 1 {
			continue
		}
		side, nodes := make([]bool, len(m)), 0
		for x := range m {
			if side[x] = bits>>x&1 == 1; side[x] {
				nodes++
			}
		}
		edges := boundary(m, side)
		if best < 0 || len(edges) < best || len(edges) == best && nodes < bestNodes {
			best, bestNodes, cut = len(edges), nodes, edges
		}
	}
	return best, cut
}

// MinCutByEdges gives the size of a minimum cut by enumeration of all sets of edges.
func MinCutByEdges(m Matrix, u, v int) int {
	links := m.Links()
	best := len(links)
	for bits := range 1 << len(links) {
		rest, size := m.Clone(), 0
		for k, e := range links {
			if bits>>k&1 == 1 {
				rest[e[0]][e[1]], rest[e[1]][e[0]] = false, false
				size++
			}
		}
		if size < best && !rest.Reachable(u)[v] {
			best = size
		}
	}
	return best
}
