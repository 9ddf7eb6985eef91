package hsearch

import (
	"math"
	"math/bits"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Unlike DAGs are DAGs over different nodes. A DAG has a say about a deletion (u, v, S) if it has u and v. It is blind there
// if it joins u and v given what it has of S, and lacks a node of S: that node may explain the join. A blind DAG counts an
// eighth, so
//
//	Ψ = Σ w_i k_i c_i / Σ w_i k_i,    k_i = 1 if DAG i is blind, else 8.
//
// Ψ is 0 if no DAG of positive weight has a say. The denominator depends on the deletion. If each DAG has all nodes, no DAG
// is blind, and Ψ is that of the paper.
//
// # Keys
//
// A run compares scores as integers. The score of a deletion is the key of its Ψ, which is ⌊K num / den⌋ with K = M², where
// M is the largest denominator there can be. Two different fractions with denominators up to M differ by at least 1/M². So
// their keys differ, and have the order of the fractions; and equal fractions have one key.
//
// # Bounds
//
// A subproblem has bounds ℓ_i ≤ c_i for all S with P ∪ lo ⊆ S ⊆ P ∪ hi. The lowest Ψ that these admit has c_i = ℓ_i. Where
// ℓ_i = 0 the DAG counts in full: an eighth and a larger cut can only raise Ψ. Where ℓ_i ≥ 1, DAG i is blind for every S if
// P ∪ lo has a node that it lacks, for no S if P ∪ hi has none, and else for some. In the last case either k_i may be, and
// the lowest Ψ has the k_i that makes w_i k_i (ℓ_i − Ψ) least. This k_i is 1 where ℓ_i ≥ Ψ, and 8 where ℓ_i < Ψ. extreme
// finds the lowest Ψ as the least of a linear-fractional function (W. Dinkelbach, Management Science 13, 1967): from any k
// on, Ψ falls with each turn until the k that belong to it are those that gave it.
type Unlike struct {
	Nodes bitset.Matrix // row i: the nodes that DAG i has

	weights Weights
	square  uint64 // K
}

// Full and Eighth are k_i of a DAG that is not blind, and of one that is.
const (
	Full   = 8
	Eighth = 1
)

// NewUnlike returns nil if each DAG has all n nodes.
func NewUnlike(sees []bitset.Set, weights Weights, n int) *Unlike {
	like, total := true, uint64(0)
	for i, nodes := range sees {
		like = like && nodes.Count() == n
		total += uint64(weights[i])
	}
	if like {
		return nil
	}
	t := &Unlike{Nodes: bitset.NewMatrix(len(sees), n), weights: weights, square: Full * total * Full * total}
	for i, nodes := range sees {
		t.Nodes.Row(i).Copy(nodes)
	}
	return t
}

// MostUnlike is the largest sum of weights with which all keys of runs on n nodes fit 62 bits: n (8 MostUnlike)² ≤ 2^62.
func MostUnlike(n int) int64 {
	return int64(math.Sqrt((1 << 56) / float64(n)))
}

// Fraction is Ψ = Num / Den; 0 / 0 if no DAG of positive weight has a say.
type Fraction struct{ Num, Den int64 }

func (f *Fraction) add(weight int64, cut uint16, k int64) {
	f.Num += weight * k * int64(cut)
	f.Den += weight * k
}

// key is the key of the fraction, whose quotient is below n.
func (t *Unlike) key(f Fraction) int64 {
	if f.Den == 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(f.Num), t.square)
	key, _ := bits.Div64(hi, lo, uint64(f.Den))
	return int64(key)
}

// HasSay reports whether DAG i has u and v.
func (t *Unlike) HasSay(i, u, v int) bool { return t.Nodes.Row(i).Has(u) && t.Nodes.Row(i).Has(v) }

// Blind reports whether DAG i, which joins the ends of an edge given s, is blind. Ends of the edge may be in s.
func (t *Unlike) Blind(i int, s bitset.Set) bool { return !s.SubsetOf(t.Nodes.Row(i)) }

// Psi is Ψ of one deletion by the cuts of all DAGs: cuts[i·step] is that of DAG i. Ends of the edge may be in s.
func (t *Unlike) Psi(u, v int, s bitset.Set, cuts []uint16, step int) (f Fraction) {
	for i, w := range t.weights {
		if w > 0 && t.HasSay(i, u, v) {
			k, cut := int64(Full), cuts[i*step]
			if cut > 0 && t.Blind(i, s) {
				k = Eighth
			}
			f.add(w, cut, k)
		}
	}
	return f
}

// Key is the key of Psi.
func (t *Unlike) Key(u, v int, s bitset.Set, cuts []uint16, step int) int64 {
	return t.key(t.Psi(u, v, s, cuts, step))
}

// span is the parents of v with a part of NA, which is S with u or without it.
type span struct{ pa, part bitset.Set }

func (s span) subsetOf(set bitset.Set) bool {
	for w := range set {
		if (s.pa[w]|s.part[w])&^set[w] != 0 {
			return false
		}
	}
	return true
}

// extreme is the key of the lowest Ψ that the cuts admit for an S between lo and hi, or of the highest.
func (sv *Solver) extreme(s *Search, lo, hi bitset.Set, cuts []uint16, highest bool) int64 {
	t, pa := sv.Unlike, sv.Class.Pa(s.V)
	sv.either = sv.either[:0]
	var sure Fraction // of the DAGs that are blind for every S, or for none
	for i, w := range t.weights {
		if w == 0 || !t.HasSay(i, s.U, s.V) {
			continue
		}
		switch has := t.Nodes.Row(i); {
		case cuts[i] == 0 || span{pa, hi}.subsetOf(has):
			sure.add(w, cuts[i], Full)
		case !span{pa, lo}.subsetOf(has):
			sure.add(w, cuts[i], Eighth)
		default:
			sv.either = append(sv.either, int32(i))
		}
	}
	best := sure
	for _, i := range sv.either {
		best.add(t.weights[i], cuts[i], Eighth)
	}
	for {
		now := sure
		for _, i := range sv.either {
			k, c := int64(Eighth), int64(cuts[i])*best.Den
			if !highest && c < best.Num || highest && c > best.Num {
				k = Full
			}
			now.add(t.weights[i], cuts[i], k)
		}
		if t.key(now) == t.key(best) {
			return t.key(best)
		}
		best = now
	}
}

// tally brings the subproblem's score in line with its bounds, if the DAGs are unlike.
func (sv *Solver) tally(s *Search, sub *subproblem) {
	if sv.Unlike != nil {
		sub.sum = sv.extreme(s, sub.lo, sub.hi, sub.bound, false)
	}
}

// scoreOf is the score of the subproblem's leaf with these cuts.
func (sv *Solver) scoreOf(s *Search, sub *subproblem, cuts []uint16) int64 {
	if sv.Unlike != nil {
		return sv.extreme(s, sub.hi, sub.hi, cuts, false)
	}
	return sv.Weights.Score(cuts)
}

// unlikeLeafIsAbove is leafIsAbove for unlike DAGs: by the known cuts of the leaf, and the bounds of the others.
func (sv *Solver) unlikeLeafIsAbove(s *Search, sub *subproblem) bool {
	sv.atLeast = append(sv.atLeast[:0], sub.bound...)
	for i := range sub.known.All() {
		sv.atLeast[i] = sub.leaf[i]
	}
	return sv.scoreOf(s, sub, sv.atLeast) > sub.sum
}

// unsure is a node of hi \ lo that decides whether DAGs are blind: the one that most weight lacks, of the DAGs for which it is open
// (ties: the lowest node). So the order of the DAGs does not count. There must be one.
func (sv *Solver) unsure(s *Search, sub *subproblem) int {
	t, pa := sv.Unlike, sv.Class.Pa(s.V)
	best, most := -1, int64(0)
	for x := range sub.hi.All() {
		if sub.lo.Has(x) {
			continue
		}
		lacking := int64(0)
		for i, w := range t.weights {
			has := t.Nodes.Row(i)
			if sub.bound[i] > 0 && t.HasSay(i, s.U, s.V) && !has.Has(x) && (span{pa, sub.lo}).subsetOf(has) {
				lacking += w
			}
		}
		if lacking > most {
			best, most = x, lacking
		}
	}
	return best
}
