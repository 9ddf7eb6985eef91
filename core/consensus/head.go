package consensus

import "github.com/mcbnc/mcbnc/core/bitset"

// A node v with neighbours has no family: each of its edges u → v has NA(v, u) = ne(v), as
// in every CPDAG. But their frontiers begin alike. With P = pa(v) \ {u}, the bound of the
// root is the cut in moral(An_i({u, v} ∪ P)) − (P ∪ ne(v)), and {u, v} ∪ P is {v} ∪ pa(v)
// for all of them: so one search from v in a DAG finds every u whose bound is not 0 there.

// rootOf is the root of e's frontier, if a search from e's head is about it, or nil.
func (r *run) rootOf(e int) *node {
	cand := &r.c.list[e]
	if cand.undirected || cand.h == nil || len(cand.h.nodes) != 1 {
		return nil
	}
	if nd := cand.h.nodes[0]; nd.hSize == 0 && !nd.lo.Any() {
		return nd
	}
	return nil
}

// poseHead asks for e's head to be searched, where e's root is best, in those of the asked
// DAGs where its bound may be 0. It says whether there are any; asked is else what it was.
func (d *desk) poseHead(e int) bool {
	nd, v := d.rootOf(e), int(d.c.list[e].v)
	if nd == nil || d.class.Pa(v).Count() == 1 { // of which a cut says more
		return false
	}
	d.hit.Clear()
	for i := d.asked.Next(0); i >= 0; i = d.asked.Next(i + 1) {
		if nd.bound[i] == 0 {
			d.hit.Add(i)
		}
	}
	if !d.hit.Any() {
		return false
	}
	d.given.Copy(d.class.Pa(v))
	d.removed.Copy(d.given)
	d.removed.Or(d.class.Ne(v))
	q := &d.question
	q.about, q.edge = aboutHead, e
	q.reach = ReachQuery{V: v, Given: d.given, Family: d.removed, Dags: d.hit, Reached: d.reached}
	return true
}

// learnHead takes over what a search from v says of the roots of the edges into v: the
// bound is 0, and tight, or else 1 or more.
func (d *desk) learnHead(q *ReachQuery) {
	pa := d.class.Pa(q.V)
	for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
		e := d.c.edgeBetween(q.V, u)
		if nd := d.rootOf(e); nd != nil && d.learnRoot(e, u, nd, q) {
			d.note(d.seatOf(e))
		}
	}
}

// learnRoot does so for u's edge, and says whether its key is another one now.
func (d *desk) learnRoot(e, u int, nd *node, q *ReachQuery) (changed bool) {
	for w, word := range q.Dags {
		for word &^= nd.tight[w]; word != 0; word &= word - 1 {
			i := bitset.Lowest(w, word)
			switch {
			case !q.Reached.Row(i).Has(u):
				nd.tight.Add(i)
			case nd.bound[i] == 0:
				nd.setBound(i, 1, d.weights[i])
				d.c.raise(e, i, 1)
				nd.settle(i, d.cap)
				changed = true
			}
		}
	}
	return changed
}
