package chance

import (
	"cmp"
	"slices"
)

// moments are the mean and the standard deviation of the agreement of relabelled graphs, and the most that it can be. It sorts
// the shapes, so that their order does not change how sums are rounded.
func moments(n int, shapes []shape) (mean, deviation, most float64) {
	slices.SortFunc(shapes, func(s, t shape) int {
		return cmp.Or(cmp.Compare(s.edges, t.edges), cmp.Compare(s.touching, t.touching))
	})
	nodes := float64(n)
	pairs := nodes * (nodes - 1) / 2
	touching := nodes * (nodes - 1) * (nodes - 2)
	apart := pairs*(pairs-1) - touching
	var m, squares, a, b, smaller overPairs
	for _, s := range shapes {
		edges := float64(s.edges)
		m.add(edges, edges, s.times)
		squares.add(edges*edges, edges*edges, s.times)
		a.add(float64(s.touching), float64(s.touching), s.times)
		rest := float64(s.edges*(s.edges-1) - s.touching)
		b.add(rest, rest, s.times)
		smaller.add(edges, 1, s.times) // the graphs come by their numbers of edges
	}
	mean = m.sum / pairs
	return mean, root(mean + share(a.sum, touching) + share(b.sum, apart) - squares.sum/(pairs*pairs)), smaller.sum
}

// overPairs is the sum of x_i y_j over pairs of graphs i before j.
type overPairs struct{ before, sum float64 }

// add adds some equal graphs, after all before.
func (p *overPairs) add(x, y float64, times int64) {
	t := float64(times)
	p.sum += t*y*p.before + t*(t-1)/2*x*y
	p.before += t * x
}

// share is x / all. Few nodes have no such pairs at all.
func share(x, all float64) float64 {
	if all == 0 {
		return 0
	}
	return x / all
}
