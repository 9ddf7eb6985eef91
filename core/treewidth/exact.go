package treewidth

import (
	"context"
	"errors"
	"math/rand/v2"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// Result is what is known of a graph's treewidth: it is at least Lower and at most
// Best.Width.
type Result struct {
	Best   *Triangulation // of the least width found
	Lower  int
	Minor  Minor // proves its Degree as a lower bound; what Lower has more, searches did
	OutOfMemory bool  // a search was given up since it would have kept too much
}

// Proved says whether the treewidth is known.
func (r *Result) Proved() bool { return r.Lower == r.Best.Width }

// Exact finds the treewidth of an undirected graph of n nodes, which is not changed,
// or how much can be known of it until ctx ends.
func Exact(ctx context.Context, n int, adjacency bitset.Matrix) *Result {
	s := &solver{ctx: ctx, chordal: adjacency.Clone()}
	s.result.Best = greedy(ctx, n, adjacency, n)
	s.todo = []*piece{wholePiece(n, adjacency)}
	for s.low < s.result.Best.Width && len(s.todo)+len(s.atoms) > 0 {
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

// tries is how many other ways of breaking ties are tried.
const tries = 64

// greedy is the narrowest of some greedy triangulations: one by each rule, and, while
// they are wider than enough and ctx lasts, more by min-fill with ties broken otherwise.
func greedy(ctx context.Context, n int, adjacency bitset.Matrix, enough int) *Triangulation {
	best := Triangulate(n, adjacency, MinFill)
	if t := Triangulate(n, adjacency, MinDegree); t.Width < best.Width {
		best = t
	}
	for k := uint64(0); k < tries && best.Width > enough && ctx.Err() == nil; k++ {
		first := rand.New(rand.NewPCG(k, 0)).Perm(n)
		if t := triangulate(n, adjacency, MinFill, first); t.Width < best.Width {
			best = t
		}
	}
	return best
}

// solver is the work on one graph, whose treewidth is low or, if that is more, the
// largest of those of the pieces still to do.
type solver struct {
	ctx     context.Context
	low     int
	chordal bitset.Matrix // the graph, and the edges that were put in
	todo    []*piece
	atoms   []*piece // those that cannot be made smaller
	stopped bool     // nothing more will be proved
	result  Result
}

// raise takes note of a lower bound, if it is better.
func (s *solver) raise(m Minor) {
	if m.Degree > s.low {
		s.low, s.result.Minor = m.Degree, m
	}
}

// step makes one piece smaller or takes it apart; when there is none left that this
// can be done with, it decides the widest.
func (s *solver) step() {
	if len(s.todo) == 0 {
		s.decide(s.widest())
		return
	}
	last := len(s.todo) - 1
	p := s.todo[last]
	s.todo = s.todo[:last]
	if p.best == nil {
		s.raise(contraction(p))
	}
	left := s.reduce(p)
	for _, c := range components(p.n, p.adj, left) {
		if c.nodes.Count() == p.n {
			s.divide(p)
		} else {
			s.divide(p.sub(c.nodes))
		}
	}
}

// divide takes a connected piece that cannot be reduced apart, if it can.
func (s *solver) divide(p *piece) {
	if p.best == nil {
		if parts := s.split(p); parts != nil {
			s.todo = append(s.todo, parts...)
			return
		}
		p.best = greedy(s.ctx, p.n, p.adj, s.low)
	}
	s.atoms = append(s.atoms, p)
}

// widest takes the first of the atoms whose triangulation is the widest: the others
// may be no wider than the lower bound that comes of it.
func (s *solver) widest() *piece {
	at := 0
	for i, p := range s.atoms {
		if p.best.Width > s.atoms[at].best.Width {
			at = i
		}
	}
	p := s.atoms[at]
	s.atoms = append(s.atoms[:at], s.atoms[at+1:]...)
	return p
}

// decide says whether the treewidth of an atom is at most low, and if so triangulates
// it. If not, low rises, and the atom is to be done again.
func (s *solver) decide(p *piece) {
	if p.best.Width <= s.low || s.stopped {
		s.triangulate(p)
		return
	}
	search := newSearch(s.ctx, p, s.low)
	found, err := search.run()
	switch {
	case err != nil:
		s.stopped = true
		s.result.OutOfMemory = errors.Is(err, errMemory)
		s.triangulate(p)
	case found:
		search.eachClique(func(clique bitset.Set) { s.join(p, clique) })
	default:
		s.low++
		s.todo = append(s.todo, p)
	}
}

// triangulate joins what the best triangulation of a piece does.
func (s *solver) triangulate(p *piece) {
	for x := range p.n {
		s.join(p, p.best.clique(x))
	}
}

// join makes some nodes of a piece a clique, in the graph too.
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
