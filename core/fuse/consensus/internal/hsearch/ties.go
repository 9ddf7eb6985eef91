package hsearch

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Tied is a set of deletions of one edge that have the same score: all H = NA \ (S ∩ NA)
// with Lo ⊆ S ∩ NA ⊆ Hi that are not too large. Sizes[j] of them leave out j nodes of
// Hi \ Lo.
type Tied struct {
	Lo, Hi bitset.Set
	Sizes  []float64
}

// Count is how many they are.
func (t *Tied) Count() (count float64) {
	for _, size := range t.Sizes {
		count += size
	}
	return count
}

// Cuts asks all DAGs for the cut of an edge given some nodes, with others removed. The answer
// stands until the next question.
type Cuts func(ctx context.Context, given, removed bitset.Set) ([]uint16, error)

// EachTied calls found for disjoint sets of deletions that together are all those of the
// search whose score is its Best, the lowest. It searches beside the subproblems of the
// search, which stay as they are except for sharper bounds. answer gets the answer to the
// solver's Question, and has it recorded.
func (sv *Solver) EachTied(
	ctx context.Context, s *Search, answer func(context.Context) error, cuts Cuts, found func(Tied),
) error {
	score, _ := s.Best()
	open := slices.Clone(s.subs)
	for len(open) > 0 {
		sub := open[len(open)-1]
		open = open[:len(open)-1]
		if sv.askAllBut(sub.exact) {
			sv.makeBoundsQuestion(s, sub)
			if err := answer(ctx); err != nil {
				return err
			}
		}
		if sub.sum > score || !s.allows(sub.hSize) {
			continue
		}
		if sub.clique {
			highest, err := sv.highest(ctx, s, sub, cuts)
			if err != nil {
				return err
			}
			if highest == score { // every S of the subproblem has this score
				found(s.wholeOf(sub))
				continue
			}
			if sub.lo.Equal(sub.hi) {
				continue
			}
		}
		parts, err := sv.tieParts(ctx, s, sub)
		if err != nil {
			return err
		}
		open = append(open, parts[:]...)
	}
	s.FindBest()
	return nil
}

// tieParts are the parts of sub without some node of hi \ lo and with it.
func (sv *Solver) tieParts(ctx context.Context, s *Search, sub *subproblem) (parts [2]*subproblem, err error) {
	var x int
	if sub.clique {
		x = sub.undecided()
	} else {
		x = sv.leastAdjacent(sub)
	}
	if err = sv.findMeets(ctx, s, sub, x); err != nil {
		return parts, err
	}
	if parts[0], err = sv.partWithout(ctx, s, sub, x); err != nil {
		return parts, err
	}
	if parts[1], err = sv.partWith(ctx, s, sub, x); err != nil {
		return parts, err
	}
	sv.tally(s, parts[0])
	sv.tally(s, parts[1])
	return parts, nil
}

// highest is an upper bound on the score of every S of sub (MCBNC, section 4):
//
//	Σ w_i min cut in moral(An_i({u,v} ∪ P ∪ hi)) − (P ∪ lo).
//
// It is the score itself where lo = hi.
func (sv *Solver) highest(ctx context.Context, s *Search, sub *subproblem, cuts Cuts) (int64, error) {
	sv.outer(s, sub.hi, sv.given)
	sv.outer(s, sub.lo, sv.removed)
	sizes, err := cuts(ctx, sv.given, sv.removed)
	if err != nil {
		return 0, err
	}
	if sv.Unlike != nil {
		return sv.extreme(s, sub.lo, sub.hi, sizes, true), nil
	}
	return sv.Weights.Score(sizes), nil
}

// wholeOf counts the admissible H of a subproblem whose hi is a clique, by size.
func (s *Search) wholeOf(sub *subproblem) Tied {
	free := sub.hi.Count() - sub.lo.Count()
	most := free
	for !s.allows(sub.hSize + most) {
		most--
	}
	tied := Tied{Lo: sub.lo, Hi: sub.hi}
	ways := 1.0 // free over j
	for j := 0; j <= most; j++ {
		tied.Sizes = append(tied.Sizes, ways)
		ways *= float64(free-j) / float64(j+1)
	}
	return tied
}
