package ges

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
)

// side is how many trials go on side by side. The answer depends on it, so it does not depend on the machine.
const side = 16

// extend is the extremely greedy search (Nazaret and Blei, "Extremely greedy equivalence search", UAI 2024), which leaves
// local optima. It climbs: it makes the best Delete that gains; if there is none, the best such Turn; if there is
// none, the best such Insert; until there is none of the three. Then it tries all Deletes of the class, best first,
// whatever they gain: from a copy, it applies one, forbids to insert that edge again, and climbs. Of the trials that
// go on side by side, the best one takes the place of the class if it has gained more in all. The search ends when
// all Deletes of a class have been tried and none of them led to a better one.
//
// At its end, no Insert, Delete or Turn gains: that is where a climb ends.
//
// It does end, because each class that is taken has a higher score than those before. So the score must be equal
// within a class, or a climb may not end.
//
// Unlike the paper's, trials share one scorer, which evaluates what all of them ask for together, and a Turn may also
// reverse an edge that the class does not direct.
func (s *search) extend(ctx context.Context) (*search, error) {
	if err := s.run(ctx, deleting{all: true}, turning{}, inserting{}); err != nil {
		return s, err
	}
	tried, improved := map[deletion]bool{}, false
	for {
		trials := s.trials(tried)
		switch {
		case len(trials) > 0:
		case improved:
			clear(tried)
			improved = false
			continue
		default:
			return s, nil
		}
		if err := goOn(ctx, trials...); err != nil {
			return s, err
		}
		best := slices.MaxFunc(trials, func(a, b *search) int { return cmp.Compare(a.gained, b.gained) })
		if best.gained <= s.gained {
			continue
		}
		s, improved = best, true
		if err := s.unban(ctx); err != nil {
			return s, err
		}
	}
}

// deletion is a Delete, whatever the class is.
type deletion struct {
	x, y   int
	clique string // the C
}

// trials starts the next trials, and marks them as tried. The Deletes of an undirected edge come in both directions, of
// which one is enough.
func (s *search) trials(tried map[deletion]bool) (trials []*search) {
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
		if len(trials) == side {
			break
		}
		tried[c.o.deletion(c.op)] = true
		if s.directions.allows(s, t.phase, c.o, c.op) {
			trials = append(trials, s.try(c.o, c.op))
		}
	}
	return trials
}

// deletion is an operator of a node.
func (o *nodeOperators) deletion(op *operator) deletion {
	var words []byte
	for _, word := range o.families[op.family].clique {
		words = binary.LittleEndian.AppendUint64(words, word)
	}
	return deletion{int(op.x), o.y, string(words)}
}

// try returns a copy of the search that has applied a Delete, and may not insert that edge again. Until the copy is
// done, the search must not change.
func (s *search) try(o *nodeOperators, op *operator) *search {
	c := *s
	c.class, c.steps = s.class.Clone(), slices.Clip(s.steps)
	c.tables = make([]*table, len(s.tables))
	for k, t := range s.tables {
		c.tables[k] = t.copy()
	}
	c.makeScratch()
	c.trial, c.at, c.done = true, 0, false
	c.banned = [2]int{int(op.x), o.y}
	c.step(c.tables[0].phase, o, op)
	return &c
}

// unban makes a trial the search: it may insert all edges again, and climbs on.
func (s *search) unban(ctx context.Context) error {
	for _, t := range s.tables {
		t.stale.Add(s.banned[0])
		t.stale.Add(s.banned[1])
	}
	s.trial, s.at, s.done = false, 0, false
	s.banned = [2]int{}
	return goOn(ctx, s)
}
