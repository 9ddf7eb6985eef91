package hsearch

import (
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// Solver works on one search at a time, with scratch of its own. Several solvers may work at
// once, on different searches of one problem.
type Solver struct {
	*Problem
	Question Question // the last one that Next has made

	Branches  int64 // how many subproblems were split
	Explained int64 // how many larger cuts were explained

	worker int // towards the inputs

	given, removed     bitset.Set    // of nodes, of a question
	probe              bitset.Set    // of nodes
	must, gone, added  bitset.Set    // of nodes: see Adapt
	asked              bitset.Set    // of DAGs, of a question
	asking             bitset.Set    // of DAGs: see askFew
	meets, meetsBeyond bitset.Set    // of DAGs: where an ancestral set has what is being decided on
	raised             bitset.Set    // of DAGs: see RecordReach
	larger             []int32       // DAGs: see decisive
	causes             []Cause       // of these
	spare              []*subproblem // released; their memory is for others
	either             []int32       // DAGs: see extreme
	atLeast            []uint16      // of each DAG: see unlikeLeafIsAbove
}

func NewSolver(p *Problem, worker int) *Solver {
	nodes, dags := bitset.NewMatrix(6, p.Class.N), bitset.NewMatrix(5, len(p.Weights))
	return &Solver{
		Problem: p, worker: worker,
		given: nodes.Row(0), removed: nodes.Row(1), probe: nodes.Row(2),
		must: nodes.Row(3), gone: nodes.Row(4), added: nodes.Row(5),
		asked: dags.Row(0), meets: dags.Row(1), meetsBeyond: dags.Row(2), raised: dags.Row(3), asking: dags.Row(4),
	}
}

// Question is a cut that is to be asked for: of u and v, given some nodes, with others
// removed. Its sets are the solver's, and stand until the next call of the solver.
type Question struct {
	AboutLeaf      bool // a leaf's cuts, not the cuts that bounds stand for
	Given, Removed bitset.Set
	Dags           bitset.Set
	sub            *subproblem
}

// Need is what makes a search's bound sharper.
type Need int

const (
	Exact  Need = iota // nothing: the leaf is the best deletion
	Answer             // the answer to the solver's Question
	Branch             // a split of the best subproblem
)

// Next finds what sharpens the bound of the search. If that is an answer, it makes the
// Question.
//
// The best subproblem is split as soon as its leaf is known to score more than its bound.
// So the DAGs in which that is to be expected are asked first: those in which it was so in
// the subproblem that this one is a part of.
func (sv *Solver) Next(s *Search) Need {
	sub := s.subs[s.best]
	sv.unfold(sub, &s.Edge)
	sv.asked.Copy(sub.above)
	sv.asked.Or(sub.known) // where the bound is not exact, this leaf is above it too
	switch {
	case sv.solved(s, sub):
		return Exact
	case sv.askNot(sub.exact) || sv.askAllBut(sub.exact):
		sv.askFew(s)
		sv.makeBoundsQuestion(s, sub)
	case !sub.clique:
		return Branch
	case !sv.leafIsAbove(s, sub) && (sv.askLikeliest(sub) || sv.askAllBut(sub.known)):
		sv.askFew(s)
		sv.outer(s, sub.hi, sv.given)
		sv.makeQuestion(sub, true, sv.given)
	default:
		return Branch
	}
	return Answer
}

// makeBoundsQuestion asks for the cuts that the bounds of sub stand for.
func (sv *Solver) makeBoundsQuestion(s *Search, sub *subproblem) {
	sv.outer(s, sub.lo, sv.given)
	sv.outer(s, sub.hi, sv.removed)
	sv.makeQuestion(sub, false, sv.removed)
}

func (sv *Solver) makeQuestion(sub *subproblem, aboutLeaf bool, removed bitset.Set) {
	sv.Question = Question{AboutLeaf: aboutLeaf, Given: sv.given, Removed: removed, Dags: sv.asked, sub: sub}
}

func (p *Problem) outer(s *Search, part, set bitset.Set) { Outer(p.Class, s.U, s.V, part, set) }

// Outer fills set with pa(v) \ {u} ∪ part: S, for a part of NA.
func Outer(class *equiv.Class, u, v int, part, set bitset.Set) {
	set.Copy(class.Pa(v))
	set.Or(part)
	set.Remove(u)
}

// askLikeliest asks those of the DAGs above in which the leaf was most above the bound, by
// weight. It reports whether there are any whose leaf is not known yet.
func (sv *Solver) askLikeliest(sub *subproblem) bool {
	sv.asked.Copy(sub.above)
	if !sv.askNot(sub.known) {
		return false
	}
	difference := func(i int) int64 { return sv.Weights.Change(i, sub.bound[i], sub.leaf[i]) }
	most := int64(math.MinInt64)
	for i := sv.asked.Next(0); i >= 0; i = sv.asked.Next(i + 1) {
		most = max(most, difference(i))
	}
	for i := sv.asked.Next(0); i >= 0; i = sv.asked.Next(i + 1) {
		if difference(i) < most {
			sv.asked.Remove(i)
		}
	}
	return true
}

// askAllBut asks all DAGs but those of answered. It reports whether there are any.
func (sv *Solver) askAllBut(answered bitset.Set) bool {
	sv.asked.Fill(len(sv.Weights))
	return sv.askNot(answered)
}

// askNot takes the DAGs of answered out of those asked. It reports whether any are left.
func (sv *Solver) askNot(answered bitset.Set) bool {
	sv.asked.AndNot(answered)
	return sv.asked.Any()
}

// askFew leaves, of the DAGs that a frugal search is to ask, one in sixteen of all, and at least one: those that have
// raised bounds of the search most often. Mostly their answers are enough for the subproblem to be left alone.
func (sv *Solver) askFew(s *Search) {
	if !sv.Frugal {
		sv.AskFew(sv.asked)
		return
	}
	most := 1 + len(sv.Weights)/16
	if sv.asked.Count() <= most {
		return
	}
	sv.asking.Copy(sv.asked)
	sv.asked.Clear()
	for range most {
		best := sv.asking.Next(0)
		for i := best; i >= 0; i = sv.asking.Next(i + 1) {
			if s.raises[i] > s.raises[best] {
				best = i
			}
		}
		sv.asking.Remove(best)
		sv.asked.Add(best)
	}
}

// Record takes over the answer to the Question: sizes[i] is that of DAG i.
// proofs[i] is what it rests on, if the search is frugal and the answer about a bound.
func (sv *Solver) Record(s *Search, sizes []uint16, proofs []Proof) {
	q := &sv.Question
	sub := q.sub
	for w, word := range q.Dags {
		for ; word != 0; word &= word - 1 {
			i := bitset.Lowest(w, word)
			if q.AboutLeaf {
				sub.leaf[i] = sizes[i]
				sub.known.Add(i)
			} else {
				if sv.Frugal {
					if sizes[i] > sub.bound[i] {
						s.raises[i]++
					}
					sub.proofs[i] = proofs[i]
				}
				sub.setBound(i, sizes[i], sv.Weights)
				sub.exact.Add(i)
			}
			sub.settle(i, sv.Cap)
		}
	}
	if !q.AboutLeaf {
		sv.tally(s, sub)
		s.FindBest()
	}
}

// LargestS is the state of the leaf of the Question's subproblem, if that leaf is the largest S of the edge, without any H:
// the cuts, and the DAGs in which these are known. It is nil for another leaf.
func (sv *Solver) LargestS() (cuts []uint16, known bitset.Set) {
	if sub := sv.Question.sub; sub.hSize == 0 {
		return sub.leaf, sub.known
	}
	return nil, nil
}
