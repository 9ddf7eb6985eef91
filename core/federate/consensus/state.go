package consensus

import (
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// state is a class, and what is known of the deletions that it offers.
//
// The deletions of an open edge have their scores. An edge with more than Terms.OpenAbove is closed. It has a bound: the
// sum over the sites of each site's own least cut, or over different nodes that of boundUnlike. None of its deletions has a
// lower score. So there need not be a number for each of its deletions. There may be millions.
type state struct {
	class  *equiv.Class
	edges  []consensus.Operators
	forced bool
	scores [][]score // of each edge: the score of each deletion; of a closed one the bound
}

func newState(class *equiv.Class, t *Terms, open []Pair) *state {
	s := &state{class: class}
	s.edges, s.forced = consensus.ListOperators(class, t.Run, t.listed(open))
	s.scores = make([][]score, len(s.edges))
	return s
}

// scoresOf is how many scores the sites are asked for about an edge.
func scoresOf(m *consensus.Operators) int {
	if m.Closed {
		return 1
	}
	return len(m.Kept)
}

// count is how many numbers a question asks for about the state.
func (s *state) count(q *Question, t *Terms) (count int) {
	for k := range s.edges {
		if q.asks(PairOf(s.edges[k].U, s.edges[k].V)) {
			count += t.width() * scoresOf(&s.edges[k])
		}
	}
	return count
}

// take takes over the state's part of the sums that answer a question. It returns the rest.
func (s *state) take(q *Question, t *Terms, total int64, sum []uint64) []uint64 {
	for k := range s.edges {
		if !q.asks(PairOf(s.edges[k].U, s.edges[k].V)) {
			continue
		}
		s.scores[k] = make([]score, scoresOf(&s.edges[k]))
		for i := range s.scores[k] {
			s.scores[k][i], sum = t.scoreOf(sum, total)
		}
		if s.edges[k].Closed && t.Unlike && s.scores[k][0].num > s.scores[k][0].den {
			s.scores[k][0] = score{1, 1} // see boundUnlike
		}
	}
	return sum
}

// choice is a deletion that a state offers.
type choice struct {
	edge  *consensus.Operators
	kept  bitset.Set
	score score
}

func (c *choice) same(o *choice) bool {
	return c.edge.U == o.edge.U && c.edge.V == o.edge.V && c.kept.Equal(o.kept)
}

// best is the deletion that a run would take at the state: of the lowest score, the first one
// (MCBNC, Algorithm 1). It is nil if the run ends there. It is not known as long as there are
// doubts: closed edges whose bound is so low that they may have a better one.
func (s *state) best(t *Terms) (best *choice, doubts []Pair) {
	at, found := -1, choice{}
	for k := range s.edges {
		for i, score := range s.scores[k] {
			if !s.edges[k].Closed && (at < 0 || score.compare(found.score) < 0) {
				at, found = k, choice{&s.edges[k], s.edges[k].Kept[i], score}
			}
		}
	}
	var least score // of the bounds that cast doubt
	for k := range s.edges {
		if !s.edges[k].Closed || s.ends(t, s.scores[k][0]) {
			continue
		}
		bound := s.scores[k][0]
		if above := bound.compare(found.score); at >= 0 && (above > 0 || above == 0 && k > at) {
			continue
		}
		if at < 0 && len(doubts) > 0 && bound.compare(least) > 0 { // while nothing is open, the lowest bound goes first
			continue
		}
		if at < 0 && bound.compare(least) != 0 {
			doubts = doubts[:0]
		}
		least = bound
		doubts = append(doubts, PairOf(s.edges[k].U, s.edges[k].V))
	}
	if len(doubts) > 0 || at < 0 || s.ends(t, found.score) {
		return nil, doubts
	}
	return &found, nil
}

// ends reports whether a run stops before a step of this score: Ψ is above θ, and no forbidden
// edge has to go.
func (s *state) ends(t *Terms, score score) bool {
	return !s.forced && t.Run.Until != nil && score.psi() > *t.Run.Until
}

func (s *state) after(c *choice, t *Terms, open []Pair) *state {
	class, h := s.class.Clone(), c.edge.NA.Clone()
	h.AndNot(c.kept)
	class.Delete(int(c.edge.U), int(c.edge.V), h)
	return newState(class, t, open)
}
