package treewidth

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Result holds bounds on the treewidth of a graph: it is at least Lower and at most Best.Width.
type Result struct {
	Best        *Triangulation // a triangulation of the least width found
	Lower       int            // the lower bound, from Minor or from exhaustive searches
	Minor       Minor          // proves the lower bound Minor.Degree, which is at most Lower
	OutOfMemory bool           // a search was ended by its memory limit
}

// Proved reports whether the bounds are equal, so that the treewidth is known.
func (r *Result) Proved() bool { return r.Lower == r.Best.Width }

// Exact computes the treewidth of an undirected graph of n nodes. If ctx ends, or a search needs too
// much memory, it returns the best bounds found. It does not change the graph. Its cost is
// exponential in the worst case.
func Exact(ctx context.Context, n int, adjacency bitset.Matrix) *Result {
	s := &solver{ctx: ctx, chordal: adjacency.Clone()}
	s.Best = greedy(ctx, n, adjacency, n)
	s.todo = []*piece{wholePiece(n, adjacency)}
	for !s.Proved() && len(s.todo)+len(s.atoms) > 0 {
		s.step()
	}
	if !s.Proved() {
		// All pieces are triangulated, so chordal, which has the edges of all pieces, is too.
		if t := triangulateAlong(n, adjacency, perfectOrder(n, s.chordal)); t.Width < s.Best.Width {
			s.Best = t
		}
	}
	return &s.Result
}

// tries is the largest number of min-fill eliminations with random ties.
const tries = 64

// greedy is the greedy triangulation of the least width, of one by each rule and several by min-fill
// with random ties (fixed seeds). It stops early if the width is at most goal or ctx ends.
func greedy(ctx context.Context, n int, adjacency bitset.Matrix, goal int) *Triangulation {
	best := triangulate(ctx, n, adjacency, MinFill, nil)
	if t := triangulate(ctx, n, adjacency, MinDegree, nil); t.Width < best.Width {
		best = t
	}
	for k := uint64(0); k < tries && best.Width > goal && ctx.Err() == nil; k++ {
		first := rand.New(rand.NewPCG(k, 0)).Perm(n)
		if t := triangulate(ctx, n, adjacency, MinFill, first); t.Width < best.Width {
			best = t
		}
	}
	return best
}

// solver is the state of Exact. The treewidth of the graph is the maximum of Lower and the treewidths
// of the pieces in todo and atoms.
type solver struct {
	Result
	ctx     context.Context
	chordal bitset.Matrix // the graph with the fill edges of all pieces
	todo    []*piece      // pieces to be reduced and split
	atoms   []*piece      // pieces that can be neither reduced nor split
	stopped bool          // ctx has ended or memory is short: no further search is made
}

// raise stores a lower bound if it is better than the present one.
func (s *solver) raise(m Minor) {
	if m.Degree > s.Lower {
		s.Lower, s.Minor = m.Degree, m
	}
}

// step reduces and splits one piece of todo. If todo is empty, it decides the widest atom.
func (s *solver) step() {
	if len(s.todo) == 0 {
		s.decide(s.widest())
		return
	}
	last := len(s.todo) - 1
	p := s.todo[last]
	s.todo = s.todo[:last]
	if p.best == nil {
		s.raise(contraction(s.ctx, p))
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

// divide splits a connected piece that cannot be reduced. If the piece cannot be split, it becomes an
// atom.
func (s *solver) divide(p *piece) {
	if p.best == nil {
		if parts := s.split(p); parts != nil {
			s.todo = append(s.todo, parts...)
			return
		}
		p.best = greedy(s.ctx, p.n, p.adj, s.Lower)
	}
	s.atoms = append(s.atoms, p)
}

// widest removes from atoms the first atom whose triangulation is the widest, and returns it. The
// widest atom comes first because the lower bound that results may be enough for the others.
func (s *solver) widest() *piece {
	widest := slices.MaxFunc(s.atoms, func(p, q *piece) int { return p.best.Width - q.best.Width })
	at := slices.Index(s.atoms, widest)
	s.atoms = slices.Delete(s.atoms, at, at+1)
	return widest
}

// decide triangulates an atom if its treewidth is at most Lower. Otherwise it raises Lower by one,
// and puts the atom into todo again.
func (s *solver) decide(p *piece) {
	if p.best.Width <= s.Lower || s.stopped {
		s.triangulate(p)
		return
	}
	search := newSearch(s.ctx, p, s.Lower)
	found, err := search.run()
	switch {
	case err != nil:
		s.stopped = true
		s.OutOfMemory = errors.Is(err, errMemory)
		s.triangulate(p)
	case found:
		search.eachClique(func(clique bitset.Set) { s.join(p, clique) })
	default:
		s.Lower++
		s.todo = append(s.todo, p)
	}
}

// triangulate adds the fill edges of the best triangulation of a piece.
func (s *solver) triangulate(p *piece) {
	for x := range p.n {
		s.join(p, p.best.clique(x))
	}
}

// join makes a set of nodes a clique in a piece, and the nodes that they are labelled with a clique in
// chordal.
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
