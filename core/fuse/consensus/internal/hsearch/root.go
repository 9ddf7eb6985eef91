package hsearch

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// A search that has not been split, and has no bound but those of its one subproblem, is at
// its root. The directed edges into v have the same question about their roots: with
// P = pa(v) \ {u}, the bound of the root is the cut in moral(An_i({u, v} ∪ P)) − (P ∪ ne(v)),
// and {u, v} ∪ P is {v} ∪ pa(v) for all of them. So one search from v in a DAG finds every u
// whose bound is not 0 there.

// AtRoot reports whether the search is one subproblem that stands for all S of the edge.
func (s *Search) AtRoot() bool {
	return len(s.subs) == 1 && s.subs[0].hSize == 0 && !s.subs[0].lo.Any()
}

// RootZeros fills in with those of the DAGs in which the bound of the root is 0. It reports
// whether there are any.
func (s *Search) RootZeros(dags, in bitset.Set) bool {
	in.Clear()
	root := s.subs[0] // whose bounds are there, since Next has asked about it
	for i := dags.Next(0); i >= 0; i = dags.Next(i + 1) {
		if root.bound[i] == 0 {
			in.Add(i)
		}
	}
	return in.Any()
}

// RecordReach stores what searches from v show of the root: in DAG i the cut behind the
// bound is 0 unless row i of reached has u. It returns the DAGs whose bound has become 1. The
// set is the solver's own.
func (sv *Solver) RecordReach(s *Search, dags bitset.Set, reached bitset.Matrix) (raised bitset.Set) {
	root := s.subs[0]
	sv.unfold(root, &s.Edge)
	sv.raised.Clear()
	for w, word := range dags {
		for word &^= root.exact[w]; word != 0; word &= word - 1 {
			i := bitset.Lowest(w, word)
			switch {
			case !reached.Row(i).Has(s.U):
				root.settled(i)
			case root.bound[i] == 0:
				root.setBound(i, 1, sv.Weights)
				root.restsOnSearch(i)
				root.settle(i, sv.Cap)
				sv.raised.Add(i)
			}
		}
	}
	sv.tally(s, root)
	return sv.raised
}
