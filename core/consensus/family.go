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
	members  bitset.Matrix // row v: {v} ∪ pa(v)
	searched bitset.Matrix // row v, over DAGs: those whose search from v stands
	best     []int32       // of each v, the edge of its family with the lowest key, or -1
	spoilt   []bool        // of each v: best must be found again
	toFind   []int32       // the v for which it must
	family   bitset.Set    // scratch
}

func newFamilies(r *run) *families {
	n, dags := r.n, r.c.dags
	f := &families{
		members: bitset.NewMatrix(n, n), searched: bitset.NewMatrix(n, dags),
		best: slices.Repeat([]int32{-1}, n), spoilt: make([]bool, n), family: bitset.New(n),
	}
	for v := range n {
		f.members.Row(v).Copy(r.class.Pa(v))
		f.members.Row(v).Add(v)
	}
	return f
}

// poseFamily asks for v to be searched, where e is an edge into v, in the DAGs that
// are not known and whose search does not stand. It says whether there are any.
func (r *run) poseFamily(e int, q *question, known bitset.Set) bool {
	v := int(r.c.list[e].v)
	searched := r.f.searched.Row(v)
	q.dags.Fill(r.c.dags)
	q.dags.AndNot(known)
	q.dags.AndNot(searched)
	if !q.dags.Any() {
		return false
	}
	q.about, q.edge, q.node = aboutFamily, e, nil
	q.query = Query{Search: true, V: v, Family: r.f.members.Row(v), Dags: q.dags, Reached: q.reached}
	r.counts.Searches += int64(q.dags.Count())
	return true
}

// learn takes over what a search says of the edges into v: a cut of 0, which is
// what stood there already, unless v reached the edge's other end: then it is 1 or more.
func (r *run) learn(worker int, q *Query) {
	v, d := q.V, &r.desks[worker]
	r.f.searched.Row(v).Or(q.Dags)
	for _, e := range r.c.groups[v] {
		r.c.known.Row(int(e)).Or(q.Dags)
		d.edgeOf[r.c.list[e].u] = e
	}
	for i := q.Dags.Next(0); i >= 0; i = q.Dags.Next(i + 1) {
		for w, word := range q.Reached.Row(i) {
			for ; word != 0; word &= word - 1 {
				if e := int(d.edgeOf[bitset.Lowest(w, word)]); e >= 0 {
					if !r.c.capOne {
						r.c.known.Row(e).Remove(i)
					}
					r.c.setCut(e, i, 1)
				}
			}
		}
	}
	for _, e := range r.c.groups[v] {
		d.edgeOf[r.c.list[e].u] = -1
	}
}

// forgetSearches takes the lapsed DAGs' searches from v back, and what they said
// of each edge, and says whether there were any: then v's best edge is found again.
// Where no search stands nothing is known of the family's edges, but for what is joined.
func (r *run) forgetSearches(v int, lapsed bitset.Set) bool {
	if !lapsed.Any() {
		return false
	}
	r.f.searched.Row(v).AndNot(lapsed)
	for _, e := range r.c.groups[v] {
		r.c.forgetCutsOf(int(e), lapsed)
	}
	r.findBest(v)
	return true
}

// refreshFamily brings v's family in line with the class; the edge gone has just
// been deleted. Searches stand in a DAG if the family only lost members that v did
// not reach in it:
//
// Let Y be these, and R the region that v reached; no edge joins R and Y. A node z
// that leaves the ancestral set with Y is an ancestor of Y, but of no member that
// is left. If z were in R, so would be the next node on its way down to Y: it is a
// neighbour of z, and no member, or z were above one. And so on, down to a node of Y
// itself, which is not in R. So no node of R leaves, and none next to R, which would
// have to be a member. What is in R and next to it, and the edges among these,
// marriages included (their child is next to R too), are what they were; every cut
// between v and one of its family is a matter of these.
func (r *run) refreshFamily(v, gone int) {
	members, now, lapsed := r.f.members.Row(v), r.f.family, r.desks[0].lapsed
	now.Copy(r.class.Pa(v))
	now.Add(v)
	if now.Equal(members) {
		return
	}
	lapsed.Clear()
	if !now.SubsetOf(members) {
		lapsed.Fill(r.c.dags)
	}
	members.AndNot(now)
	for y := members.Next(0); y >= 0; y = members.Next(y + 1) {
		e := r.c.edgeBetween(int32(v), int32(y))
		if e >= 0 {
			r.left = append(r.left, int32(e))
		} else {
			e = gone
		}
		r.addReached(v, e, lapsed)
	}
	lapsed.And(r.f.searched.Row(v))
	members.Copy(now)
	if r.forgetSearches(v, lapsed) {
		r.spoil(v)
	}
}

// addReached adds to lapsed the DAGs in which v may have reached the other end of e,
// a parent it just lost.
func (r *run) addReached(v, e int, lapsed bitset.Set) {
	if cand := &r.c.list[e]; !cand.inFamily || int(cand.v) != v {
		lapsed.Fill(r.c.dags) // its cuts were of another S
		return
	}
	known := r.c.known.Row(e)
	for w, cutIn := range r.c.cutIn.Row(e) {
		lapsed[w] |= cutIn | ^known[w]
	}
}
