package ges

import (
	"context"
	"math/big"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// FamilyScore asks for the score of y with the given parents, in ascending order. What it returns adds the score to a total.
// It may be called after the next Fill of the scorer and before Trim.
type FamilyScore func(y int, parents []int32) func(total *big.Int)

// standing is where the extended search stands by a score that is not equal within a class: a member of the class and
// what it scores.
//
// By such a score, operators can undo one another, each with a gain, since each looks at another member: an Insert
// scores one as it is if x → y is put in, and the Delete one in which it is taken out. So a climb could go in circles.
// Hence a climb takes an operator only if it gains, and the class that it leads to has a higher total: the score of its
// one member that equiv.Extension makes, which keeps the required directions. That member depends on the class and
// the order of the nodes alone. The engine has the nodes in an order that does not depend on the caller's if they have
// names. And it is the member that the search returns, so what rises is the score that the caller gets.
//
// So the search ends. Each step of a climb leads to a class with a higher total, and there are finitely many classes:
// no climb is in a class twice. Each trial is a Delete and a climb, and it takes the place of a class only if its total is
// higher: so the classes that are taken differ too, and from each one finitely many trials begin.
type standing struct {
	member *graph.DAG
	scores []*big.Int // by node
	total  *big.Int
}

// accepts reports whether the search may take a valid operator, and where it stands then.
func (s *search) accepts(ctx context.Context, p phase, o *nodeOperators, op *operator) (*standing, bool, error) {
	if s.standing == nil {
		return nil, s.directions.allows(s, p, o, op), nil
	}
	if s.next == nil {
		s.next = s.class.Clone()
	} else {
		s.next.CopyFrom(s.class)
	}
	p.apply(s.next, int(op.x), o.y, p.set(s, o, op))
	to, err := s.stand(ctx, s.next)
	return to, to != nil && to.total.Cmp(s.standing.total) > 0, err
}

// stand returns where the search would stand in a class; nil if no member of it has the required directions. The
// scores of families that stay are not asked for again.
func (s *search) stand(ctx context.Context, class *equiv.Class) (*standing, error) {
	member, err := class.Extension(s.opt.Constraints.Directions())
	if err != nil {
		return nil, nil
	}
	to := &standing{member: member, scores: make([]*big.Int, s.n), total: new(big.Int)}
	if s.standing != nil {
		copy(to.scores, s.standing.scores)
		to.total.Set(s.standing.total)
	}
	type change struct {
		y   int
		add func(total *big.Int)
	}
	var changes []change
	for y := range s.n {
		if s.standing != nil && member.Pa(y).Equal(s.standing.member.Pa(y)) {
			continue
		}
		changes = append(changes, change{y, s.opt.Score(y, member.Pa(y).Append(nil))})
	}
	if err := s.scorer.Fill(ctx); err != nil {
		return nil, err
	}
	for _, c := range changes {
		if old := to.scores[c.y]; old != nil {
			to.total.Sub(to.total, old)
		}
		score := new(big.Int)
		c.add(score)
		to.scores[c.y] = score
		to.total.Add(to.total, score)
	}
	return to, nil
}

// above reports whether a trial has reached a higher score than the search that it is a copy of.
func (s *search) above(other *search) bool {
	switch {
	case s.trial.beaten:
		return false
	case s.standing == nil:
		return s.gained > other.gained
	}
	return s.standing.total.Cmp(other.standing.total) > 0
}
