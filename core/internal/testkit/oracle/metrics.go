package oracle

// Moral is the moral graph of a DAG, or of a PDAG, for which it is the moral graph of any of its
// extensions.
func Moral(p Matrix) Matrix { return marry(mustExtend(p)) }

// SMHD is the number of edges in exactly one of the two moral graphs.
func SMHD(a, b Matrix) int {
	return differingPairs(Moral(a), Moral(b))
}

// SHD is the number of pairs of nodes whose edges differ between the two CPDAGs.
func SHD(a, b Matrix) int {
	return differingPairs(mustComplete(a), mustComplete(b))
}

// differingPairs is the number of pairs of nodes between which the two graphs differ.
func differingPairs(a, b Matrix) int {
	return len(a.pairs(func(u, v int) bool {
		return u < v && (a[u][v] != b[u][v] || a[v][u] != b[v][u])
	}))
}

// MinFill is the width of a triangulation of an undirected graph. It always eliminates the node that
// needs the fewest fill edges (ties: the lowest).
func MinFill(m Matrix) int {
	return eliminate(m, func(work Matrix, left []int) int {
		best, fewest := -1, 0
		for _, x := range left {
			if f := fill(work, x); best < 0 || f < fewest {
				best, fewest = x, f
			}
		}
		return best
	})
}

// MinDegree is the width of a triangulation of an undirected graph. It always eliminates the node with
// the fewest neighbours (ties: the lowest).
func MinDegree(m Matrix) int {
	return eliminate(m, func(work Matrix, left []int) int {
		best := left[0]
		for _, x := range left {
			if len(work.Neighbours(x)) < len(work.Neighbours(best)) {
				best = x
			}
		}
		return best
	})
}

// Width is the width of the triangulation by an elimination order.
func Width(m Matrix, order []int32) int {
	return eliminate(m, func(_ Matrix, left []int) int { return int(order[len(m)-len(left)]) })
}

// MaxCardinality is the width of the triangulation by the reverse of an order of maximum cardinality
// search (ties: the lowest).
func MaxCardinality(m Matrix) int {
	var visited []int
	for range m {
		best, most := -1, -1
		for _, x := range without(m.nodes(everyNode), visited...) {
			around := m.Neighbours(x)
			if seen := len(around) - len(without(around, visited...)); seen > most {
				best, most = x, seen
			}
		}
		visited = append(visited, best)
	}
	return eliminate(m, func(_ Matrix, left []int) int { return visited[len(left)-1] })
}

// eliminate eliminates all nodes, in the order that next gives, and makes the neighbours of each a clique.
// It returns the largest number of neighbours of a node at its elimination.
func eliminate(m Matrix, next func(work Matrix, left []int) int) int {
	work, width := m.Clone(), 0
	left := m.nodes(everyNode)
	for len(left) > 0 {
		x := next(work, left)
		around := work.Neighbours(x)
		width = max(width, len(around))
		for _, a := range around {
			for _, b := range around {
				work[a][b] = work[a][b] || a != b
			}
			work[a][x], work[x][a] = false, false
		}
		left = without(left, x)
	}
	return width
}

// fill is the number of missing edges among the neighbours of x.
func fill(m Matrix, x int) int {
	around, missing := m.Neighbours(x), 0
	for i, a := range around {
		for _, b := range around[:i] {
			if !m[a][b] {
				missing++
			}
		}
	}
	return missing
}

// ExactTreewidth is the least width over all elimination orders, by dynamic programming over the sets of
// eliminated nodes (Bodlaender et al. 2006). It is for small graphs only.
func ExactTreewidth(m Matrix) int {
	width := make([]int, 1<<len(m))
	for set := 1; set < len(width); set++ {
		width[set] = len(m)
		for x := range m {
			if set>>x&1 == 1 {
				before := set &^ (1 << x)
				width[set] = min(width[set], max(width[before], around(m, before, x)))
			}
		}
	}
	return width[len(width)-1]
}

// around is the number of neighbours of x after the nodes of before are eliminated: the nodes outside
// before that x reaches by an edge or by a path through before.
func around(m Matrix, before, x int) int {
	seen, count := make([]bool, len(m)), 0
	var visit func(y int)
	visit = func(y int) {
		seen[y] = true
		for z := range m {
			if !m[y][z] || seen[z] {
				continue
			}
			if before>>z&1 == 1 {
				visit(z)
			} else {
				seen[z] = true
				count++
			}
		}
	}
	visit(x)
	return count
}
