package oracle

import "slices"

// Pick is one step of the greedy order: the chosen node, its cost, and all nodes of this cost. The lowest
// of them is chosen.
type Pick struct {
	Node, Cost int
	Tied       []int
}

// Order is the greedy order of Puerta et al. (2021). It is built from the last node to the first, and the
// picks are in this sequence. A node is not chosen while one of its children in directed remains. The
// directions may be nil.
func Order(dags []Matrix, directed Matrix) ([]int, []Pick) {
	n := len(dags[0])
	work := make([]Matrix, len(dags))
	for i, g := range dags {
		work[i] = g.Clone()
	}
	left := New(n).nodes(everyNode)
	order, picks := make([]int, 0, n), make([]Pick, 0, n)
	for len(left) > 0 {
		pick := cheapest(work, slices.DeleteFunc(slices.Clone(left), func(x int) bool {
			return slices.ContainsFunc(left, func(y int) bool { return directed.has(x, y) })
		}))
		for _, g := range work {
			makeSink(g, pick.Node)
			for x := range g {
				g[x][pick.Node] = false
			}
		}
		left = without(left, pick.Node)
		order = append([]int{pick.Node}, order...)
		picks = append(picks, pick)
	}
	return order, picks
}

// cheapest is the remaining node of the least total sink cost.
func cheapest(dags []Matrix, left []int) Pick {
	best := Pick{Cost: -1}
	for _, x := range left {
		cost := 0
		for _, g := range dags {
			cost += sinkCost(g, x)
		}
		switch {
		case best.Cost < 0 || cost < best.Cost:
			best = Pick{Node: x, Cost: cost, Tied: []int{x}}
		case cost == best.Cost:
			best.Tied = append(best.Tied, x)
		}
	}
	return best
}

// sinkCost is the heuristic's cost of making x a sink of g: the number of its children, plus the number of
// parents that each child would gain, plus the number of parents that x would gain.
func sinkCost(g Matrix, x int) int {
	children, parents := g.Children(x), g.Parents(x)
	cost := len(children)
	gained := []int{}
	for _, c := range children {
		cost += len(without(parents, g.Parents(c)...))
		gained = append(gained, g.Parents(c)...)
	}
	gained = without(gained, append(append([]int{x}, parents...), children...)...)
	slices.Sort(gained)
	return cost + len(slices.Compact(gained))
}

// makeSink makes x a sink of g: it covers and reverses each arc out of x. Each time, it takes the lowest
// child to which no other directed path leads from x.
func makeSink(g Matrix, x int) {
	for len(g.Children(x)) > 0 {
		for _, c := range g.Children(x) {
			g[x][c] = false
			if g.Reachable(x)[c] {
				g[x][c] = true
				continue
			}
			px, pc := g.Parents(x), g.Parents(c)
			for _, p := range px {
				g[p][c] = true
			}
			for _, p := range pc {
				g[p][x] = true
			}
			g[c][x] = true
			break
		}
	}
}

// MinimalIMap is the minimal I-map of the DAG g along the order: p is a parent of v if and only if p
// precedes v, and the other predecessors of v do not d-separate p and v.
func MinimalIMap(g Matrix, order []int) Matrix {
	imap := New(len(g))
	for k, v := range order {
		for _, p := range order[:k] {
			imap[p][v] = !DSeparated(g, p, v, without(order[:k], p))
		}
	}
	return imap
}

// Union is the graph with all arcs of all the graphs.
func Union(graphs []Matrix) Matrix {
	u := New(len(graphs[0]))
	for _, g := range graphs {
		for _, a := range g.Arcs() {
			u[a[0]][a[1]] = true
		}
	}
	return u
}

// Fuse returns the greedy order, the minimal I-maps along it, and their fusion: the union of the I-maps,
// with an arc for each required pair.
func Fuse(dags []Matrix, c Constraints) (order []int, imaps []Matrix, fusion Matrix) {
	order, _ = Order(dags, c.Directed)
	imaps, fusion = FuseAlong(dags, c, order)
	return order, imaps, fusion
}

// FuseAlong is the fusion along a given order.
func FuseAlong(dags []Matrix, c Constraints, order []int) (imaps []Matrix, fusion Matrix) {
	for _, g := range dags {
		imaps = append(imaps, MinimalIMap(g, order))
	}
	return imaps, c.require(Union(imaps), order)
}
