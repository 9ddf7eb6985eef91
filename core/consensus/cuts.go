package consensus

import "github.com/mcbnc/mcbnc/core/bitset"

// forgetCuts puts every cut of e back to what adjacency alone says of it.
func (c *candidates) forgetCuts(e int) {
	known, joined, cutIn := c.known.Row(e), c.joined.Row(e), c.cutIn.Row(e)
	known.Clear()
	if c.capOne {
		known.Copy(joined)
	}
	at, sum := c.where[e], c.sum[e]
	for w := range cutIn {
		for word := joined[w] | cutIn[w]; word != 0; word &= word - 1 {
			dag := bitset.Lowest(w, word)
			cut, least := &c.cuts[at.first+dag*at.step], joinedBound(joined, dag)
			sum += c.weight[dag] * (int64(least) - int64(*cut))
			*cut = least
		}
	}
	c.sum[e] = sum
	cutIn.Copy(joined)
}

// forgetCut does so for one DAG.
func (c *candidates) forgetCut(e, dag int) {
	least := joinedBound(c.joined.Row(e), dag)
	if least == 0 || !c.capOne {
		c.known.Row(e).Remove(dag)
	}
	c.setCut(e, dag, least)
}

// setCut replaces one cut, or bound, of e.
func (c *candidates) setCut(e, dag int, cut uint16) {
	at := c.cutAt(e, dag)
	c.sum[e] += c.weight[dag] * (int64(cut) - int64(*at))
	*at = cut
	if cut > 0 {
		c.cutIn.Row(e).Add(dag)
	} else {
		c.cutIn.Row(e).Remove(dag)
	}
}

// cutAt is where the cut of e in a DAG is kept.
func (c *candidates) cutAt(e, dag int) *uint16 {
	at := c.where[e]
	return &c.cuts[at.first+dag*at.step]
}

// raise notes that a cut or bound of e is known, if it is more than adjacency says.
func (c *candidates) raise(e, dag int, cut uint16) {
	if cut > joinedBound(c.joined.Row(e), dag) {
		c.raised.Row(e).Add(dag)
	}
}

// raiseAnew notes it of just the cuts that stand in cuts.
func (c *candidates) raiseAnew(e int) {
	raised, joined := c.raised.Row(e), c.joined.Row(e)
	for w, in := range c.cutIn.Row(e) {
		raised[w] = in &^ joined[w]
		for word := in & joined[w]; word != 0; word &= word - 1 {
			i := bitset.Lowest(w, word)
			c.raise(e, i, *c.cutAt(e, i))
		}
	}
}

// copyCuts fills row with e's cuts, one for each DAG.
func (c *candidates) copyCuts(e int, row []uint16) {
	clear(row)
	cutIn := c.cutIn.Row(e)
	for i := cutIn.Next(0); i >= 0; i = cutIn.Next(i + 1) {
		row[i] = *c.cutAt(e, i)
	}
}

// joinedBound is a lower bound on any cut in DAG i: two adjacent nodes cannot be
// separated without cutting their own edge.
func joinedBound(joined bitset.Set, i int) uint16 {
	if joined.Has(i) {
		return 1
	}
	return 0
}
