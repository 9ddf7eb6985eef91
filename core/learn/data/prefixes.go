package data

// prefixes are the groups by the first k variables of a list, for k = 0, 1, ... Sets that are grouped one after the other
// often begin with the same variables.
type prefixes[G any] struct {
	last   []int32 // the list
	groups []G
}

// by are the groups by these variables. Those that the last list began with too cost nothing.
func (p *prefixes[G]) by(variables []int32, whole func(g *G), refine func(g, src *G, variable int32)) *G {
	if p.groups == nil {
		p.groups = make([]G, 1, 8)
		whole(&p.groups[0])
	}
	same := 0
	for same < min(len(variables), len(p.last)) && variables[same] == p.last[same] {
		same++
	}
	for k := same; k < len(variables); k++ {
		if k+1 == len(p.groups) {
			p.groups = append(p.groups, *new(G))
		}
		refine(&p.groups[k+1], &p.groups[k], variables[k])
	}
	p.last = append(p.last[:same], variables[same:]...)
	return &p.groups[len(variables)]
}
