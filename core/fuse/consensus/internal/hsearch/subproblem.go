package hsearch

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// subproblem stands for every S with P ∪ lo ⊆ S ⊆ P ∪ hi whose part of NA is a clique. For DAG i
// and every such S (MCBNC, section 4):
//
//	bound[i] ≤ min cut in moral(An_i({u,v} ∪ P ∪ lo)) − (P ∪ hi) ≤ c_i.
//
// The first is an equality if exact has i. leaf[i] is c_i of the leaf if known has i, and
// else what it was for another leaf. Both stand until DAG i loses an arc into the ancestral
// set.
type subproblem struct {
	bound  []uint16 // the first three together: Forget looks at nothing else of most subproblems
	leaf   []uint16
	proofs []Proof    // of each DAG: what its bound rests on; Border counts only if exact has the DAG; nil unless Frugal
	lo, hi bitset.Set // subsets of NA
	hSize  int        // |NA \ hi|
	clique bool       // hi is a clique, so the leaf is admissible
	barred bool       // left out for now: see Search.Bar
	sum    int64      // Σ w_i bound[i]; if the DAGs are unlike, the key of the lowest Ψ: see Unlike
	exact  bitset.Set // DAGs whose bound is the cut that it stands for
	known  bitset.Set // DAGs whose leaf is known
	above  bitset.Set // DAGs whose leaf was more than the bound in the subproblem that this one is a part of
	joined bitset.Set // not nil: the subproblem is plain
}

// newSubproblem returns a subproblem in few allocations, or the memory of a released one: a search makes thousands.
func (sv *Solver) newSubproblem() *subproblem {
	if last := len(sv.spare) - 1; last >= 0 {
		sub := sv.spare[last]
		sv.spare = sv.spare[:last]
		sub.clear()
		return sub
	}
	n, dags := sv.Class.N, len(sv.Weights)
	ofNodes, ofDAGs := bitset.Words(n), bitset.Words(dags)
	sets, cuts := make([]uint64, 2*ofNodes+3*ofDAGs), make([]uint16, 2*dags)
	take := func(words int) bitset.Set {
		set := sets[:words:words]
		sets = sets[words:]
		return set
	}
	var proofs []Proof
	if sv.Frugal {
		proofs = make([]Proof, dags)
	}
	return &subproblem{
		proofs: proofs,
		lo:     take(ofNodes), hi: take(ofNodes),
		bound: cuts[:dags:dags], leaf: cuts[dags:],
		exact: take(ofDAGs), known: take(ofDAGs), above: take(ofDAGs),
	}
}

func (sub *subproblem) clear() {
	clear(sub.bound)
	clear(sub.leaf)
	clear(sub.proofs)
	for _, set := range []bitset.Set{sub.lo, sub.hi, sub.exact, sub.known, sub.above} {
		set.Clear()
	}
	sub.hSize, sub.clique, sub.barred, sub.sum = 0, false, false, 0
}

// mostSpare is the number of released subproblems whose memory is kept for others.
const mostSpare = 64

// release keeps the memory of subproblems that are not needed any more.
func (sv *Solver) release(subs ...*subproblem) {
	for _, sub := range subs {
		if sub.joined == nil && len(sv.spare) < mostSpare {
			sv.spare = append(sv.spare, sub)
		}
	}
}

// Release keeps the memory of a search, which may be nil, that is not needed any more.
func (sv *Solver) Release(s *Search) {
	if s != nil {
		sv.release(s.subs...)
		s.subs = nil
	}
}

func (sub *subproblem) setBound(i int, bound uint16, weights Weights) {
	sub.sum += weights.Change(i, sub.bound[i], bound)
	sub.bound[i] = bound
}

// settle is called after bound[i] or leaf[i] has changed. If the bound is the cap, every c_i
// of the subproblem is the cap too, and nothing is left to be asked. If the bound is the
// leaf, the bound is exact, since the cut that it stands for lies between the two.
func (sub *subproblem) settle(i int, limit uint16) {
	switch {
	case sub.bound[i] == limit:
		sub.leaf[i] = limit
		sub.settled(i)
		sub.known.Add(i)
	case sub.bound[i] == sub.leaf[i] && sub.known.Has(i):
		sub.settled(i)
	}
}

func (p *Problem) settleAll(sub *subproblem) {
	if p.Cap != NoCap {
		for i := range sub.bound {
			sub.settle(i, p.Cap)
		}
		return
	}
	for w := range sub.known { // without a cap, only a known leaf can settle a bound
		for open := sub.known[w] &^ sub.exact[w]; open != 0; open &= open - 1 {
			sub.settle(bitset.Lowest(w, open), p.Cap)
		}
	}
}

// solved reports whether the leaf is the best of the subproblem: its score equals the bound
// on all scores, and no H of the subproblem is smaller than the leaf's.
func (sv *Solver) solved(s *Search, sub *subproblem) bool {
	return sub.clique && sub.known.Count() == len(sv.Weights) && sv.scoreOf(s, sub, sub.leaf) == sub.sum
}

// leafIsAbove reports whether the leaf's score is known to be more than the bound.
func (sv *Solver) leafIsAbove(s *Search, sub *subproblem) bool {
	if sv.Unlike != nil {
		return sv.unlikeLeafIsAbove(s, sub)
	}
	for w, word := range sub.known {
		for ; word != 0; word &= word - 1 {
			if i := bitset.Lowest(w, word); sub.leaf[i] != sub.bound[i] && sv.Weights[i] > 0 {
				return true
			}
		}
	}
	return false
}

// undecided is the lowest node of hi \ lo, which must not be empty.
func (sub *subproblem) undecided() int {
	x := sub.hi.Next(0)
	for sub.lo.Has(x) {
		x = sub.hi.Next(x + 1)
	}
	return x
}

// before compares two subproblems of one search by the lowest key that a deletion of theirs
// can have: score, then |H|, then H in lexicographic order.
func (sub *subproblem) before(other *subproblem) bool {
	if sub.sum != other.sum {
		return sub.sum < other.sum
	}
	if sub.hSize != other.hSize {
		return sub.hSize < other.hSize
	}
	return HBefore(sub.hi, other.hi)
}

// HBefore compares H = NA \ a with H' = NA \ b, of equal size. They first differ at the
// lowest node that is in one of a and b only. The one that has this node comes first.
func HBefore(a, b bitset.Set) bool {
	for w := range a {
		if differ := a[w] ^ b[w]; differ != 0 {
			return b.Has(bitset.Lowest(w, differ))
		}
	}
	return false
}
