package score

import (
	"context"
	"slices"
)

// Model is a score on a dataset. The score of a node y with parents P is
//
//	F(P ∪ {y}) − F(P) − Penalty(y, P)
//
// where F is a function of sets of variables. F is counted in integer units, so that sums
// do not depend on their order. Any number of goroutines may use a Model.
//
// A score that is not equal within a class has no such F. For it, F is a function of families: F of
// a family is the score of y with parents P itself, and F of any set of variables is 0. A family is
// written as a set: the parents and the mark Child(y).
//
// Whatever F is made of (counts, covariances) is the model's own business. A search reads
// no more than this interface.
type Model interface {
	// Variables is the number of the dataset's variables.
	Variables() int
	// Equal reports whether equivalent DAGs score the same. If not, F is a function of families.
	Equal() bool
	// Unit is the number of binary places of a unit, which is 2^-Unit.
	Unit() int
	// Float converts units to natural logarithms.
	Float(units int64) float64
	// Penalty is what the score takes off for y with the given parents, in natural
	// logarithms.
	Penalty(y int32, parents []int32) float64
	// NodePenalty is Penalty(y, nil) in units and at most MaxPenalty.
	NodePenalty(y int) int64
	// ArcPenalty is Penalty(y, others ∪ {x}) − Penalty(y, others), in units and at most
	// MaxPenalty. It equals the penalty of y → x over the same others: so equivalent DAGs
	// score the same.
	ArcPenalty(others []int32, x, y int) int64
	// NewBatch returns an evaluator of F for the given number of workers.
	NewBatch(workers int) Batch
}

// MaxPenalty is more units than any gain in F makes up for. Four values of F and a
// MaxPenalty add up without overflow, since no F exceeds 2^60 units.
const MaxPenalty = 1 << 61

// Child is the mark of y in the set that stands for y and its parents: a number that is no variable's.
// Child(Child(y)) is y.
func Child(y int32) int32 { return ^y }

// IsFamily reports whether a set has one mark, as its first member.
func IsFamily(set []int32) bool {
	return len(set) > 0 && set[0] < 0 && !slices.ContainsFunc(set[1:], func(v int32) bool { return v < 0 })
}

// familyOf are the child and the parents of a family; -1 if the set has no mark.
func familyOf(set []int32) (y int32, parents []int32) {
	y = -1
	for _, v := range set {
		if v < 0 {
			y = Child(v)
		} else {
			parents = append(parents, v)
		}
	}
	return y, parents
}

// Variables are the variables of a set or a family, in ascending order.
func Variables(set []int32) []int32 {
	y, parents := familyOf(set)
	if y < 0 {
		return set
	}
	return including(nil, parents, int(y))
}

// memberOf is what stands for y in the set of y and its parents by a model.
func memberOf(m Model, y int32) int32 {
	if m.Equal() {
		return y
	}
	return Child(y)
}

// Batch evaluates F of many sets. An open set has a slot, which keeps what the set's
// extensions by one variable share.
//
// F(Z) is the same to the last bit whichever way Z is evaluated: opened, or as an
// extension of any Z \ {x}. Calls with different workers may run concurrently. Calls of
// Open for one slot, and for its extensions, may not.
type Batch interface {
	// Slots is the number of sets that may be open at once, at least one for each worker.
	Slots() int
	// Cost is roughly what Open takes, and Extend for each variable, in nanoseconds.
	Cost() (open, extend int)
	// Open puts a set, in any order, into a slot and returns F(set). The caller means to extend it by
	// this number of variables.
	Open(worker, slot int, set []int32, extensions int) int64
	// Extend sets values[x] to F(set ∪ {x}) for each of the variables. None is in the slot's set.
	// Where ctx ends it returns early, with some of the values not set.
	Extend(ctx context.Context, worker, slot int, variables []int32, values []int64)
}

// LocalScorer scores families one at a time. It is for one goroutine.
type LocalScorer struct {
	model Model
	batch Batch
	set   []int32
}

// NewLocalScorer returns a scorer of single families by m.
func NewLocalScorer(m Model) *LocalScorer { return &LocalScorer{model: m, batch: m.NewBatch(1)} }

// Score is the score of y with the given parents, in ascending order, in natural
// logarithms. For discrete data it takes O(rows · (parents + 1)).
func (s *LocalScorer) Score(y int32, parents []int32) float64 {
	s.set = append(append(s.set[:0], parents...), memberOf(s.model, y))
	return s.model.Float(s.f(s.set)-s.f(parents)) - s.model.Penalty(y, parents)
}

func (s *LocalScorer) f(set []int32) int64 { return s.batch.Open(0, 0, set, 0) }
