package oracle

// Moral is the moral graph of a DAG or PDAG: that of any of its extensions.
func Moral(p Matrix) Matrix { return marry(mustExtend(p, nil)) }

// SMHD counts the moral edges that one graph has and the other has not.
func SMHD(a, b Matrix) int {
	return differingPairs(Moral(a), Moral(b))
}

// SHD counts the pairs of nodes whose edge differs between the two CPDAGs.
func SHD(a, b Matrix) int {
	return differingPairs(mustComplete(a), mustComplete(b))
}

func differingPairs(a, b Matrix) int {
	return len(a.pairs(func(u, v int) bool {
		return u < v && (a[u][v] != b[u][v] || a[v][u] != b[v][u])
	}))
}

// MinFill is the width of the triangulation that eliminates the node with the
// fewest edges to fill in first (ties: lowest), of an undirected graph.
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

// MinDegree is the width of the triangulation that eliminates the node with the
// fewest neighbours first (ties: lowest), of an undirected graph.
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

// Width is that of the triangulation that an elimination order makes.
func Width(m Matrix, order []int32) int {
	return eliminate(m, func(_ Matrix, left []int) int { return int(order[len(m)-len(left)]) })
}

// MaxCardinality is the width of the triangulation along a maximum cardinality
// search (ties: lowest), whose last node is eliminated first.
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

// eliminate takes the nodes away one by one, joining each one's neighbours, and
// returns the most neighbours that any had.
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

// fill counts the missing edges among the neighbours of x.
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

// ExactTreewidth is the least width over all elimination orders, by dynamic
// programming over the sets eliminated first (Bodlaender et al. 2006): for
// small graphs only.
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

// around counts the nodes that x has as neighbours once `before` is eliminated:
// those outside that a path through it reaches.
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
