package oracle

import "slices"

// Turns are the classes that differ from the class of p by one arc of a member that is turned, each once, with the
// gain of each. The score must be equal within a class. A member's arc may be turned if that leaves it acyclic; a
// turn that leads to the same class is none.
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
