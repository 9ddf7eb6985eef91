package jointly

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// lacking are the sets, or the families, whose F is needed and unknown to a model.
type lacking struct {
	model  score.Partial // nil: the model has all
	wanted [][]int32     // ascending each
}

func newLacking(m score.Model) *lacking {
	partial, _ := m.(score.Partial)
	return &lacking{model: partial}
}

// has reports whether F of a set is known. If not, the set is lacking.
func (l *lacking) has(set []int32) bool {
	if l.model == nil || l.model.Knows(set) {
		return true
	}
	l.wanted = append(l.wanted, slices.Clone(set))
	return false
}

// hasFamily reports whether the score of y with some parents is known.
func (l *lacking) hasFamily(y int, parents []int32) bool {
	if l.model != nil && !l.model.Equal() {
		return l.has(with(parents, int(score.Child(int32(y)))))
	}
	without := l.has(parents)
	return l.has(with(parents, y)) && without
}

// with is the ascending list of some variables and x.
func with(variables []int32, x int) []int32 {
	at, _ := slices.BinarySearch(variables, int32(x))
	return slices.Insert(slices.Clone(variables), at, int32(x))
}

// errLacks ends a search that needs an F that is not known.
var errLacks = errors.New("jointly: the model does not know F of all sets that the search needs")

// scorer is what a search takes its gains and its potential from.
type scorer interface {
	ges.Scorer
	Family(y int, parents []int32) func(total *big.Int)
}

// exploring is a scorer by models that know F of some sets only. A gain that is not known counts as
// none, and the search goes on for some steps: what these lack is likely to be needed soon.
type exploring struct {
	scorer
	lacks  []*lacking
	ahead  int // how many more steps may lack something
	wanted int // how many lacking sets this search has asked for
	asked  int // the same when the step before ended
}

// hasFamily reports whether the scores of y with some parents are known.
func (s *exploring) hasFamily(y int, parents []int32) bool {
	known := true
	for _, l := range s.lacks {
		before := len(l.wanted)
		known = l.hasFamily(y, parents) && known
		s.wanted += len(l.wanted) - before
	}
	return known
}

// Gains is as in core/learn/ges, and 0 where something is not known.
func (s *exploring) Gains(y int, parents []int32, among bitset.Set) func(x int) int64 {
	known := among.Clone()
	if !s.hasFamily(y, parents) {
		known.Clear()
	}
	for x := among.Next(0); x >= 0; x = among.Next(x + 1) {
		if !s.hasFamily(y, with(parents, x)) {
			known.Remove(x)
		}
	}
	if !known.Any() {
		return func(int) int64 { return 0 }
	}
	gains := s.scorer.Gains(y, parents, known)
	return func(x int) int64 {
		if !known.Has(x) {
			return 0
		}
		return gains(x)
	}
}

// Family is as in core/learn/ges, and 0 where it is not known.
func (s *exploring) Family(y int, parents []int32) func(total *big.Int) {
	if !s.hasFamily(y, parents) {
		return func(*big.Int) {}
	}
	return s.scorer.Family(y, parents)
}

// Fill is as in core/learn/ges. It fails at the step at which the search must end.
func (s *exploring) Fill(ctx context.Context) error {
	if s.wanted > s.asked {
		if s.asked = s.wanted; s.ahead == 0 {
			return errLacks
		}
		s.ahead--
	}
	return s.scorer.Fill(ctx)
}

// scorer is a scorer by models that may lack values.
func (r *runner) scorer(by scorer, lacks ...*lacking) scorer {
	lacks = slices.DeleteFunc(lacks, func(l *lacking) bool { return l.model == nil })
	if len(lacks) == 0 {
		return by
	}
	return &exploring{scorer: by, lacks: lacks, ahead: r.Ahead}
}

// lacksSomething reports whether a search by a scorer asked for an unknown value.
func lacksSomething(by scorer) bool {
	e, partial := by.(*exploring)
	return partial && e.wanted > 0
}

// lacksMix reports whether anything is lacking, for the searches or for the mix of what they found.
func (r *runner) lacksMix() bool {
	for _, l := range []*lacking{r.lacksPooled, r.lacksOwn} {
		for _, f := range r.result.Found {
			for y := range r.n {
				l.hasFamily(y, f.DAG.Pa(y).Append(nil))
			}
		}
	}
	return len(r.lacksPooled.wanted)+len(r.lacksOwn.wanted) > 0
}
