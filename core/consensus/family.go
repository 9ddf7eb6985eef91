package consensus

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// families holds, for each node v, what is known of the edges of its family
// together. All of these u → v have S = pa(v) \ {u}: with u and v, always the same
// set, v's family. One search from v in a DAG finds every u that it depends on
// there given the rest of the family; for all the others c_i is 0.
type families struct {
	members  bitset.Matrix   // row v: {v} ∪ pa(v)
	memberOf bitset.Matrix   // row x: the v of whose family x is a member
	searched bitset.Matrix   // row v, over DAGs: those whose search from v stands
	reached  bitset.Matrix   // row v*dags+i: the members that the last search from v in DAG i reached
	region   []bitset.Matrix // of each v, row i: where it looked; those of one DAG lie side by side
	best     []int32         // of each v, the edge of its family with the lowest key, or -1
	spoilt   []bool          // of each v: best must be found again
	toFind   []int32         // the v for which it must
	family   bitset.Set      // scratch
}

func newFamilies(r *run) *families {
	n, dags := r.n, r.c.dags
	f := &families{
		members: bitset.NewMatrix(n, n), memberOf: bitset.NewMatrix(n, n),
		searched: bitset.NewMatrix(n, dags), reached: bitset.NewMatrix(n*dags, n), region: bitset.Interleaved(n, dags, n),
		best: slices.Repeat([]int32{-1}, n), spoilt: make([]bool, n),
		family: bitset.New(n),
	}
	for v := range n {
		pa := r.class.Pa(v)
		f.members.Row(v).Copy(pa)
		f.members.Row(v).Add(v)
		f.memberOf.Row(v).Add(v)
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			f.memberOf.Row(u).Add(v)
		}
	}
	return f
}

// poseFamily asks for v to be searched, where e is an edge into v, in the DAGs that
// are not known and whose search does not stand. It says whether there are any.
func (d *desk) poseFamily(e int, known bitset.Set) bool {
	v := int(d.c.list[e].v)
	d.allBut(known)
	if !d.without(d.f.searched.Row(v)) {
		return false
	}
	q := &d.question
	q.about, q.edge = aboutFamily, e
	q.reach = ReachQuery{
		V: v, Given: d.f.members.Row(v), Family: d.f.members.Row(v), Dags: d.asked,
		Reached: d.f.reached.Rows(v*d.c.dags, d.c.dags), Region: d.f.region[v],
	}
	return true
}

// learn takes over what a search says of the edges into v: a cut of 0, which is
// what stood there already, unless v reached the edge's other end: then it is 1 or more.
func (r *run) learn(q *ReachQuery) {
	r.f.searched.Row(q.V).Or(q.Dags)
	for i := q.Dags.Next(0); i >= 0; i = q.Dags.Next(i + 1) {
		for w, word := range q.Reached.Row(i) {
			for ; word != 0; word &= word - 1 {
				if e := r.inFamily(q.V, bitset.Lowest(w, word)); e >= 0 {
					r.c.known.Row(e).Remove(i)
					r.c.setCut(e, i, 1)
				}
			}
		}
	}
}

// inFamily is the edge u → v if it is of v's family, or -1.
func (r *run) inFamily(v, u int) int {
	if e := r.c.edgeBetween(v, u); e >= 0 && int(r.c.group[e]) == v {
		return e
	}
	return -1
}

// knownOf fills set with the DAGs in which the cut of e is known. In a family that is
// what the searches that stand say of it: 0, or 1 and more, and what then was asked for.
func (r *run) knownOf(e int, set bitset.Set) {
	set.Copy(r.c.known.Row(e))
	if !r.c.list[e].inFamily {
		return
	}
	joined, cutIn, searched := r.c.joined.Row(e), r.c.cutIn.Row(e), r.f.searched.Row(int(r.c.list[e].v))
	for w := range set {
		if r.c.capOne { // that it is 1 and more says all
			set[w] = searched[w] | joined[w]
		} else {
			set[w] = searched[w] & (set[w] | ^cutIn[w])
		}
	}
}

// forgetSearch takes the search from v in a DAG back, and what it said of the edges of
// v's family, and says whether the best of these has another key now. Their cuts only
// become less; and those that v did not reach were 0. A family that was empty has no best
// edge until it is found again.
func (r *run) forgetSearch(v, dag int) (changed bool) {
	r.f.searched.Row(v).Remove(dag)
	best := r.f.best[v]
	for w, word := range r.f.reached.Row(v*r.c.dags + dag) {
		for ; word != 0; word &= word - 1 {
			e := r.inFamily(v, bitset.Lowest(w, word))
			if e < 0 {
				continue
			}
			r.c.forgetCut(e, dag)
			if e := int32(e); best < 0 || e == best || r.c.before(e, best) {
				best, changed = e, true
			}
		}
	}
	r.f.best[v] = best
	return changed
}

// enter tells edge e, which has just become one of v's family, what the searches from v
// that stand say of it: u was a member before.
func (r *run) enter(e int) {
	u, v := int(r.c.list[e].u), int(r.c.list[e].v)
	searched := r.f.searched.Row(v)
	for i := searched.Next(0); i >= 0; i = searched.Next(i + 1) {
		if r.f.reached.Row(v*r.c.dags + i).Has(u) {
			r.c.setCut(e, i, 1)
		}
	}
}

// refreshFamily brings v's family in line with the class. Searches stand in a DAG if the
// family only lost members that v did not reach in it:
//
// Let Y be these, and R the region that v reached; no edge joins R and Y. A node z
// that leaves the ancestral set with Y is an ancestor of Y, but of no member that
// is left. If z were in R, so would be the next node on its way down to Y: it is a
// neighbour of z, and no member, or z were above one. And so on, down to a node of Y
// itself, which is not in R. So no node of R leaves, and none next to R, which would
// have to be a member. What is in R and next to it, and the edges among these,
// marriages included (their child is next to R too), are what they were; every cut
// between v and one of its family is a matter of these.
func (r *run) refreshFamily(v int) {
	members, now, lost := r.f.members.Row(v), r.f.family, r.others
	now.Copy(r.class.Pa(v))
	now.Add(v)
	if now.Equal(members) {
		return
	}
	grown := !now.SubsetOf(members)
	lost.Copy(members)
	lost.AndNot(now)
	members.Copy(now)
	lapsed := r.lapsed
	lapsed.Clear()
	for y := lost.Next(0); y >= 0; y = lost.Next(y + 1) {
		r.f.memberOf.Row(y).Remove(v)
		e, group := r.deleted.edge, r.deleted.group
		if left := r.c.edgeBetween(v, y); left >= 0 {
			r.left = append(r.left, int32(left))
			e, group = left, int(r.c.group[left])
		}
		r.findReached(v, y, e, group, lapsed)
	}
	if grown {
		lapsed.Fill(r.c.dags)
		for y := now.Next(0); y >= 0; y = now.Next(y + 1) {
			r.f.memberOf.Row(y).Add(v)
		}
	}
	lapsed.And(r.f.searched.Row(v))
	for i := lapsed.Next(0); i >= 0; i = lapsed.Next(i + 1) {
		if r.forgetSearch(v, i) {
			r.spoil(v)
		}
	}
}

// findReached adds to in, a set over DAGs, those with a search from v that stands and that
// reached y; group is where e, the edge that joins them, was before this step. If that is
// v's family, its cuts are not 0 in just these.
func (r *run) findReached(v, y, e, group int, in bitset.Set) {
	if group == v {
		in.Or(r.c.cutIn.Row(e))
		return
	}
	searched := r.f.searched.Row(v)
	for i := searched.Next(0); i >= 0; i = searched.Next(i + 1) {
		if r.f.reached.Row(v*r.c.dags + i).Has(y) {
			in.Add(i)
		}
	}
}
