package ges

import (
	"context"
	"encoding/binary"
	"slices"
)

// maxSide is how many trials go on side by side at most. No answer depends on it.
const maxSide = 16

// extend is the extremely greedy search (Nazaret and Blei, "Extremely greedy equivalence search", UAI 2024), which leaves
// local optima. It climbs: it makes the best Delete that gains; if there is none, the best such Turn; if there is
// none, the best such Insert; until there is none of the three. Then it tries all Deletes of the class, best first,
// whatever they gain: from a copy, it applies one, forbids to insert that edge again, and climbs. The first trial that
// has gained more in all takes the place of the class. The search goes on with the Deletes of the new class that were
// not tried, and tries all again once none is left. It ends when all Deletes of a class led to no better one.
//
// At its end, no Insert, Delete or Turn gains: that is where a climb ends.
//
// It does end, because each class that is taken has a higher score than those before. If the score is not equal within
// a class, operators are taken that raise the score of a certain member too: see standing.
//
// Unlike the paper's, a Turn may also reverse an edge that the class does not direct. And trials go on side by side, so
// that the scorer evaluates what all of them ask for together. The answer is that of one trial at a time: those after
// the first one that wins have not happened. After a success the next one is likely, so few trials go on then.
func (s *search) extend(ctx context.Context) (*search, error) {
	if s.opt.Score != nil {
		var err error
		if s.standing, err = s.stand(ctx, s.class); err != nil {
			return s, err
		}
	}
	if err := s.run(ctx, deleting{all: true}, turning{}, inserting{}); err != nil {
		return s, err
	}
	tried, improved, side := map[deletion]bool{}, false, 1
	for {
		trials, err := s.trials(ctx, tried, side)
		switch {
		case err != nil:
			return s, err
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
		first := slices.IndexFunc(trials, func(t *search) bool { return !t.beaten && t.above(s) })
		happened := trials
		if first >= 0 {
			happened = trials[:first+1]
		}
		for _, t := range happened {
			tried[t.deleted] = true
		}
		if first < 0 {
			side = min(2*side, maxSide)
			continue
		}
		s, improved, side = trials[first], true, 1
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

// trials starts the next trials, at most so many. The Deletes of an undirected edge come in both directions, of which
// one is enough.
func (s *search) trials(ctx context.Context, tried map[deletion]bool, most int) (trials []*search, err error) {
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
			next, err := s.try(ctx, c.o, c.op)
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
	var words []byte
	for _, word := range o.families[op.family].clique {
		words = binary.LittleEndian.AppendUint64(words, word)
	}
	return deletion{int(op.x), o.y, string(words)}
}

// try returns a copy of the search that has applied a Delete, and may not insert that edge again. Until the copy is
// done, the search must not change.
func (s *search) try(ctx context.Context, o *nodeOperators, op *operator) (_ *search, err error) {
	c := *s
	c.class, c.steps = s.class.Clone(), slices.Clip(s.steps)
	c.tables = make([]*table, len(s.tables))
	for k, t := range s.tables {
		c.tables[k] = t.copy()
	}
	c.makeScratch()
	c.trial, c.at, c.done = true, 0, false
	c.deleted = o.deletion(op)
	c.banned = [2]int{int(op.x), o.y}
	c.step(c.tables[0].phase, o, op)
	if s.standing != nil {
		c.standing, err = c.stand(ctx, c.class)
	}
	return &c, err
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
