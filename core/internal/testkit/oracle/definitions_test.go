package oracle

import "slices"

// What the oracle itself is held to: the same notions by other definitions.

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

// MinCutBySides is MinCut by enumeration of all sets of nodes that contain v and not u. The
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
