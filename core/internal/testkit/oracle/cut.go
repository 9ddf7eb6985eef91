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
