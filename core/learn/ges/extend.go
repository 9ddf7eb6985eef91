package ges

import (
	"context"
	"slices"
)

// Trials go on side by side, at most this number for each worker, and this number in all. Those after one that wins are in
// vain. No answer depends on these numbers.
const sideOfWorker, maxSide = 4, 16

// extend leaves local optima by trials, as the extremely greedy search does (Nazaret and Blei, "Extremely greedy
// equivalence search", UAI 2024). It climbs: it makes the best Delete that gains; if there is none, the best such Turn;
// if there is none, the best such Insert; until there is none of the three. Then it tries the operators of lists, list by
// list, the best one first, whatever they gain: from a copy, it applies the operator, forbids what would undo it, and
// climbs. The first trial that has gained more in all takes the place of the class. The search goes on with those
// of the first list that were not tried, and tries all again once none of a list is left. It ends when all
// trials from a class led to no better one.
//
// At its end, no Insert, Delete or Turn gains: that is where a climb ends.
//
// It does end, because each class that is taken has a higher score than those before. If the score is not equal within
// a class, operators are taken that raise the score of a certain member too: see standing.
//
// Beyond the paper: a Turn may also reverse an edge that the class does not direct; Turns are tried, not Deletes alone;
// and a Delete is tried in two ways (see lists). Trials go on side by side, so that the scorer evaluates what all of them
// ask for together. The answer is that of one trial at a time: those after the first one that wins have not happened.
// After a success the next one is likely, so few trials go on then.
func (s *search) extend(ctx context.Context) (*search, error) {
	s.digests = newDigests(s.class)
	if s.opt.Score != nil {
		var err error
		if s.standing, err = s.stand(ctx, s.class); err != nil {
			return s, err
		}
	}
	if err := s.run(ctx, deleting{}, turning{}, inserting{}); err != nil {
		return s, err
	}
	tries := tries{tried: map[choice]bool{}, lost: map[state]bool{}}
	improved, side := false, 1
	for at := 0; at < len(lists); {
		trials, err := tries.next(ctx, s, at, side)
		switch {
		case err != nil:
			return s, err
		case len(trials) > 0:
		case improved:
			tries.again()
			improved = false
			continue
		default:
			at++
			continue
		}
		if err := goOn(ctx, trials...); err != nil {
			return s, err
		}
		first := slices.IndexFunc(trials, func(t *search) bool { return t.above(s) })
		if first < 0 {
			tries.lose(trials)
			side = min(2*side, sideOfWorker*s.team.Workers(), maxSide)
			continue
		}
		tries.lose(trials[:first])
		s, at, improved, side = trials[first], 0, true, 1
		tries.win(s)
		if err := s.unban(ctx); err != nil {
			return s, err
		}
	}
	return s, nil
}

// unban makes a trial the search: it may apply all operators again, and climbs on.
func (s *search) unban(ctx context.Context) error {
	s.trial, s.banned, s.at, s.done = nil, ban{}, 0, false
	return goOn(ctx, s)
}
