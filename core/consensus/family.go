package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/graph"
)

// families holds, for each node v, what is known of the edges inFamily into it
// together. All of these u → v have S = pa(v) \\ {u}: with u and v, always the same
// set, v's family. One search from v in a DAG finds every u that it depends on
// there given the rest of the family; for all the others c_i is 0.
type families struct {
	members  bitset.Matrix // row v: {v} ∪ pa(v)
	searched bitset.Matrix // row v, over DAGs: those whose search from v stands
	reached  []bitset.Set  // scratch: a set of nodes for each DAG asked
	dags     []int32       // scratch: the DAGs asked
	family   bitset.Set    // scratch
}

func newFamilies(fusion *graph.DAG, r *run) *families {
	n, dags := r.n, r.c.dags
	f := &families{
		members: bitset.NewMatrix(n, n), searched: bitset.NewMatrix(n, dags),
		dags: make([]int32, 0, dags), family: bitset.New(n),
	}
	reached := bitset.NewMatrix(dags, n)
	for i := range dags {
		f.reached = append(f.reached, reached.Row(i))
	}
	for v := range n {
		f.members.Row(v).Copy(r.class.Pa(v))
		f.members.Row(v).Add(v)
	}
	return f
}

// searchFamily has v searched in the DAGs that are not known and whose search does
// not stand. It says whether there were any.
func (r *run) searchFamily(ctx context.Context, v int, known bitset.Set) (bool, error) {
	f := r.f
	searched := f.searched.Row(v)
	f.dags = f.dags[:0]
	for i := range r.c.dags {
		if !known.Has(i) && !searched.Has(i) {
			f.dags = append(f.dags, int32(i))
		}
	}
	if len(f.dags) == 0 {
		return false, nil
	}
	r.counts.Searches += int64(len(f.dags))
	if err := r.in.Search(ctx, v, f.members.Row(v), f.dags, f.reached); err != nil {
		return false, err
	}
	for _, i := range f.dags {
		searched.Add(int(i))
	}
	for _, end := range r.c.at[v] {
		if cand := &r.c.list[end.edge]; cand.inFamily() && int(cand.v) == v {
			r.learnReached(int(end.edge), int(cand.u))
		}
	}
	return true, nil
}

// learnReached takes over what the searches just made say of u → v.
func (r *run) learnReached(e, u int) {
	known := r.c.known.Row(e)
	for k, i := range r.f.dags {
		if r.f.reached[k].Has(u) {
			r.c.setCut(e, int(i), 1)
		} else {
			known.Add(int(i))
			r.c.setCut(e, int(i), 0)
		}
	}
	r.rekey(e)
}

// forgetSearch takes a DAG's search from v back, and what it said of every edge.
func (r *run) forgetSearch(v, dag int) {
	searched := r.f.searched.Row(v)
	if !searched.Has(dag) {
		return // then nothing is known of it: known is a subset of searched
	}
	searched.Remove(dag)
	for _, end := range r.c.at[v] {
		if cand := &r.c.list[end.edge]; cand.inFamily() && int(cand.v) == v {
			r.c.forgetCut(int(end.edge), dag)
			r.rekey(int(end.edge))
		}
	}
}

// forgetUnsearched takes back what e knows of DAGs whose search from v does not
// stand.
func (r *run) forgetUnsearched(e int) {
	searched := r.f.searched.Row(int(r.c.list[e].v))
	for i := range r.c.dags {
		if !searched.Has(i) {
			r.c.forgetCut(e, i)
		}
	}
}

// refreshFamily brings v's family in line with the class; the edge gone has just
// been deleted. Searches stand in a DAG if the family only lost members that v did
// not reach in it:
//
// Let y be one. The region R that v reached has no edge to y. A node z that the
// smaller family makes leave the ancestral set is an ancestor of y. If z were in
// R or next to it, so would be the next node on the way from z to y, since it is
// no member of the family (z is not above any of these) and has an arc from z;
// and so on to y itself. So R, its border, and the edges among them, marriages
// included, are what they were; every cut between v and one of its family is a
// matter of these.
func (r *run) refreshFamily(v, gone int) {
	members, searched := r.f.members.Row(v), r.f.searched.Row(v)
	now := r.f.family
	now.Copy(r.class.Pa(v))
	now.Add(v)
	if now.Equal(members) {
		return
	}
	if now.SubsetOf(members) {
		members.AndNot(now)
		for y := members.Next(0); y >= 0; y = members.Next(y + 1) {
			r.keepUnreached(v, y, gone, searched)
		}
	} else {
		searched.Clear()
	}
	members.Copy(now)
}

// keepUnreached takes out of searched the DAGs in which v may have reached y, a
// parent it just lost.
func (r *run) keepUnreached(v, y, gone int, searched bitset.Set) {
	e := r.c.edgeBetween(int32(v), int32(y))
	if e < 0 {
		e = gone
	}
	if cand := &r.c.list[e]; cand.undirected || int(cand.v) != v || r.c.na.Row(e).Any() {
		searched.Clear() // its cuts were of another S
		return
	}
	searched.And(r.c.known.Row(e))
	for i, cut := range r.c.row(e) {
		if cut > 0 {
			searched.Remove(i)
		}
	}
}
