package ges

import (
	"context"
	"slices"
)

// maxSide is how many trials go on side by side at most. No answer depends on it.
const maxSide = 16

// extend is the extremely greedy search (Nazaret and Blei, "Extremely greedy equivalence search", UAI 2024), which leaves
// local optima. It climbs: it makes the best Delete that gains; if there is none, the best such Turn; if there is
// none, the best such Insert; until there is none of the three. Then it tries all Deletes of the class, best first,
// whatever they gain: from a copy, it applies Delete(x, y, H), forbids Inserts of x → y, and climbs. The first trial that
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
	lost := map[state]bool{}
	tried, improved, side := map[deletion]bool{}, false, 1
	for {
		trials, err := s.trials(ctx, tried, lost, side)
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
		first := slices.IndexFunc(trials, func(t *search) bool { return t.above(s) })
		losers := trials
		if first >= 0 {
			losers = trials[:first]
		}
		for _, t := range losers {
			tried[t.trial.deleted] = true
			for _, state := range t.trial.states {
				lost[state] = true
			}
		}
		if first < 0 {
			side = min(2*side, maxSide)
			continue
		}
		s, improved, side = trials[first], true, 1
		tried[s.trial.deleted] = true
		if err := s.unban(ctx); err != nil {
			return s, err
		}
	}
}

// unban makes a trial the search: it may insert all arcs again, and climbs on.
func (s *search) unban(ctx context.Context) error {
	for _, t := range s.tables {
		t.stale.Add(s.banned[1])
	}
	s.trial, s.at, s.done = nil, 0, false
	s.banned = [2]int{}
	return goOn(ctx, s)
}
