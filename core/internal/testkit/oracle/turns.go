package oracle

import (
	"fmt"
	"slices"
)

// Turns are the classes that differ from the class of p by one arc of a member that is turned, each once, with the
// gain of each. The score must be equal within a class. A member's arc may be turned if that leaves it acyclic; a
// turn to the same class does not count.
func Turns(p Matrix, local Local, opt SearchOptions) []Move {
	var out []Move
	for _, d := range Extensions(p) {
		for _, arc := range d.Arcs() {
			v, u := arc[0], arc[1] // v → u becomes u → v
			turned := d.Clone()
			turned[v][u], turned[u][v] = false, true
			if !turned.Acyclic() || SameClass(d, turned) || opt.MaxParents >= 0 && len(turned.Parents(v)) > opt.MaxParents {
				continue
			}
			m := Move{X: u, Y: v, State: CPDAG(turned)}
			m.Gain = gain(local, v, d.Parents(v), turned.Parents(v)) + gain(local, u, d.Parents(u), turned.Parents(u))
			same := func(other Move) bool { return other.State.Equal(m.State) }
			if !slices.ContainsFunc(out, same) {
				out = opt.keep(out, m)
			}
		}
	}
	return out
}

// turnsByClique are the Turns of Hauser and Bühlmann (2012, propositions 31 and 34), each by the arc u → v that it makes
// and by the parents of v among its neighbours in a member. In this member u has no parents among its neighbours but v
// and those of v's that are adjacent to u, if u − v, and none at all if v → u.
func turnsByClique(p Matrix, local Local, opt SearchOptions) []Move {
	var out []Move
	seen := map[string]bool{}
	for _, d := range Extensions(p) {
		for _, arc := range d.Arcs() {
			v, u := arc[0], arc[1]
			turned := d.Clone()
			turned[v][u], turned[u][v] = false, true
			clique, least := parentsAmongNeighbours(p, d, v), []int{}
			if p[u][v] {
				least = append(least, v)
				for _, c := range clique {
					if p[c][u] || p[u][c] {
						least = append(least, c)
					}
				}
				slices.Sort(least)
			}
			name := fmt.Sprint(u, v, clique)
			if seen[name] || !slices.Equal(parentsAmongNeighbours(p, d, u), least) || !turned.Acyclic() ||
				SameClass(d, turned) || opt.MaxParents >= 0 && len(turned.Parents(v)) > opt.MaxParents {
				continue
			}
			seen[name] = true
			m := Move{X: u, Y: v, Set: clique, State: CPDAG(turned)}
			m.Gain = gain(local, v, d.Parents(v), turned.Parents(v)) + gain(local, u, d.Parents(u), turned.Parents(u))
			out = opt.keep(out, m)
		}
	}
	return out
}

// parentsAmongNeighbours are the parents of v in a member of the class of p that are its neighbours there.
func parentsAmongNeighbours(p, member Matrix, v int) []int {
	return slices.DeleteFunc(member.Parents(v), func(x int) bool { return !p[v][x] })
}
