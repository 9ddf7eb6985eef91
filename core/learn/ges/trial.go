package ges

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// trial is what a copy of a search has that tries a Delete.
type trial struct {
	deleted deletion
	states  []state        // that it went through
	beaten  bool           // it has ended where it cannot win
	lost    map[state]bool // the states of trials that lost: a trial in one of them loses too
}

// deletion is a Delete, whatever the class is.
type deletion struct {
	x, y   int
	clique string // the C
}

// state is a digest of all that a climb depends on: the class, and the arc that must not be inserted. Where trials meet,
// they go the same way, and they score the same: by a score that is equal within a class, or by the total of standing.
// The scores that they are held against only rise. So where one trial lost, all lose.
type state [sha256.Size]byte

// trials starts the next trials, at most so many. The Deletes of an undirected edge come in both directions, of which
// one is enough.
func (s *search) trials(
	ctx context.Context, tried map[deletion]bool, lost map[state]bool, most int,
) (trials []*search, err error) {
	t := s.tables[0]
	type choice struct {
		o  *nodeOperators
		op *operator
	}
	var choices []choice
	for _, o := range t.nodes {
		for k := range o.operators {
			op := &o.operators[k]
			if x := int(op.x); (x < o.y || s.class.Pa(o.y).Has(x)) && !tried[o.deletion(op)] {
				choices = append(choices, choice{o, op})
			}
		}
	}
	slices.SortFunc(choices, func(a, b choice) int { return s.compare(t.phase, a.o, b.o, a.op, b.op) })
	for _, c := range choices {
		if len(trials) == most {
			break
		}
		if s.directions.allows(s, t.phase, c.o, c.op) {
			next, err := s.try(ctx, c.o, c.op, lost)
			if err != nil {
				return nil, err
			}
			trials = append(trials, next)
		}
	}
	return trials, nil
}

// deletion is an operator of a node.
func (o *nodeOperators) deletion(op *operator) deletion {
	return deletion{int(op.x), o.y, string(appendWords(nil, o.families[op.family].clique))}
}

func appendWords(bytes []byte, set bitset.Set) []byte {
	for _, word := range set {
		bytes = binary.LittleEndian.AppendUint64(bytes, word)
	}
	return bytes
}

// try returns a copy of the search that has applied a Delete, and may not insert that arc again. Until the copy is
// done, the search must not change.
func (s *search) try(
	ctx context.Context, o *nodeOperators, op *operator, lost map[state]bool,
) (_ *search, err error) {
	c := *s
	c.class, c.steps = s.class.Clone(), slices.Clip(s.steps)
	c.tables = make([]*table, len(s.tables))
	for k, t := range s.tables {
		c.tables[k] = t.copy()
	}
	c.makeScratch()
	c.trial = &trial{deleted: o.deletion(op), lost: lost}
	c.at, c.done = 0, false
	c.banned = [2]int{int(op.x), o.y}
	c.step(c.tables[0].phase, o, op)
	c.recall()
	if s.standing != nil {
		c.standing, err = c.stand(ctx, c.class)
	}
	return &c, err
}

// recall ends a trial that is where another one lost.
func (s *search) recall() {
	now := s.state()
	if s.trial.lost[now] {
		s.lose()
	}
	s.trial.states = append(s.trial.states, now)
}

func (s *search) state() state {
	bytes := make([]byte, 0, 16*(1+s.n*len(s.class.Pa(0))))
	for _, v := range s.banned {
		bytes = binary.LittleEndian.AppendUint64(bytes, uint64(v))
	}
	for v := range s.n {
		bytes = appendWords(appendWords(bytes, s.class.Pa(v)), s.class.Ne(v))
	}
	return sha256.Sum256(bytes)
}

// lose ends a trial.
func (s *search) lose() { s.done, s.trial.beaten = true, true }
