package hsearch

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// Proof is what the size of a cut depends on.
type Proof struct {
	// While no arc into a node of Support is removed from the DAG, the cut is no smaller.
	Support bitset.Folded
	// A removed node that is not in Border may be put back: if it is in the ancestral set, the cut stays what it is.
	Border bitset.Folded
}

// restsOn reports whether bound[i] may be wrong when arcs with these heads are gone.
func (sub *subproblem) restsOn(i int, heads *bitset.Folded) bool {
	return sub.proofs == nil || sub.proofs[i].Support.Meets(heads)
}

// restsOnArc records that bound[i] is the bound by adjacency: the head of the arc is u or v.
func (sub *subproblem) restsOnArc(i int, edge *Edge) {
	if sub.proofs != nil {
		support := &sub.proofs[i].Support
		*support = bitset.Folded{}
		support.Add(edge.U)
		support.Add(edge.V)
	}
}

// restsOnSearch records that a search has found bound[i]. The search does not show what the bound depends on.
func (sub *subproblem) restsOnSearch(i int) {
	if sub.proofs != nil {
		sub.proofs[i].Support = bitset.AllFolded
	}
}

// settled records that bound[i] is exact, without a proof.
func (sub *subproblem) settled(i int) {
	if !sub.exact.Has(i) && sub.proofs != nil {
		sub.proofs[i].Border = bitset.AllFolded
	}
	sub.exact.Add(i)
}

// loseExact takes dags out of exact, as hi has lost the nodes of probe, which are in the ancestral set. Where the
// bound's border has none of them, it stays exact.
func (sv *Solver) loseExact(sub *subproblem, dags bitset.Set) {
	if !sv.Frugal {
		sub.exact.AndNot(dags)
		return
	}
	var out bitset.Folded
	out.Unite(sv.probe)
	for i := dags.Next(0); i >= 0; i = dags.Next(i + 1) {
		if sub.proofs[i].Border.Meets(&out) {
			sub.exact.Remove(i)
		}
	}
}

// raise records for the part with the cause's node that the cause raises its bound in DAG i.
func (sv *Solver) raise(part *subproblem, cause *Cause, i int) {
	if cause.Raises {
		part.setBound(i, part.bound[i]+1, sv.Weights)
		part.proofs[i].Support = cause.Support
		part.settle(i, sv.Cap)
	}
}
