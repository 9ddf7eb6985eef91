package treewidth

import (
	"context"
	"errors"
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// Result is what is known of a graph's treewidth: at least Lower, at most Best.Width.
type Result struct {
	Best   *Triangulation // of the least width found
	Lower  int
	Minor  Minor // proves a lower bound: all of Lower, or what was known before searches
	Blocks int   // feasible blocks found by searches
	Memory bool  // a search was given up for want of memory
}

// Proved says whether the treewidth is known.
func (r *Result) Proved() bool { return r.Lower == r.Best.Width }

// Exact finds the treewidth of an undirected graph of n nodes, which is not changed,
// or how far it can be known until ctx ends.
func Exact(ctx context.Context, n int, adjacency bitset.Matrix) *Result {
	s := &solver{ctx: ctx, n: n, chordal: adjacency.Clone()}
	s.result.Best = heuristic(n, adjacency)
	s.todo = []*piece{wholePiece(n, adjacency)}
	s.raise(contraction(s.todo[0]))
	for len(s.todo) > 0 && s.low < s.result.Best.Width {
		s.step()
	}
	if s.low < s.result.Best.Width {
		// All pieces are triangulated, and so is the graph they are put together to.
		if t := along(n, adjacency, perfectOrder(n, s.chordal)); t.Width < s.result.Best.Width {
			s.result.Best = t
		}
	}
	s.result.Lower = s.low
	return &s.result
}

// heuristic is the better one of the greedy triangulations.
func heuristic(n int, adjacency bitset.Matrix) *Triangulation {
	fill, degree := Triangulate(n, adjacency, MinFill), Triangulate(n, adjacency, MinDegree)
	if degree.Width < fill.Width {
		return degree
	}
	return fill
}

// solver is the work on one graph. Its treewidth is low, or the largest of the
// pieces' still to do, if that is more.
type solver struct {
	ctx     context.Context
	n       int
	low     int
	chordal bitset.Matrix // the graph, and all edges that were put in on the way
	todo    []*piece
	result  Result
	stopped bool // nothing more will be proved
}

// raise takes note of a lower bound, if it is better.
func (s *solver) raise(m Minor) {
	if m.Degree > s.low {
		s.low = m.Degree
		s.result.Minor = m
	}
}

// join makes a set of a piece's nodes a clique, in the graph too.
func (s *solver) join(p *piece, nodes bitset.Set) {
	for x := nodes.Next(0); x >= 0; x = nodes.Next(x + 1) {
		row, whole := p.adj.Row(x), s.chordal.Row(int(p.label[x]))
		for w := range row {
			for fresh := nodes[w] &^ row[w]; fresh != 0; fresh &= fresh - 1 {
				if y := bitset.Lowest(w, fresh); y != x {
					row.Add(y)
					whole.Add(int(p.label[y]))
				}
			}
		}
	}
}

// step works on one piece: makes it smaller, or takes it apart, or decides whether its
// treewidth is more than low.
func (s *solver) step() {
	last := len(s.todo) - 1
	p := s.todo[last]
	s.todo = s.todo[:last]
	left := s.reduce(p)
	for _, c := range components(p.n, p.adj, left) {
		part := p
		if c.nodes.Count() < p.n {
			part = p.sub(c.nodes)
			part.atom = false
		}
		s.divide(part)
	}
}

// divide takes a connected piece apart, or else decides it.
func (s *solver) divide(p *piece) {
	if s.stopped || s.ctx.Err() != nil {
		s.triangulate(p, heuristic(p.n, p.adj))
		return
	}
	s.raise(contraction(p))
	if !p.atom {
		if parts := s.split(p); parts != nil {
			s.todo = append(s.todo, parts...)
			return
		}
		p.atom = true
	}
	s.decide(p)
}

// decide says whether the treewidth of a piece is at most low, and if so triangulates
// it. If not, low rises, and the piece is to be done again.
func (s *solver) decide(p *piece) {
	best := heuristic(p.n, p.adj)
	if best.Width <= s.low {
		s.triangulate(p, best)
		return
	}
	search := newSearch(p, s.low)
	found, err := search.run(s.ctx)
	s.result.Blocks += len(search.via)
	println(p.n, s.low, found, err != nil, len(search.via), search.cliques.count, search.unions.words/2/search.unions.width, St[0], St[1], St[2], St[3])
	switch {
	case err != nil:
		s.stopped = true
		s.result.Memory = errors.Is(err, errMemory)
		s.triangulate(p, best)
	case found:
		search.decomposition(func(clique bitset.Set) { s.join(p, clique) })
	default:
		s.low++
		s.todo = append(s.todo, p)
	}
}

func (s *solver) triangulate(p *piece, t *Triangulation) {
	for x := range p.n {
		clique := t.later.Row(x).Clone()
		clique.Add(x)
		s.join(p, clique)
	}
}

// perfectOrder is a perfect elimination order of a chordal graph, by maximum
// cardinality search from its end (Tarjan & Yannakakis 1984).
func perfectOrder(n int, chordal bitset.Matrix) []int32 {
	order := make([]int32, 0, n)
	seen, weight := bitset.New(n), make([]int, n)
	for range n {
		best := -1
		for x := range n {
			if !seen.Has(x) && (best < 0 || weight[x] > weight[best]) {
				best = x
			}
		}
		seen.Add(best)
		order = append(order, int32(best))
		for row, y := chordal.Row(best), chordal.Row(best).Next(0); y >= 0; y = row.Next(y + 1) {
			weight[y]++
		}
	}
	slices.Reverse(order)
	return order
}
