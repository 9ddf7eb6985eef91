package consensus

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// forgetCuts resets every cut of e to the bound by adjacency. An unknown cut that is 0 exactly if u and v are not
// adjacent has that value already: a search in the family shows only that a cut is 1 or more.
func (t *edges) forgetCuts(e int) {
	known, joined, nonZero := t.known.Row(e), t.joined.Row(e), t.nonZero.Row(e)
	at, sum := t.where[e], t.sum[e]
	for w := range nonZero {
		for word := known[w] | (joined[w] ^ nonZero[w]); word != 0; word &= word - 1 {
			dag := bitset.Lowest(w, word)
			cut, least := &t.cuts[at.first+dag*at.step], adjacencyBound(joined, dag)
			sum += t.weight.Change(dag, *cut, least)
			*cut = least
		}
	}
	t.sum[e] = sum
	nonZero.Copy(joined)
	known.Clear()
	if t.capOne {
		known.Copy(joined)
	}
}

// forgetCut resets e's cut in one DAG to the bound by adjacency.
func (t *edges) forgetCut(e, dag int) {
	least := adjacencyBound(t.joined.Row(e), dag)
	if least == 0 || !t.capOne {
		t.known.Row(e).Remove(dag)
	}
	t.setCut(e, dag, least)
}

// setCut replaces one cut of e, or the bound in its place.
func (t *edges) setCut(e, dag int, cut uint16) {
	at := t.cutAt(e, dag)
	t.sum[e] += t.weight.Change(dag, *at, cut)
	*at = cut
	if cut > 0 {
		t.nonZero.Row(e).Add(dag)
	} else {
		t.nonZero.Row(e).Remove(dag)
	}
}

// cutAt is where the cut of e in a DAG is kept.
func (t *edges) cutAt(e, dag int) *uint16 {
	at := t.where[e]
	return &t.cuts[at.first+dag*at.step]
}

// raise records that a cut or bound of e is above the bound by adjacency, if it is.
func (t *edges) raise(e, dag int, cut uint16) {
	if cut > adjacencyBound(t.joined.Row(e), dag) {
		t.raised.Row(e).Add(dag)
	}
}

// copyCuts fills row with e's cuts, one for each DAG.
func (t *edges) copyCuts(e int, row []uint16) {
	clear(row)
	nonZero := t.nonZero.Row(e)
	for i := nonZero.Next(0); i >= 0; i = nonZero.Next(i + 1) {
		row[i] = *t.cutAt(e, i)
	}
}

// unlikeKey is the key of edge e, which has one S, if the DAGs are unlike.
func (t *edges) unlikeKey(e int) int64 {
	edge, at := &t.list[e], t.where[e]
	return t.unlike.Key(int(edge.u), int(edge.v), t.spanOf(e), t.cuts[at.first:], at.step)
}

// adjacencyBound is a lower bound on any cut in a DAG: the edge between two adjacent nodes is
// in every cut.
func adjacencyBound(joined bitset.Set, dag int) uint16 {
	if joined.Has(dag) {
		return 1
	}
	return 0
}
