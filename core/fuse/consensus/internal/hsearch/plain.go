package hsearch

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// A plain subproblem has the bounds by adjacency alone: bound[i] is 1 if joined has i, else 0. Where there are
// very many DAGs, bound and leaf are made when the first question is asked about it. Many searches end before.

// plain makes a subproblem plain, which has no memory for bounds.
func (sv *Solver) plain(edge Edge, joined bitset.Set) *subproblem {
	n, dags := sv.Class.N, len(sv.Weights)
	nodes, ofDAGs := bitset.NewMatrix(2, n), bitset.NewMatrix(4, dags)
	sub := &subproblem{
		lo: nodes.Row(0), hi: nodes.Row(1), clique: sv.Class.IsClique(edge.NA),
		exact: ofDAGs.Row(0), known: ofDAGs.Row(1), above: ofDAGs.Row(2), joined: ofDAGs.Row(3),
	}
	sub.hi.Copy(edge.NA)
	sub.joined.Copy(joined)
	for i := range joined.All() {
		sub.sum += sv.Weights[i]
	}
	return sub
}

// unfold gives a subproblem its bounds, if it is plain.
func (sv *Solver) unfold(sub *subproblem, edge *Edge) {
	if sub.joined == nil {
		return
	}
	memory := sv.newSubproblem()
	sub.bound, sub.leaf, sub.proofs = memory.bound, memory.leaf, memory.proofs
	for i := range sub.joined.All() {
		sub.bound[i] = 1
		sub.restsOnArc(i, edge)
	}
	sub.joined = nil
}

// forgetJoined is Forget for a plain subproblem.
func (sub *subproblem) forgetJoined(dag int, least uint16, weights Weights) {
	if least == 0 && sub.joined.Has(dag) {
		sub.joined.Remove(dag)
		sub.sum -= weights[dag]
	}
}
