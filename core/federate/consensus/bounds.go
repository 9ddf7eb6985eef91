package consensus

import "github.com/mcbnc/mcbnc/core/federate/masked"

// counts reports whether a DAG counts once in sums of answers to such questions, whatever its weight.
func (k Kind) counts() bool { return k == Sees || k == Costs || k == IMaps || k == Joins }

// bound proves the bits of sums of answers. The greatest number of one DAG of n nodes is:
//
//	sees, imaps, morals, arrows, joins, shares, directions, explained
//	           1: each is an indicator.
//	costs      n²: for k children and p parents, a sink adds at most k + k p + n − 1 − k − p, where k + p ≤ n − 1.
//	cuts       n − 1: the edges of u separate it, and it has no more. A least cut of a closed edge is one of them. Over
//	           different nodes a cut is counted scale times, as what it is out of is.
//	distances  n (n − 1) / 2: two moral graphs differ in so many pairs at most.
//
// Where I-maps are disguised, the number is random, and has no bound: its sum is 0 if all are.
func (t *Terms) bound(kind Kind) masked.Bound {
	b := masked.Bound{Greatest: 1, Units: t.Total()}
	if kind.counts() {
		b.Units = t.dags()
	}
	switch n := int64(t.N); kind {
	case Costs:
		b.Greatest = n * n
	case Cuts:
		b.Greatest = max(t.scale()*(n-1), 1)
	case Distances:
		b.Greatest = max(int64(pairs(t.N)), 1)
	}
	return b
}
